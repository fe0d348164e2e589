package io.leaseguard.test.lab;

import java.util.Collection;
import java.util.List;

import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.event.NonResponsiveConsumerEvent;
import org.springframework.kafka.listener.ConsumerAwareRebalanceListener;
import org.springframework.kafka.support.Acknowledgment;

import io.leaseguard.watchdog.LeaseEvent;

/**
 * The application under test: one listener, as a user would write it.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class SubjectConfiguration {

	@Bean
	Work work(@Value("${laboratory.subject}") String id) {
		return new Work(id);
	}

	@Bean
	Ears ears(Work work) {
		return new Ears(work);
	}

	@Bean
	ConsumerAwareRebalanceListener rebalanceListener(Work work) {
		return new ConsumerAwareRebalanceListener() {

			@Override
			public void onPartitionsAssigned(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
				work.rebalanceGate.pass();
			}

		};
	}

	@Bean
	@ConditionalOnProperty(name = "laboratory.listener", havingValue = "record", matchIfMissing = true)
	RecordListener recordListener(Work work) {
		return new RecordListener(work);
	}

	@Bean
	@ConditionalOnProperty(name = "laboratory.listener", havingValue = "batch")
	BatchListener batchListener(Work work) {
		return new BatchListener(work);
	}

	@Bean
	@ConditionalOnProperty(name = "laboratory.listener", havingValue = "manual")
	ManualListener manualListener(Work work) {
		return new ManualListener(work);
	}

	/**
	 * Hears what the guard says, and what spring-kafka's own monitor says.
	 */
	record Ears(Work work) {

		@EventListener
		void hear(LeaseEvent event) {
			this.work.events.add(event);
		}

		@EventListener
		void hear(NonResponsiveConsumerEvent event) {
			this.work.monitorNanos.add(System.nanoTime());
		}

	}

	/**
	 * Takes records one by one.
	 */
	record RecordListener(Work work) {

		@KafkaListener(id = "${laboratory.subject}", topics = "${laboratory.topic}",
				concurrency = "${laboratory.concurrency}")
		void listen(ConsumerRecord<String, String> record, Consumer<?, ?> consumer) throws Exception {
			this.work.task.perform(record, consumer);
			this.work.ledger.completed(record);
		}

	}

	/**
	 * Takes whole polls.
	 */
	record BatchListener(Work work) {

		@KafkaListener(id = "${laboratory.subject}", topics = "${laboratory.topic}",
				concurrency = "${laboratory.concurrency}", batch = "true")
		void listen(List<ConsumerRecord<String, String>> records, Consumer<?, ?> consumer) throws Exception {
			for (ConsumerRecord<String, String> record : records) {
				this.work.task.perform(record, consumer);
			}
			records.forEach(this.work.ledger::completed);
		}

	}

	/**
	 * Acknowledges by hand, unless told not to.
	 */
	record ManualListener(Work work) {

		@KafkaListener(id = "${laboratory.subject}", topics = "${laboratory.topic}",
				concurrency = "${laboratory.concurrency}")
		void listen(ConsumerRecord<String, String> record, Consumer<?, ?> consumer, Acknowledgment acknowledgment)
				throws Exception {
			this.work.task.perform(record, consumer);
			this.work.ledger.completed(record);
			if (this.work.withhold.getAndSet(false)) {
				this.work.withheld.add(acknowledgment::acknowledge);
			}
			else {
				acknowledgment.acknowledge();
			}
		}

	}

}
