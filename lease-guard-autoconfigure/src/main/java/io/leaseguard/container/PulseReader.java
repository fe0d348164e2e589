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

	private static final String FETCH_GROUP = "consumer-fetch-manager-metrics";

	private static final double NANOS_PER_SECOND = 1e9;

	private final LeaseConsumer<?, ?> consumer;

	private PulseReading last = PulseReading.NONE;

	private long lastNanos;

	private final ClientMetric lastHeartbeat = new ClientMetric("last-heartbeat-seconds-ago", COORDINATOR_GROUP);

	private final ClientMetric heartbeats = new ClientMetric("heartbeat-total", COORDINATOR_GROUP);

	private final ClientMetric connections = new ClientMetric("connection-count", CLIENT_GROUP);

	private final ClientMetric disconnects = new ClientMetric("connection-close-total", CLIENT_GROUP);

	private final ClientMetric requests = new ClientMetric("request-total", CLIENT_GROUP);

	private final ClientMetric responses = new ClientMetric("response-total", CLIENT_GROUP);

	private final ClientMetric fetches = new ClientMetric("fetch-total", FETCH_GROUP);

	private final CoordinatorMetrics coordinator = new CoordinatorMetrics();

	/**
	 * Create a reader.
	 * @param consumer the consumer whose pulse to read
	 */
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
		Map<MetricName, ? extends Metric> metrics = this.consumer.clientMetrics();
		this.coordinator.refresh(metrics);
		// Responses first: a request is never seen as answered before it is sent.
		long coordinatorResponses = this.coordinator.responses();
		return new PulseReading(this.lastHeartbeat.value(metrics, -1), (long) this.heartbeats.value(metrics, 0),
				(int) this.connections.value(metrics, -1), (long) this.disconnects.value(metrics, -1),
				(long) this.requests.value(metrics, -1), (long) this.responses.value(metrics, -1),
				this.coordinator.requests(), coordinatorResponses, (long) this.fetches.value(metrics, -1));
	}

	/**
	 * Return the client id.
	 * @return the client id, or {@code null} when the client does not tell
	 */
	public @Nullable String clientId() {
		for (MetricName name : this.consumer.clientMetrics().keySet()) {
			String clientId = name.tags().get("client-id");
			if (clientId != null) {
				return clientId;
			}
		}
		return null;
	}

}
