package io.leaseguard.watchdog;

import java.time.Duration;

import io.leaseguard.container.PulseReading;

/**
 * Measures how long one consumer has been silent without an excuse. The silence is judged
 * by what the client tells of its heartbeats, whatever the cause; a member that is
 * joining, that is out of the group because its lease has expired, or whose broker does
 * not answer has nothing to send and is excused, and after the excuse it has a whole
 * session timeout to be heard again.
 */
final class HeartbeatWatch {

	/**
	 * How long the cluster may leave a request unanswered before it counts as out of
	 * reach. A fetch is answered within half a second by default.
	 */
	private static final long ANSWER_LIMIT_NANOS = Duration.ofSeconds(5).toNanos();

	private static final double NANOS_PER_SECOND = 1e9;

	private long heardNanos;

	private long answeredNanos;

	private long requestsWhenAnswered = -1;

	private long responses = -1;

	private boolean reachable = true;

	HeartbeatWatch(long nowNanos) {
		this.heardNanos = nowNanos;
		this.answeredNanos = nowNanos;
	}

	/**
	 * Take a new reading.
	 * @param pulse the reading
	 * @param excused whether silence is excused at the moment
	 * @param nowNanos the time of the reading
	 * @return how long the consumer has been silent without an excuse, nanoseconds
	 */
	long silence(PulseReading pulse, boolean excused, long nowNanos) {
		this.reachable = isReachable(pulse, nowNanos);
		if (excused || !this.reachable) {
			this.heardNanos = nowNanos;
		}
		else if (pulse.heartbeatAgeSeconds() >= 0) {
			long heartbeat = nowNanos - (long) (pulse.heartbeatAgeSeconds() * NANOS_PER_SECOND);
			this.heardNanos = (heartbeat - this.heardNanos > 0) ? heartbeat : this.heardNanos;
		}
		return nowNanos - this.heardNanos;
	}

	/**
	 * Return whether the cluster answered at the last reading.
	 * @return whether the cluster is within reach
	 */
	boolean reachable() {
		return this.reachable;
	}

	private boolean isReachable(PulseReading pulse, long nowNanos) {
		if (pulse.connections() == 0) {
			return false;
		}
		if (pulse.responses() != this.responses) {
			this.responses = pulse.responses();
			this.requestsWhenAnswered = pulse.requests();
			this.answeredNanos = nowNanos;
		}
		boolean asked = pulse.requests() != this.requestsWhenAnswered;
		return !asked || nowNanos - this.answeredNanos <= ANSWER_LIMIT_NANOS;
	}

}
