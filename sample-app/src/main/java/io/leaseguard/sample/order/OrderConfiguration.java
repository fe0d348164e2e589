package io.leaseguard.sample.order;

import org.apache.kafka.clients.admin.NewTopic;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.config.TopicBuilder;
import org.springframework.scheduling.annotation.EnableScheduling;

/**
 * The topics of the application, and the clock of its producer.
 */
@Configuration(proxyBeanMethods = false)
@EnableScheduling
class OrderConfiguration {

	private static final int PARTITIONS = 4;

	@Bean
	NewTopic payments() {
		return TopicBuilder.name(PaymentListener.TOPIC).partitions(PARTITIONS).build();
	}

	@Bean
	NewTopic shipments() {
		return TopicBuilder.name(ShipmentListener.TOPIC).partitions(PARTITIONS).build();
	}

}
