package io.leaseguard.sample.order;

import org.apache.kafka.clients.admin.NewTopic;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.KafkaException;
import org.springframework.kafka.config.ContainerPostProcessor;
import org.springframework.kafka.config.TopicBuilder;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.util.backoff.FixedBackOff;

/**
 * The topics of the application, how its refunds are tried again, and the clock of its
 * producer.
 */
@Configuration(proxyBeanMethods = false)
@EnableScheduling
class OrderConfiguration {

	private static final int PARTITIONS = 4;

	private static final int REFUND_PARTITIONS = 2;

	private static final long RETRY_MS = 1000;

	@Bean
	NewTopic payments() {
		return TopicBuilder.name(PaymentListener.TOPIC).partitions(PARTITIONS).build();
	}

	@Bean
	NewTopic shipments() {
		return TopicBuilder.name(ShipmentListener.TOPIC).partitions(PARTITIONS).build();
	}

	@Bean
	NewTopic refunds() {
		return TopicBuilder.name(RefundListener.TOPIC).partitions(REFUND_PARTITIONS).build();
	}

	@Bean
	ContainerPostProcessor<String, String, ConcurrentMessageListenerContainer<String, String>> endlessRetry() {
		DefaultErrorHandler errorHandler = new DefaultErrorHandler(
				new FixedBackOff(RETRY_MS, FixedBackOff.UNLIMITED_ATTEMPTS));
		errorHandler.setLogLevel(KafkaException.Level.DEBUG);
		return (container) -> container.setCommonErrorHandler(errorHandler);
	}

}
