package io.leaseguard.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.core.KafkaTemplate;

import io.leaseguard.watchdog.LeaseEvent;
import io.leaseguard.watchdog.LeaseGuard;
import io.leaseguard.watchdog.LeaseStatus;
import io.leaseguard.watchdog.ListenerSnapshot;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of the prediction on a real broker: the lease is 12 s, and a batch of 60 records
 * takes twice that.
 */
class LeaseAtRiskIntegrationTests {

	private static final List<LeaseEvent> EVENTS = new CopyOnWriteArrayList<>();

	private final String topic = "t-" + UUID.randomUUID();

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(KafkaAutoConfiguration.class, LeaseGuardAutoConfiguration.class))
		.withUserConfiguration(Listeners.class)
		.withPropertyValues("spring.kafka.bootstrap-servers=" + EmbeddedBroker.bootstrapServers(),
				"spring.kafka.consumer.auto-offset-reset=earliest",
				"spring.kafka.consumer.properties.session.timeout.ms=6000",
				"spring.kafka.consumer.properties.max.poll.interval.ms=12000",
				"spring.kafka.consumer.max-poll-records=60", "lease-guard.watchdog.interval=200ms",
				"topic=" + this.topic, "group=g-" + UUID.randomUUID());

	@BeforeEach
	void prepare() {
		EmbeddedBroker.createTopic(this.topic, 1);
		EVENTS.clear();
	}

	@Test
	void batchThatWillNotFitIsForetoldOnceAndBeforeItsLeaseExpires() {
		this.contextRunner.run((context) -> {
			assertThat(context).hasNotFailed();
			KafkaTemplate<Object, Object> template = template(context);
			for (int i = 0; i < 60; i++) {
				template.send(this.topic, "400");
			}
			template.flush();
			LeaseGuard guard = context.getBean(LeaseGuard.class);
			Awaitility.await()
				.atMost(Duration.ofMinutes(1))
				.until(() -> status(guard) == LeaseStatus.AT_RISK || status(guard) == LeaseStatus.LEASE_EXPIRED);
			ListenerSnapshot listener = listener(guard);
			assertThat(listener.status()).isEqualTo(LeaseStatus.AT_RISK);
			assertThat(listener.down()).isFalse();
			assertThat(listener.consumers().get(0).predictedLeaseUsed()).isGreaterThan(1);
			assertThat(listener.consumers().get(0).detail()).contains("records are not done")
				.contains("max.poll.records=");
			Awaitility.await()
				.atMost(Duration.ofMinutes(1))
				.until(() -> EVENTS.stream().anyMatch(LeaseEvent.LeaseExpired.class::isInstance));
			assertThat(EVENTS.get(0)).isInstanceOfSatisfying(LeaseEvent.LeaseAtRisk.class, (event) -> {
				assertThat(event.listenerId()).isEqualTo("payments");
				assertThat(event.leaseMs()).isEqualTo(12_000);
				assertThat(event.predictedMs()).isGreaterThan(12_000);
				assertThat(event.recordsRemaining()).isBetween(1, 59);
				assertThat(event.lawfulRecords()).isBetween(1, 59);
			});
			assertThat(EVENTS).filteredOn(LeaseEvent.LeaseAtRisk.class::isInstance).hasSize(1);
		});
	}

	@Test
	void batchesThatFitAreLeftAlone() {
		this.contextRunner.run((context) -> {
			KafkaTemplate<Object, Object> template = template(context);
			for (int i = 0; i < 120; i++) {
				template.send(this.topic, "20");
			}
			template.flush();
			LeaseGuard guard = context.getBean(LeaseGuard.class);
			Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> {
				ListenerSnapshot listener = listener(guard);
				return listener.learned() != null && listener.learned().count() == 120;
			});
			assertThat(EVENTS).isEmpty();
		});
	}

	@Test
	void whereBatchesAreSplitOnlyRecordThatMayNotFitByItselfIsForetold() {
		this.contextRunner
			.withPropertyValues("lease-guard.batch-splitting.enabled=true",
					"spring.kafka.consumer.properties.max.poll.interval.ms=6000")
			.run((context) -> {
				KafkaTemplate<Object, Object> template = template(context);
				for (int i = 0; i < 30; i++) {
					template.send(this.topic, "400");
				}
				template.send(this.topic, "8000");
				template.flush();
				LeaseGuard guard = context.getBean(LeaseGuard.class);
				Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> !EVENTS.isEmpty());
				assertThat(EVENTS.get(0)).isInstanceOfSatisfying(LeaseEvent.LeaseAtRisk.class,
						(event) -> assertThat(event.recordsRemaining()).isEqualTo(1));
				assertThat(listener(guard).splits()).isPositive();
				assertThat(listener(guard).consumers().get(0).detail())
					.contains("Batch splitting does not help, because a single record may not fit");
			});
	}

	@SuppressWarnings("unchecked")
	private static KafkaTemplate<Object, Object> template(ApplicationContext context) {
		return context.getBean(KafkaTemplate.class);
	}

	private static LeaseStatus status(LeaseGuard guard) {
		return listener(guard).status();
	}

	private static ListenerSnapshot listener(LeaseGuard guard) {
		return Objects.requireNonNull(guard.snapshot().listeners().get("payments"));
	}

	@Configuration(proxyBeanMethods = false)
	static class Listeners {

		@KafkaListener(id = "payments", topics = "${topic}", groupId = "${group}")
		void listen(String millis) throws InterruptedException {
			TimeUnit.MILLISECONDS.sleep(Long.parseLong(millis));
		}

		@EventListener
		void on(LeaseEvent event) {
			EVENTS.add(event);
		}

	}

}
