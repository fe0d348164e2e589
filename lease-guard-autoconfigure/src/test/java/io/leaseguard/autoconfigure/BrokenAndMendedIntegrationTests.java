package io.leaseguard.autoconfigure;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;

import io.leaseguard.startup.LeaseViolationException;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Mistakes that no single setting cures: the application is refused, does what the
 * message says, and starts.
 */
class BrokenAndMendedIntegrationTests {

	private final String client = "c-" + UUID.randomUUID();

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(KafkaAutoConfiguration.class, LeaseGuardAutoConfiguration.class))
		.withUserConfiguration(Listener.class)
		.withPropertyValues("spring.kafka.bootstrap-servers=" + EmbeddedBroker.bootstrapServers(),
				"lease-guard.record-timeout=100ms", "client=" + this.client);

	@Test
	void sessionOfTheClientUnderTheConsumerProtocol() {
		refused("[group-protocol]", "Remove session.timeout.ms, or set group.protocol to classic.",
				"spring.kafka.consumer.properties.group.protocol=CONSUMER",
				"spring.kafka.consumer.properties.session.timeout.ms=20000");
		starts("spring.kafka.consumer.properties.group.protocol=CONSUMER");
		starts("spring.kafka.consumer.properties.group.protocol=classic",
				"spring.kafka.consumer.properties.session.timeout.ms=20000");
	}

	@Test
	void durationThatOverflows() {
		refused("[duration-overflow]",
				"Set spring.kafka.consumer.max-poll-interval to what is really meant, at most 24d.",
				"spring.kafka.consumer.max-poll-interval=50d");
		starts("spring.kafka.consumer.max-poll-interval=5m");
	}

	@Test
	void nestedMap() {
		ApplicationContextRunner own = this.contextRunner.withUserConfiguration(OwnFactory.class);
		own.withPropertyValues("nested=true").run((context) -> {
			assertThat(context).hasFailed();
			assertThat(context.getStartupFailure()).hasRootCauseInstanceOf(LeaseViolationException.class)
				.rootCause()
				.hasMessageContaining("[nested-map]")
				.hasMessageContaining("Put max.poll.interval.ms into the configuration as one key with dots.");
		});
		own.withPropertyValues("nested=false").run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(ClientConfigurations.ofClient(this.client + "-0").get("max.poll.interval.ms"))
				.hasToString("240000");
		});
	}

	private void refused(String rule, String fix, String... properties) {
		this.contextRunner.withPropertyValues(properties).run((context) -> {
			assertThat(context).hasFailed();
			assertThat(context.getStartupFailure()).hasRootCauseInstanceOf(LeaseViolationException.class)
				.rootCause()
				.hasMessageContaining(rule)
				.hasMessageContaining(fix);
		});
	}

	private void starts(String... properties) {
		this.contextRunner.withPropertyValues(properties)
			.run((context) -> assertThat(context).as(Arrays.toString(properties)).hasNotFailed());
	}

	@Configuration(proxyBeanMethods = false)
	static class Listener {

		@KafkaListener(id = "payments", topics = "broken-and-mended", clientIdPrefix = "${client}")
		void listen(ConsumerRecord<String, String> record) {
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class OwnFactory {

		@Bean
		ConsumerFactory<Object, Object> consumerFactory(Environment environment) {
			Map<String, Object> configuration = new HashMap<>();
			configuration.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, EmbeddedBroker.bootstrapServers());
			configuration.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, StringDeserializer.class);
			configuration.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, StringDeserializer.class);
			configuration.put("metric.reporters", ClientConfigurations.class.getName());
			if (environment.getRequiredProperty("nested", Boolean.class)) {
				configuration.put("max", Map.of("poll", Map.of("interval", Map.of("ms", 240_000))));
			}
			else {
				configuration.put("max.poll.interval.ms", 240_000);
			}
			return new DefaultKafkaConsumerFactory<>(configuration);
		}

	}

}
