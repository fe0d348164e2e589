package io.leaseguard.test.broker;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;

import org.jspecify.annotations.Nullable;

/**
 * What a broker is started with. All of it stays the same from one start to the next.
 *
 * @param nodeId id of the node
 * @param clusterId id of the cluster, in Kafka's Base64 notation of a UUID
 * @param port port of the plain listener
 * @param saslPort port of the SASL listener, or zero to have none
 * @param reauthentication longest session of a connection to the SASL listener
 * @param controllerPort port of the controller's listener
 * @param controllerVoters the quorum in the notation of {@code controller.quorum.voters}
 * @param controller whether the node is the controller as well as a broker
 * @param extra properties of the test, which win
 */
record BrokerSettings(int nodeId, String clusterId, int port, int saslPort, @Nullable Duration reauthentication,
		int controllerPort, String controllerVoters, boolean controller, Map<String, String> extra) {

	private static final String SASL_LISTENER = "listener.name.sasl.";

	/**
	 * Return the {@code server.properties}.
	 * @param data folder of the data
	 * @return the properties
	 */
	Properties toProperties(Path data) {
		Properties properties = new Properties();
		addNode(properties, data);
		addListeners(properties);
		addGroups(properties);
		addInternalTopics(properties);
		properties.putAll(this.extra);
		return properties;
	}

	private void addNode(Properties properties, Path data) {
		properties.put("process.roles", this.controller ? "broker,controller" : "broker");
		properties.put("node.id", Integer.toString(this.nodeId));
		properties.put("controller.quorum.voters", this.controllerVoters);
		properties.put("log.dirs", data.toString());
		properties.put("auto.create.topics.enable", "false");
		// A killed broker may come back when its session with the controller is over
		properties.put("broker.session.timeout.ms", "5000");
		properties.put("broker.heartbeat.interval.ms", "1000");
		properties.put("num.network.threads", "2");
		properties.put("num.io.threads", "4");
		properties.put("background.threads", "2");
		properties.put("log.cleaner.dedupe.buffer.size", "4194304");
	}

	private void addListeners(Properties properties) {
		String plain = "PLAINTEXT://" + BrokerProcess.HOST + ":" + this.port;
		String sasl = (this.saslPort != 0) ? ",SASL://" + BrokerProcess.HOST + ":" + this.saslPort : "";
		String own = this.controller ? ",CONTROLLER://" + BrokerProcess.HOST + ":" + this.controllerPort : "";
		properties.put("listeners", plain + sasl + own);
		properties.put("advertised.listeners", plain + sasl);
		properties.put("listener.security.protocol.map",
				"PLAINTEXT:PLAINTEXT,SASL:SASL_PLAINTEXT,CONTROLLER:PLAINTEXT");
		properties.put("inter.broker.listener.name", "PLAINTEXT");
		properties.put("controller.listener.names", "CONTROLLER");
		if (this.reauthentication != null) {
			properties.put(SASL_LISTENER + "sasl.enabled.mechanisms", "OAUTHBEARER");
			properties.put(SASL_LISTENER + "oauthbearer.sasl.jaas.config",
					"org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule required "
							+ "unsecuredLoginStringClaim_sub=\"broker\";");
			properties.put(SASL_LISTENER + "oauthbearer.connections.max.reauth.ms",
					Long.toString(this.reauthentication.toMillis()));
		}
	}

	private void addGroups(Properties properties) {
		properties.put("group.min.session.timeout.ms", "1000");
		properties.put("group.initial.rebalance.delay.ms", "0");
		for (String group : List.of("group.consumer", "group.share")) {
			properties.put(group + ".min.session.timeout.ms", "1000");
			properties.put(group + ".session.timeout.ms", "6000");
			properties.put(group + ".min.heartbeat.interval.ms", "500");
			properties.put(group + ".heartbeat.interval.ms", "1000");
		}
		properties.put("group.share.min.record.lock.duration.ms", "1000");
	}

	private void addInternalTopics(Properties properties) {
		properties.put("offsets.topic.num.partitions", "1");
		properties.put("offsets.topic.replication.factor", "1");
		for (String topic : List.of("transaction.state.log", "share.coordinator.state.topic")) {
			properties.put(topic + ".num.partitions", "1");
			properties.put(topic + ".replication.factor", "1");
			properties.put(topic + ".min.isr", "1");
		}
	}

}
