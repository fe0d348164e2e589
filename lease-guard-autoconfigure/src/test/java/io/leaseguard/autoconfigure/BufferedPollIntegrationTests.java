package io.leaseguard.autoconfigure;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Shows why batch splitting makes sure of the renewal under the consumer protocol: its
 * consumer, with nothing of ours around it, does not renew the lease in every poll. When
 * this fails, the client has learned it.
 */
@Tag("long")
class BufferedPollIntegrationTests {

	private static final int PARTITIONS = 4;

	private final String topic = "t-" + UUID.randomUUID();

	@Test
	void consumerThatPollsInTimeLosesItsPartitions() throws InterruptedException {
		EmbeddedBroker.createTopic(this.topic, PARTITIONS);
		EmbeddedBroker.fillTopic(this.topic, PARTITIONS, 1000);
		AtomicInteger lost = new AtomicInteger();
		try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(
				Map.of("bootstrap.servers", EmbeddedBroker.bootstrapServers(), "group.id", this.topic, "group.protocol",
						"consumer", "auto.offset.reset", "earliest", "max.poll.interval.ms", "3000"),
				new StringDeserializer(), new StringDeserializer())) {
			consumer.subscribe(List.of(this.topic), new ConsumerRebalanceListener() {

				@Override
				public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
				}

				@Override
				public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
				}

				@Override
				public void onPartitionsLost(Collection<TopicPartition> partitions) {
					lost.incrementAndGet();
				}

			});
			for (int i = 0; i < 30 && lost.get() == 0; i++) {
				try {
					consumer.poll(Duration.ofMillis(500));
				}
				catch (IllegalStateException ex) {
					// The consumer trips over the partitions that it has just lost.
					lost.incrementAndGet();
				}
				Thread.sleep(2000);
			}
		}
		assertThat(lost).hasPositiveValue();
	}

}
