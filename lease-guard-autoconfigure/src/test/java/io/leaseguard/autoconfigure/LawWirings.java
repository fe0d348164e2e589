package io.leaseguard.autoconfigure;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

import org.apache.kafka.clients.consumer.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.annotation.RetryableTopic;
import org.springframework.kafka.config.ConcurrentKafkaListenerContainerFactory;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.KafkaMessageListenerContainer;
import org.springframework.kafka.listener.MessageListener;

import io.leaseguard.annotation.LeaseTerms;

/**
 * The ways to wire a listener that the table of the law goes through.
 */
final class LawWirings {

	/**
	 * What a row puts into the configuration of the factory beside the properties.
	 */
	static volatile Map<String, Object> factoryValues = Map.of();

	private LawWirings() {
	}

	private static Map<String, Object> values(KafkaProperties properties) {
		Map<String, Object> values = new HashMap<>(properties.buildConsumerProperties());
		values.putAll(factoryValues);
		return values;
	}

	@Configuration(proxyBeanMethods = false)
	static class Factory {

		@Bean
		ConsumerFactory<Object, Object> kafkaConsumerFactory(KafkaProperties properties) {
			return new CapturingConsumerFactory(values(properties));
		}

	}

	@Configuration(proxyBeanMethods = false)
	@Import(Factory.class)
	static class Annotated {

		@KafkaListener(id = "payments", topics = "t", properties = "${overrides:}")
		void listen(String value) {
		}

	}

	@Configuration(proxyBeanMethods = false)
	@Import(Factory.class)
	static class Batch {

		@KafkaListener(id = "payments", topics = "t", batch = "true")
		void listen(List<String> values) {
		}

	}

	@Configuration(proxyBeanMethods = false)
	@Import(Factory.class)
	static class Terms {

		@LeaseTerms(recordTimeout = "${timeout:2s}", maxDetectionDelay = "#{'${delay:10}' + 'm'}")
		@KafkaListener(id = "payments", topics = "t")
		void listen(String value) {
		}

	}

	@Configuration(proxyBeanMethods = false)
	@Import(Factory.class)
	static class Retry {

		@LeaseTerms(recordTimeout = "1s", recoveryTimeout = "0")
		@RetryableTopic(autoCreateTopics = "false", attempts = "2")
		@KafkaListener(id = "payments", topics = "t", properties = "${overrides:}")
		void listen(String value) {
		}

	}

	/**
	 * Reads a property of its own that only looks like one of Spring Boot.
	 */
	@Configuration(proxyBeanMethods = false)
	static class OwnProperty {

		@Bean
		ConsumerFactory<Object, Object> kafkaConsumerFactory(KafkaProperties properties,
				@Value("${spring.kafka.consumer.session-timeout}") int session) {
			Map<String, Object> values = values(properties);
			values.put("session.timeout.ms", session);
			return new CapturingConsumerFactory(values);
		}

		@KafkaListener(id = "payments", topics = "t")
		void listen(String value) {
		}

	}

	/**
	 * Two clusters, each with a factory of its own.
	 */
	@Configuration(proxyBeanMethods = false)
	@Import(Factory.class)
	static class TwoClusters {

		@Bean
		static ConcurrentKafkaListenerContainerFactory<Object, Object> slowContainerFactory(
				KafkaProperties properties) {
			Map<String, Object> values = values(properties);
			values.put("max.poll.interval.ms", 900_000);
			ConcurrentKafkaListenerContainerFactory<Object, Object> factory = new ConcurrentKafkaListenerContainerFactory<>();
			factory.setConsumerFactory(new CapturingConsumerFactory(values));
			return factory;
		}

		@KafkaListener(id = "payments", topics = "t")
		void quick(String value) {
		}

		@KafkaListener(id = "slow", topics = "t", containerFactory = "slowContainerFactory")
		void slow(String value) {
		}

	}

	/**
	 * A container that is a bean, with overrides of every kind.
	 */
	@Configuration(proxyBeanMethods = false)
	@Import(Factory.class)
	static class ByHand {

		@Bean
		KafkaMessageListenerContainer<Object, Object> payments(ConsumerFactory<Object, Object> factory) {
			Properties defaults = new Properties();
			defaults.setProperty("max.poll.interval.ms", "120000");
			Properties overrides = new Properties(defaults);
			overrides.put("max.poll.records", 40);
			overrides.put("group.id", "not this one");
			return new KafkaMessageListenerContainer<>(factory, containerProperties(overrides));
		}

		static ContainerProperties containerProperties(Properties overrides) {
			ContainerProperties properties = new ContainerProperties("t");
			properties.setGroupId("payments");
			properties.setKafkaConsumerProperties(overrides);
			properties.setMessageListener((MessageListener<Object, Object>) (record) -> {
			});
			return properties;
		}

	}

	/**
	 * A factory of the application that knows nothing of post-processors.
	 */
	@Configuration(proxyBeanMethods = false)
	static class PlainFactory {

		@Bean
		ConsumerFactory<Object, Object> kafkaConsumerFactory() {
			return new ConsumerFactory<>() {

				@Override
				public Consumer<Object, Object> createConsumer(@Nullable String groupId,
						@Nullable String clientIdPrefix, @Nullable String clientIdSuffix) {
					return createConsumer(groupId, clientIdPrefix, clientIdSuffix, null);
				}

				@Override
				public Consumer<Object, Object> createConsumer(@Nullable String groupId,
						@Nullable String clientIdPrefix, @Nullable String clientIdSuffix,
						@Nullable Properties overrides) {
					Map<String, Object> values = new HashMap<>(getConfigurationProperties());
					if (overrides != null) {
						overrides.forEach((key, value) -> values.put(key.toString(), value));
					}
					values.put("group.id", String.valueOf(groupId));
					return CapturingConsumerFactory.create(values);
				}

				@Override
				public boolean isAutoCommit() {
					return false;
				}

				@Override
				public Map<String, Object> getConfigurationProperties() {
					return factoryValues;
				}

			};
		}

		@KafkaListener(id = "payments", topics = "t")
		void listen(String value) {
		}

	}

	/**
	 * The customizer of a container factory has its say like any other.
	 */
	@Configuration(proxyBeanMethods = false)
	@Import(Factory.class)
	static class Customized {

		@Bean
		static ConcurrentKafkaListenerContainerFactory<Object, Object> kafkaListenerContainerFactory(
				ConsumerFactory<Object, Object> consumerFactory) {
			ConcurrentKafkaListenerContainerFactory<Object, Object> factory = new ConcurrentKafkaListenerContainerFactory<>();
			factory.setConsumerFactory(consumerFactory);
			factory.setContainerCustomizer((container) -> container.getContainerProperties()
				.getKafkaConsumerProperties()
				.setProperty("max.poll.records", "7"));
			return factory;
		}

		@KafkaListener(id = "payments", topics = "t")
		void listen(String value) {
		}

	}

	/**
	 * A container that a factory was asked for, and that is no bean.
	 */
	@Configuration(proxyBeanMethods = false)
	@Import(Factory.class)
	static class NoBean {

		@Bean
		Starter starter(ConcurrentKafkaListenerContainerFactory<Object, Object> containerFactory) {
			ConcurrentMessageListenerContainer<Object, Object> container = containerFactory.createContainer("t");
			container.getContainerProperties().setGroupId("payments");
			container.getContainerProperties().setMessageListener((MessageListener<Object, Object>) (record) -> {
			});
			return new Starter(container);
		}

	}

	/**
	 * Starts and stops a container that the context does not know.
	 *
	 * @param container the container
	 */
	record Starter(ConcurrentMessageListenerContainer<Object, Object> container) implements SmartLifecycle {

		@Override
		public void start() {
			this.container.start();
		}

		@Override
		public void stop() {
			this.container.stop();
		}

		@Override
		public boolean isRunning() {
			return this.container.isRunning();
		}

	}

}
