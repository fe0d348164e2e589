package io.leaseguard.container;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;
import org.springframework.kafka.config.ConcurrentKafkaListenerContainerFactory;
import org.springframework.kafka.config.MethodKafkaListenerEndpoint;
import org.springframework.kafka.config.MultiMethodKafkaListenerEndpoint;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.listener.AcknowledgingMessageListener;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.kafka.support.Acknowledgment;
import org.springframework.messaging.handler.annotation.support.DefaultMessageHandlerMethodFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Acknowledgments}.
 */
class AcknowledgmentsTests {

	@Test
	void methodWithoutAnAcknowledgmentNeverAcknowledges() {
		assertThat(Acknowledgments.never(annotated("plain", true))).isTrue();
		assertThat(Acknowledgments.never(annotated("acknowledging", true))).isFalse();
	}

	@Test
	void methodThatRepliesLaterIsAcknowledgedByItsAdapter() {
		assertThat(Acknowledgments.never(annotated("later", true))).isFalse();
	}

	@Test
	void withoutAsyncAcksItDoesNotMatter() {
		assertThat(Acknowledgments.never(annotated("plain", false))).isFalse();
	}

	@Test
	void classOfHandlersNeedsOneThatAcknowledges() {
		assertThat(Acknowledgments.never(handlers("plain"))).isTrue();
		assertThat(Acknowledgments.never(handlers("plain", "acknowledging"))).isFalse();
	}

	@Test
	void listenersByHandTellByTheirType() {
		ConcurrentMessageListenerContainer<Object, Object> container = FixedCostsReaderTests.container(false);
		container.getContainerProperties().setAsyncAcks(true);
		assertThat(Acknowledgments.never(container)).isTrue();
		ConcurrentMessageListenerContainer<Object, Object> batch = FixedCostsReaderTests.container(true);
		batch.getContainerProperties().setAsyncAcks(true);
		assertThat(Acknowledgments.never(batch)).isTrue();
		container.setupMessageListener((AcknowledgingMessageListener<Object, Object>) (record, acknowledgment) -> {
		});
		assertThat(Acknowledgments.never(container)).isFalse();
	}

	private ConcurrentMessageListenerContainer<Object, Object> annotated(String method, boolean asyncAcks) {
		MethodKafkaListenerEndpoint<Object, Object> endpoint = new MethodKafkaListenerEndpoint<>();
		endpoint.setMethod(method(method));
		return container(endpoint, asyncAcks);
	}

	private ConcurrentMessageListenerContainer<Object, Object> handlers(String... methods) {
		return container(new MultiMethodKafkaListenerEndpoint<>(Arrays.stream(methods).map(this::method).toList(), null,
				new Listeners()), true);
	}

	private ConcurrentMessageListenerContainer<Object, Object> container(
			MethodKafkaListenerEndpoint<Object, Object> endpoint, boolean asyncAcks) {
		DefaultMessageHandlerMethodFactory methods = new DefaultMessageHandlerMethodFactory();
		methods.afterPropertiesSet();
		endpoint.setId("listener");
		endpoint.setTopics("topic");
		endpoint.setBean(new Listeners());
		endpoint.setMessageHandlerMethodFactory(methods);
		ConcurrentKafkaListenerContainerFactory<Object, Object> factory = new ConcurrentKafkaListenerContainerFactory<>();
		factory.setConsumerFactory(new DefaultKafkaConsumerFactory<>(Map.of("bootstrap.servers", "localhost:1",
				"key.deserializer", StringDeserializer.class, "value.deserializer", StringDeserializer.class)));
		factory.getContainerProperties().setAsyncAcks(asyncAcks);
		return factory.createListenerContainer(endpoint);
	}

	private Method method(String name) {
		return Arrays.stream(Listeners.class.getDeclaredMethods())
			.filter((method) -> method.getName().equals(name))
			.findFirst()
			.orElseThrow();
	}

	static class Listeners {

		void plain(String value) {
		}

		void acknowledging(Integer value, Acknowledgment acknowledgment) {
		}

		CompletableFuture<Void> later(String value) {
			return CompletableFuture.completedFuture(null);
		}

	}

}
