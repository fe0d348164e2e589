package io.leaseguard.sample.broker;

import java.util.List;
import java.util.Map;

import org.apache.kafka.common.utils.Exit;
import org.springframework.boot.kafka.autoconfigure.KafkaConnectionDetails;
import org.springframework.kafka.test.EmbeddedKafkaBroker;
import org.springframework.kafka.test.EmbeddedKafkaKraftBroker;

/**
 * A Kafka broker inside this process. Being the connection details of the application, it
 * runs before the first client is made and until the last one is closed.
 */
class EmbeddedBroker implements KafkaConnectionDetails, AutoCloseable {

	private final EmbeddedKafkaBroker broker;

	EmbeddedBroker() {
		this.broker = new EmbeddedKafkaKraftBroker(1, 1)
			.brokerProperties(Map.of("group.initial.rebalance.delay.ms", "0", "group.min.session.timeout.ms", "1000",
					"offsets.topic.num.partitions", "1", "transaction.state.log.num.partitions", "1"));
		start();
	}

	private void start() {
		// The broker removes its folder when it is closed. A shutdown hook of its own
		// would
		// remove it earlier, while it is still in use.
		Exit.setShutdownHookAdder((name, hook) -> {
		});
		try {
			this.broker.afterPropertiesSet();
		}
		finally {
			Exit.resetShutdownHookAdder();
		}
	}

	@Override
	public List<String> getBootstrapServers() {
		return List.of(this.broker.getBrokersAsString().split(","));
	}

	@Override
	public void close() {
		this.broker.destroy();
	}

}
