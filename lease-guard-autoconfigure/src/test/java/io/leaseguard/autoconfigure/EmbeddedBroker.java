package io.leaseguard.autoconfigure;

import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.springframework.kafka.test.EmbeddedKafkaBroker;
import org.springframework.kafka.test.EmbeddedKafkaKraftBroker;

/**
 * One broker for all tests of this JVM.
 */
final class EmbeddedBroker {

	private static final EmbeddedKafkaBroker BROKER = start();

	private EmbeddedBroker() {
	}

	private static EmbeddedKafkaBroker start() {
		EmbeddedKafkaKraftBroker broker = new EmbeddedKafkaKraftBroker(1, 1);
		broker.brokerProperties(Map.of("group.consumer.min.session.timeout.ms", "1000",
				"group.consumer.session.timeout.ms", "6000", "group.consumer.min.heartbeat.interval.ms", "100",
				"group.consumer.heartbeat.interval.ms", "500"));
		broker.brokerProperties(Map.of("group.min.session.timeout.ms", "1000", "group.initial.rebalance.delay.ms", "0",
				"offsets.topic.num.partitions", "1", "transaction.state.log.num.partitions", "1",
				"transaction.state.log.replication.factor", "1", "transaction.state.log.min.isr", "1"));
		broker.afterPropertiesSet();
		Runtime.getRuntime().addShutdownHook(new Thread(broker::destroy));
		return broker;
	}

	static String bootstrapServers() {
		return BROKER.getBrokersAsString();
	}

	static void createTopic(String name, int partitions) {
		BROKER.addTopics(new NewTopic(name, partitions, (short) 1));
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
