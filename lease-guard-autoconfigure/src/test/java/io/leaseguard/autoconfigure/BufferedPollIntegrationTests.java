package io.leaseguard.autoconfigure;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
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
		Map<String, Object> server = Map.of("bootstrap.servers", EmbeddedBroker.bootstrapServers());
		try (KafkaProducer<String, String> producer = new KafkaProducer<>(server, new StringSerializer(),
				new StringSerializer())) {
			for (int i = 0; i < 1000 * PARTITIONS; i++) {
				producer.send(new ProducerRecord<>(this.topic, i % PARTITIONS, null, "value"));
			}
		}
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
				consumer.poll(Duration.ofMillis(500));
				Thread.sleep(2000);
			}
		}
		assertThat(lost).hasPositiveValue();
	}

}
