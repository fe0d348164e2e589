package io.leaseguard.container;

import java.util.Map;

import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.jspecify.annotations.Nullable;

/**
 * Reads the heartbeat of one consumer from the metrics of its client, which may be read
 * from any thread. Each metric is looked up once; some appear only after a while.
 *
 * @since 0.1.0
 */
public final class PulseReader {

	private static final String COORDINATOR_GROUP = "consumer-coordinator-metrics";

	private static final String CLIENT_GROUP = "consumer-metrics";

	private static final double NANOS_PER_SECOND = 1e9;

	private final LeaseConsumer<?, ?> consumer;

	private PulseReading last = PulseReading.NONE;

	private long lastNanos;

	private final Cached lastHeartbeat = new Cached("last-heartbeat-seconds-ago", COORDINATOR_GROUP);

	private final Cached heartbeats = new Cached("heartbeat-total", COORDINATOR_GROUP);

	private final Cached connections = new Cached("connection-count", CLIENT_GROUP);

	private final Cached requests = new Cached("request-total", CLIENT_GROUP);

	private final Cached responses = new Cached("response-total", CLIENT_GROUP);

	public PulseReader(LeaseConsumer<?, ?> consumer) {
		this.consumer = consumer;
	}

	/**
	 * Take a reading. Each value costs a lock of the client, so while the last heartbeat
	 * is so young that no other is due, nothing is read: the heartbeat has just grown
	 * older.
	 * @param nowNanos the time
	 * @param freshNanos the age up to which a heartbeat says enough, zero to read anew
	 * @return the reading
	 */
	public PulseReading read(long nowNanos, long freshNanos) {
		PulseReading last = this.last;
		double age = last.heartbeatAgeSeconds() + (nowNanos - this.lastNanos) / NANOS_PER_SECOND;
		if (last.heartbeatAgeSeconds() >= 0 && age * NANOS_PER_SECOND < freshNanos) {
			return last.withHeartbeatAge(age);
		}
		this.last = read();
		this.lastNanos = nowNanos;
		return this.last;
	}

	private PulseReading read() {
		return new PulseReading(this.lastHeartbeat.value(-1), (long) this.heartbeats.value(0),
				(int) this.connections.value(-1), (long) this.requests.value(-1), (long) this.responses.value(-1));
	}

	/**
	 * Return the client id.
	 * @return the client id, or {@code null} when the client does not tell
	 */
	public @Nullable String clientId() {
		for (MetricName name : this.consumer.metrics().keySet()) {
			String clientId = name.tags().get("client-id");
			if (clientId != null) {
				return clientId;
			}
		}
		return null;
	}

	/**
	 * A metric that is looked up once.
	 */
	private final class Cached {

		private final String name;

		private final String group;

		private @Nullable Metric metric;

		Cached(String name, String group) {
			this.name = name;
			this.group = group;
		}

		double value(double absent) {
			if (this.metric == null) {
				this.metric = find(PulseReader.this.consumer.metrics());
			}
			Object value = (this.metric != null) ? this.metric.metricValue() : null;
			return (value instanceof Number number && !Double.isNaN(number.doubleValue())) ? number.doubleValue()
					: absent;
		}

		private @Nullable Metric find(Map<MetricName, ? extends Metric> metrics) {
			for (Map.Entry<MetricName, ? extends Metric> entry : metrics.entrySet()) {
				MetricName candidate = entry.getKey();
				if (candidate.name().equals(this.name) && candidate.group().equals(this.group)) {
					return entry.getValue();
				}
			}
			return null;
		}

	}

}
