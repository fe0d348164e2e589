package io.leaseguard.container;

import java.time.Duration;
import java.util.Map;

import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link PulseReader}.
 */
class PulseReaderTests {

	private static final long FRESH = Duration.ofSeconds(3).toNanos();

	private final Client client = new Client();

	private final PulseReader reader = new PulseReader(new LeaseConsumer<>(this.client));

	@Test
	void clientIsNotAskedWhileNoHeartbeatIsDue() {
		this.client.age = 1;
		assertThat(read(0).heartbeatAgeSeconds()).isEqualTo(1);
		this.client.age = 0;
		assertThat(read(1.5).heartbeatAgeSeconds()).isEqualTo(2.5);
		assertThat(this.client.asked).isEqualTo(1);
	}

	@Test
	void clientIsAskedAsSoonAsAHeartbeatIsDue() {
		this.client.age = 1;
		read(0);
		assertThat(read(2).heartbeatAgeSeconds()).isEqualTo(1);
		this.client.age = 40;
		assertThat(read(4).heartbeatAgeSeconds()).isEqualTo(40);
		assertThat(read(4.1).heartbeatAgeSeconds()).isEqualTo(40);
		assertThat(this.client.asked).isEqualTo(4);
	}

	@Test
	void clientIsAskedUntilItHasSentTheFirstHeartbeat() {
		this.client.age = Double.NaN;
		assertThat(read(0).heartbeatAgeSeconds()).isEqualTo(-1);
		this.client.age = 0;
		assertThat(read(0.1).heartbeatAgeSeconds()).isZero();
	}

	@Test
	void clientIsAskedAnewWhereNothingCountsAsFresh() {
		this.client.age = 1;
		this.reader.read(0, FRESH);
		this.client.age = 2;
		assertThat(this.reader.read(1, 0).heartbeatAgeSeconds()).isEqualTo(2);
	}

	private PulseReading read(double seconds) {
		return this.reader.read((long) (seconds * 1e9), FRESH);
	}

	/**
	 * A client that tells the age of its heartbeat.
	 */
	private static final class Client extends MockConsumer<String, String> {

		private double age;

		private int asked;

		Client() {
			super("earliest");
		}

		@Override
		public Map<MetricName, ? extends Metric> metrics() {
			MetricName name = new MetricName("last-heartbeat-seconds-ago", "consumer-coordinator-metrics", "",
					Map.of());
			return Map.of(name, new Metric() {

				@Override
				public MetricName metricName() {
					return name;
				}

				@Override
				public Object metricValue() {
					Client.this.asked++;
					return Client.this.age;
				}

			});
		}

	}

}
