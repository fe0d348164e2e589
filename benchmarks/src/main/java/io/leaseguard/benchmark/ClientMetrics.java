package io.leaseguard.benchmark;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.Gauge;
import org.apache.kafka.common.metrics.KafkaMetric;
import org.apache.kafka.common.metrics.Measurable;
import org.apache.kafka.common.metrics.MetricConfig;
import org.apache.kafka.common.metrics.MetricValueProvider;
import org.apache.kafka.common.metrics.stats.CumulativeSum;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.utils.Time;

/**
 * The metrics of one simulated client: the names that a real client has, each with its
 * own lock as there, and live values for the heartbeat and the connections.
 */
final class ClientMetrics {

	private static final List<MetricName> NAMES = names();

	private static final MetricConfig CONFIG = new MetricConfig();

	private final Map<MetricName, Metric> metrics = new LinkedHashMap<>();

	private final CumulativeSum heartbeats = new CumulativeSum();

	private final CumulativeSum requests = new CumulativeSum();

	private final SimulatedClock clock;

	private volatile long lastHeartbeatMs;

	private volatile int connections = 2;

	ClientMetrics(String clientId, SimulatedClock clock) {
		this.clock = clock;
		for (MetricName name : NAMES) {
			Map<String, String> tags = new HashMap<>(name.tags());
			tags.computeIfPresent("client-id", (key, old) -> clientId);
			MetricName own = new MetricName(name.name(), name.group(), name.description(), tags);
			this.metrics.put(own, new KafkaMetric(new Object(), own, value(name), CONFIG, Time.SYSTEM));
		}
		heartbeat();
	}

	private MetricValueProvider<?> value(MetricName name) {
		return name.group().equals("app-info") ? (Gauge<String>) (config, now) -> "unknown" : measurable(name.name());
	}

	private Measurable measurable(String name) {
		return switch (name) {
			case "last-heartbeat-seconds-ago" ->
				(config, now) -> TimeUnit.MILLISECONDS.toSeconds(this.clock.millis() - this.lastHeartbeatMs);
			case "heartbeat-total" -> this.heartbeats;
			case "connection-count" -> (config, now) -> this.connections;
			case "request-total", "response-total" -> this.requests;
			default -> new CumulativeSum();
		};
	}

	/**
	 * A heartbeat was sent and answered now.
	 */
	void heartbeat() {
		this.lastHeartbeatMs = this.clock.millis();
		this.heartbeats.record(CONFIG, 1, Time.SYSTEM.milliseconds());
		request();
	}

	/**
	 * A request was sent and answered now.
	 */
	void request() {
		this.requests.record(CONFIG, 1, Time.SYSTEM.milliseconds());
	}

	/**
	 * Count open connections.
	 * @param connections how many there are
	 */
	void connections(int connections) {
		this.connections = connections;
	}

	Map<MetricName, Metric> map() {
		return this.metrics;
	}

	private static List<MetricName> names() {
		Map<String, Object> config = Map.of(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, "127.0.0.1:1",
				ConsumerConfig.GROUP_ID_CONFIG, "names", ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG,
				StringDeserializer.class, ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, StringDeserializer.class);
		try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(config)) {
			return List.copyOf(consumer.metrics().keySet());
		}
	}

}
