package io.leaseguard.autoconfigure;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.config.ContainerCustomizer;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests on a real broker of what {@code docs/kubernetes.md} says of the end of an
 * application in the middle of a batch.
 */
class ShutdownIntegrationTests {

	private static final int RECORDS = 6;

	private static final AtomicInteger BEGUN = new AtomicInteger();

	private static final AtomicInteger DONE = new AtomicInteger();

	private final String topic = "t-" + UUID.randomUUID();

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(KafkaAutoConfiguration.class, LeaseGuardAutoConfiguration.class))
		.withUserConfiguration(SlowListener.class)
		.withPropertyValues("spring.kafka.bootstrap-servers=" + EmbeddedBroker.bootstrapServers(),
				"spring.kafka.consumer.auto-offset-reset=earliest", "lease-guard.record-timeout=2s",
				"spring.kafka.listener.auto-startup=false", "topic=" + this.topic);

	@Test
	void withImmediateStopThePresentRecordIsFinishedAndTheRestOfTheBatchIsNot() {
		stopInTheMiddleOfABatch("spring.kafka.listener.immediate-stop=true");
		assertThat(DONE).hasValue(BEGUN.get()).hasValueLessThan(RECORDS);
	}

	@Test
	void withoutImmediateStopTheWholeBatchIsFinishedHoweverShortTheTimeoutOfTheContainer() {
		stopInTheMiddleOfABatch("spring.kafka.listener.immediate-stop=false");
		assertThat(DONE).hasValue(RECORDS);
	}

	private void stopInTheMiddleOfABatch(String... properties) {
		EmbeddedBroker.createTopic(this.topic, 1);
		BEGUN.set(0);
		DONE.set(0);
		// The context is closed at the end of the call.
		this.contextRunner.withPropertyValues(properties).run((context) -> {
			send(context);
			context.getBean(KafkaListenerEndpointRegistry.class).start();
			Awaitility.await()
				.atMost(Duration.ofSeconds(60))
				.pollInterval(Duration.ofMillis(20))
				.until(() -> BEGUN.get() > 0);
		});
	}

	private void send(ApplicationContext context) {
		@SuppressWarnings("unchecked")
		KafkaTemplate<Object, Object> template = context.getBean(KafkaTemplate.class);
		for (int i = 0; i < RECORDS; i++) {
			template.send(this.topic, "value");
		}
		template.flush();
	}

	@Configuration(proxyBeanMethods = false)
	static class SlowListener {

		@Bean
		ContainerCustomizer<Object, Object, ConcurrentMessageListenerContainer<Object, Object>> shortTimeout() {
			return (container) -> container.getContainerProperties().setShutdownTimeout(1);
		}

		@KafkaListener(id = "slow", topics = "${topic}")
		void on(String value) throws InterruptedException {
			BEGUN.incrementAndGet();
			Thread.sleep(700);
			DONE.incrementAndGet();
		}

	}

}
