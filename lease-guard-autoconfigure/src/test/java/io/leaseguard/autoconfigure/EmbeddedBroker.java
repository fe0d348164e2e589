package io.leaseguard.autoconfigure;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

import io.leaseguard.test.broker.SharedBroker;

/**
 * The broker of all tests of this JVM. It is a process of its own, so the tests run on
 * every version of the client.
 */
final class EmbeddedBroker {

	private EmbeddedBroker() {
	}

	static String bootstrapServers() {
		return SharedBroker.bootstrapServers();
	}

	static void createTopic(String name, int partitions) {
		try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers()))) {
			admin.createTopics(List.of(new NewTopic(name, partitions, (short) 1))).all().get();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException("Topic '" + name + "' could not be made", ex.getCause());
		}
	}

	/**
	 * Fill a topic. The first record of each partition goes alone, because a partition
	 * just created may not have its leader yet.
	 * @param name the topic
	 * @param partitions how many partitions it has
	 * @param records how many records to send to each
	 */
	static void fillTopic(String name, int partitions, int records) {
		try (KafkaProducer<String, String> producer = new KafkaProducer<>(
				Map.of("bootstrap.servers", bootstrapServers()), new StringSerializer(), new StringSerializer())) {
			for (int i = 0; i < records; i++) {
				for (int partition = 0; partition < partitions; partition++) {
					Future<?> sent = producer.send(new ProducerRecord<>(name, partition, null, partition + "@" + i));
					if (i == 0) {
						sent.get();
					}
				}
			}
		}
		catch (ExecutionException | InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
