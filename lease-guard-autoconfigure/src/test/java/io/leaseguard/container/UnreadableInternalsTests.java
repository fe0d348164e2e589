package io.leaseguard.container;

import java.time.Duration;
import java.util.Map;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.mockito.MockedStatic;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.config.ConcurrentKafkaListenerContainerFactory;
import org.springframework.kafka.listener.CommonErrorHandler;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.kafka.listener.MessageListener;
import org.springframework.util.backoff.FixedBackOff;

import io.leaseguard.annotation.LeaseTerms;
import io.leaseguard.autoconfigure.LeaseGuardAutoConfiguration;
import io.leaseguard.lease.Finding;
import io.leaseguard.lease.FixedCosts;
import io.leaseguard.startup.ListenerAssessment;
import io.leaseguard.startup.ListenerAssessments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mockStatic;

/**
 * Tests for what the guard still does where {@link Internals} can read nothing, as in a
 * native image without hints.
 */
class UnreadableInternalsTests {

	private static final ConsumerTerms UNGUARDED = new ConsumerTerms(ConsumerTerms.UNBOUNDED, ConsumerTerms.UNBOUNDED,
			ConsumerTerms.UNBOUNDED, ConsumerTerms.UNBOUNDED, ConsumerTerms.UNBOUNDED, false);

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(KafkaAutoConfiguration.class, LeaseGuardAutoConfiguration.class))
		.withPropertyValues("spring.kafka.listener.auto-startup=false", "spring.kafka.consumer.group-id=orders",
				"lease-guard.record-timeout=2s")
		.withUserConfiguration(Listeners.class);

	@Test
	void costsThatCanNotBeReadAreUnknown() {
		this.contextRunner.run((context) -> {
			ConcurrentKafkaListenerContainerFactory<?, ?> factory = context
				.getBean(ConcurrentKafkaListenerContainerFactory.class);
			var container = factory.createContainer("orders");
			container.getContainerProperties().setMessageListener((MessageListener<Object, Object>) (record) -> {
			});
			assertThat(new FixedCostsReader(container, Map.of(), false).read().parts())
				.containsEntry(FixedCosts.RETRY_BACKOFF, Duration.ofSeconds(10));
			try (MockedStatic<Internals> nothing = mockStatic(Internals.class)) {
				FixedCosts costs = new FixedCostsReader(container, Map.of(), false).read();
				assertThat(costs.parts()).isEmpty();
				assertThat(costs.unknown()).containsExactlyInAnyOrder(FixedCosts.RETRY_BACKOFF, FixedCosts.RECOVERY);
				assertThat(ListenerMethod.of(container)).isNull();
				assertThat(ContainerTaps.install(container, UNGUARDED)).isEqualTo(FactoryTap.FACTORY_HIDDEN);
			}
		});
	}

	@Test
	void listenersAreJudgedByWhatIsLeftAndTheApplicationStarts() {
		try (MockedStatic<Internals> nothing = mockStatic(Internals.class)) {
			this.contextRunner.run((context) -> {
				assertThat(context).hasNotFailed();
				ListenerAssessment assessment = context.getBean(ListenerAssessments.class).all().iterator().next();
				assertThat(assessment.judgement().findings()).extracting(Finding::rule)
					.contains("unreadable-configuration", "unknown-retry-backoff", "unknown-recovery",
							"unwatchable-consumers");
				assertThat(assessment.judgement().findings()).filteredOn("rule", "unwatchable-consumers")
					.singleElement()
					.satisfies((finding) -> {
						assertThat(finding.message()).isEqualTo("The container does not show its consumer factory, "
								+ "so the consumers are judged but can't be watched.");
						assertThat(finding.fix()).contains("version of spring-kafka", "reflection hint");
					});
				assertThat(assessment.judgement().findings()).filteredOn("rule", "unreadable-configuration")
					.singleElement()
					.satisfies((finding) -> assertThat(finding.fix()).contains("reflection hint"));
			});
		}
	}

	@Configuration(proxyBeanMethods = false)
	static class Listeners {

		@Bean
		CommonErrorHandler errorHandler() {
			return new DefaultErrorHandler((record, ex) -> {
			}, new FixedBackOff(10_000, 3));
		}

		@LeaseTerms(recordTimeout = "1s")
		@KafkaListener(id = "orders", topics = "orders")
		void listen(ConsumerRecord<String, String> order) {
		}

	}

}
