package io.leaseguard.sample.broker;

import java.util.List;
import java.util.Map;

import kafka.server.BrokerServer;
import org.apache.kafka.common.network.ListenerName;
import org.apache.kafka.common.test.KafkaClusterTestKit;
import org.apache.kafka.common.utils.Exit;
import org.springframework.boot.kafka.autoconfigure.KafkaConnectionDetails;
import org.springframework.kafka.test.EmbeddedKafkaKraftBroker;
import org.springframework.util.Assert;

/**
 * A Kafka broker inside this process. Being the connection details of the application, it
 * runs before the first client is made and until the last one is closed.
 */
class EmbeddedBroker implements KafkaConnectionDetails, AutoCloseable {

	private final EmbeddedKafkaKraftBroker broker;

	/**
	 * Start a broker.
	 * @param listeners properties of the listeners that it has beside the plain one
	 */
	EmbeddedBroker(Map<String, String> listeners) {
		this.broker = new EmbeddedKafkaKraftBroker(1, 1);
		this.broker.brokerProperties(Map.of("group.initial.rebalance.delay.ms", "0", "group.min.session.timeout.ms",
				"1000", "offsets.topic.num.partitions", "1", "transaction.state.log.num.partitions", "1"));
		this.broker.brokerProperties(listeners);
		// Left as it is, this is the property by which an external broker is named: the
		// next application in this process would find it and have no broker of its own.
		this.broker.brokerListProperty("lease-guard-sample.embedded-broker");
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

	/**
	 * Return the address of another listener than the plain one.
	 * @param listener name of the listener
	 * @return host and port
	 */
	String address(String listener) {
		KafkaClusterTestKit cluster = this.broker.getCluster();
		Assert.state(cluster != null, "The broker does not run");
		BrokerServer server = cluster.brokers().values().iterator().next();
		return "localhost:" + server.boundPort(new ListenerName(listener));
	}

	@Override
	public void close() {
		this.broker.destroy();
	}

}
