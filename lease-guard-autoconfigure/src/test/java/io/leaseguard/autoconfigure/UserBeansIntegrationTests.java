package io.leaseguard.autoconfigure;

import java.time.Duration;
import java.util.Collection;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.kafka.autoconfigure.DefaultKafkaConsumerFactoryCustomizer;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.config.ContainerCustomizer;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.BatchInterceptor;
import org.springframework.kafka.listener.CommonErrorHandler;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.kafka.listener.ConsumerAwareRebalanceListener;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.kafka.listener.RecordInterceptor;
import org.springframework.util.backoff.FixedBackOff;

import io.leaseguard.container.LeaseConsumer;
import io.leaseguard.lease.Verdict;
import io.leaseguard.startup.ListenerAssessments;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * One application that brings everything of its own which Boot lets it bring: all of it
 * must still work beside the guard.
 */
class UserBeansIntegrationTests {

	private static final Set<String> CALLED = ConcurrentHashMap.newKeySet();

	private final String topic = "t-" + UUID.randomUUID();

	@Test
	void beansOfTheUserWorkBesideTheGuard() {
		EmbeddedBroker.createTopic(this.topic, 1);
		CALLED.clear();
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(KafkaAutoConfiguration.class, LeaseGuardAutoConfiguration.class))
			.withUserConfiguration(UserBeans.class)
			.withPropertyValues("spring.kafka.bootstrap-servers=" + EmbeddedBroker.bootstrapServers(),
					"spring.kafka.consumer.auto-offset-reset=earliest", "lease-guard.record-timeout=2s",
					"topic=" + this.topic)
			.run((context) -> {
				assertThat(context).hasNotFailed();
				@SuppressWarnings("unchecked")
				KafkaTemplate<String, String> template = context.getBean(KafkaTemplate.class);
				template.send(this.topic, "good").join();
				template.send(this.topic, "bad").join();
				Awaitility.await()
					.atMost(Duration.ofSeconds(60))
					.untilAsserted(() -> assertThat(CALLED).contains("record intercept good", "record success good",
							"record failure bad", "record after good", "batch intercept", "batch success",
							"recovered bad", "customized one", "customized many", "factory customized",
							"post-processed", "assigned", "thread state"));
				assertThat(context.getBean(ListenerAssessments.class).all())
					.allSatisfy((assessment) -> assertThat(assessment.judgement().verdict()).isEqualTo(Verdict.DERIVED))
					.hasSize(2);
				// The consumer that listeners are given is still a consumer like any
				// other.
				assertThat(CALLED).contains("consumer " + LeaseConsumer.class.getSimpleName());
			});
	}

	@Configuration(proxyBeanMethods = false)
	static class UserBeans {

		@KafkaListener(id = "one", topics = "${topic}")
		void one(ConsumerRecord<String, String> record, Consumer<?, ?> consumer) {
			CALLED.add("consumer " + consumer.getClass().getSimpleName());
			if (record.value().equals("bad")) {
				throw new IllegalStateException("bad record");
			}
		}

		@KafkaListener(id = "many", topics = "${topic}", batch = "true")
		void many(ConsumerRecords<String, String> records) {
		}

		@Bean
		RecordInterceptor<Object, Object> recordInterceptor() {
			return new RecordInterceptor<>() {

				@Override
				public ConsumerRecord<Object, Object> intercept(ConsumerRecord<Object, Object> record,
						Consumer<Object, Object> consumer) {
					CALLED.add("record intercept " + record.value());
					return record;
				}

				@Override
				public void success(ConsumerRecord<Object, Object> record, Consumer<Object, Object> consumer) {
					CALLED.add("record success " + record.value());
				}

				@Override
				public void failure(ConsumerRecord<Object, Object> record, Exception exception,
						Consumer<Object, Object> consumer) {
					CALLED.add("record failure " + record.value());
				}

				@Override
				public void afterRecord(ConsumerRecord<Object, Object> record, Consumer<Object, Object> consumer) {
					CALLED.add("record after " + record.value());
				}

				@Override
				public void setupThreadState(Consumer<?, ?> consumer) {
					CALLED.add("thread state");
				}

			};
		}

		@Bean
		BatchInterceptor<Object, Object> batchInterceptor() {
			return new BatchInterceptor<>() {

				@Override
				public ConsumerRecords<Object, Object> intercept(ConsumerRecords<Object, Object> records,
						Consumer<Object, Object> consumer) {
					CALLED.add("batch intercept");
					return records;
				}

				@Override
				public void success(ConsumerRecords<Object, Object> records, Consumer<Object, Object> consumer) {
					CALLED.add("batch success");
				}

			};
		}

		@Bean
		CommonErrorHandler errorHandler() {
			return new DefaultErrorHandler((record, ex) -> CALLED.add("recovered " + record.value()),
					new FixedBackOff(0, 1));
		}

		@Bean
		ConsumerAwareRebalanceListener rebalanceListener() {
			return new ConsumerAwareRebalanceListener() {

				@Override
				public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
					CALLED.add("assigned");
				}

			};
		}

		@Bean
		ContainerCustomizer<Object, Object, ConcurrentMessageListenerContainer<Object, Object>> customizer() {
			return (container) -> CALLED.add("customized " + container.getListenerId());
		}

		@Bean
		DefaultKafkaConsumerFactoryCustomizer factoryCustomizer() {
			return (factory) -> {
				CALLED.add("factory customized");
				addPostProcessor(factory);
			};
		}

		private <K, V> void addPostProcessor(ConsumerFactory<K, V> factory) {
			factory.addPostProcessor((consumer) -> {
				CALLED.add("post-processed");
				return consumer;
			});
		}

	}

}
