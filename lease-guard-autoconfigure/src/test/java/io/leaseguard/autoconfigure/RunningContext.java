package io.leaseguard.autoconfigure;

import java.time.Duration;
import java.util.Objects;
import java.util.function.Predicate;

import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.springframework.context.ApplicationContext;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.MessageListenerContainer;

import io.leaseguard.watchdog.ConsumerSnapshot;
import io.leaseguard.watchdog.LeaseGuard;
import io.leaseguard.watchdog.ListenerSnapshot;

/**
 * What tests on a real broker ask of an application that runs. Its listener is called
 * {@code payments} unless they name it.
 */
final class RunningContext {

	private static final String PAYMENTS = "payments";

	private RunningContext() {
	}

	static ConditionFactory await() {
		return Awaitility.await().atMost(Duration.ofSeconds(90)).pollInterval(Duration.ofMillis(50));
	}

	static ListenerSnapshot listener(ApplicationContext context) {
		return listener(context, PAYMENTS);
	}

	static ListenerSnapshot listener(ApplicationContext context, String id) {
		return Objects.requireNonNull(context.getBean(LeaseGuard.class).snapshot().listeners().get(id));
	}

	static ConsumerSnapshot awaitConsumer(ApplicationContext context, Predicate<ConsumerSnapshot> state) {
		return await().until(() -> listener(context).consumers().stream().filter(state).findFirst().orElse(null),
				Objects::nonNull);
	}

	static MessageListenerContainer container(ApplicationContext context) {
		return container(context, PAYMENTS);
	}

	static MessageListenerContainer container(ApplicationContext context, String id) {
		return Objects.requireNonNull(context.getBean(KafkaListenerEndpointRegistry.class).getListenerContainer(id));
	}

	static void send(ApplicationContext context, String topic, String value) {
		template(context).send(topic, value).join();
	}

	static void send(ApplicationContext context, String topic, int partition, String value) {
		template(context).send(topic, partition, null, value).join();
	}

	@SuppressWarnings("unchecked")
	private static KafkaTemplate<String, String> template(ApplicationContext context) {
		return context.getBean(KafkaTemplate.class);
	}

}
