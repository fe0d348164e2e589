package io.leaseguard.watchdog;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;

import io.leaseguard.container.PulseReading;
import io.leaseguard.lease.Millis;
import io.leaseguard.lease.Pulse;

/**
 * Measures how long one consumer has been silent without an excuse. The silence is judged
 * by what the client tells of its heartbeats, whatever the cause; a member that is out of
 * the group because its lease has expired, that gives up its partitions, or whose broker
 * does not answer has nothing to send and is excused, and after the excuse it has a whole
 * session timeout to be heard again.
 * <p>
 * Silence that lasts for a session timeout may still be a wait for the group: a classic
 * member sends no heartbeats while its {@code JoinGroup} request waits for the other
 * members, and under cooperative rebalancing nothing else tells of that (KIP-429). It is
 * a wait if a request to the coordinator is unanswered, or if no heartbeat thread of the
 * group is missing, or, under {@code group.protocol=consumer}, if the client looks for
 * its coordinator. A wait is an excuse for as long as a rebalance may take: the lease,
 * and a session timeout for a member that is gone (KIP-62).
 */
final class HeartbeatWatch {

	/**
	 * How long the cluster may leave a request unanswered before it counts as out of
	 * reach, beyond the time that a fetch may wait for records.
	 */
	private static final long ANSWER_LIMIT_MS = 5000;

	private static final double NANOS_PER_SECOND = 1e9;

	/**
	 * How long a coordinator must have been silent to be waited for. It answers the
	 * requests of one connection in their order, so while a {@code JoinGroup} waits it
	 * answers no commit either; a member that has lost its heartbeat may commit on.
	 */
	private static final long COORDINATOR_SILENCE_NANOS = TimeUnit.SECONDS.toNanos(2);

	/**
	 * Heartbeats are dated to the second.
	 */
	private static final long UNCERTAINTY_NANOS = TimeUnit.SECONDS.toNanos(2);

	/**
	 * Answered heartbeats to look back upon to tell what is outstanding. Between two of
	 * them usually nothing is; the last one may have been answered with a call to rejoin.
	 */
	private static final int ANSWERS = 5;

	private final boolean classic;

	private final long sessionNanos;

	private final long patienceNanos;

	private final long answerLimitNanos;

	private final BooleanSupplier threadsComplete;

	private final Deque<Long> unansweredWhenHeard = new ArrayDeque<>();

	private boolean reachable = true;

	private long heardNanos;

	private long answeredNanos;

	private long askedNanos;

	private long requests = -1;

	private long requestsWhenAnswered = -1;

	private long responses = -1;

	private long coordinatorResponses = -1;

	private long coordinatorAnsweredNanos;

	private long heartbeats = -1;

	private long disconnectsWhenHeard = -1;

	/**
	 * Create a watch.
	 * @param pulse the settings of the heartbeat
	 * @param leaseMs the lease, milliseconds
	 * @param fetchMaxWaitMs how long a broker may hold a fetch, milliseconds
	 * @param threadsComplete whether no heartbeat thread of the group is missing; asked
	 * only when a member is silent
	 * @param nowNanos the time
	 */
	HeartbeatWatch(Pulse pulse, long leaseMs, long fetchMaxWaitMs, BooleanSupplier threadsComplete, long nowNanos) {
		this.classic = pulse.classic();
		this.sessionNanos = TimeUnit.MILLISECONDS.toNanos(pulse.sessionMs());
		this.patienceNanos = TimeUnit.MILLISECONDS.toNanos(Millis.plus(leaseMs, pulse.sessionMs()));
		this.answerLimitNanos = TimeUnit.MILLISECONDS.toNanos(fetchMaxWaitMs + ANSWER_LIMIT_MS);
		this.threadsComplete = threadsComplete;
		this.heardNanos = nowNanos;
		this.answeredNanos = nowNanos;
		this.askedNanos = nowNanos;
		this.coordinatorAnsweredNanos = nowNanos;
	}

	/**
	 * Take a new reading.
	 * @param pulse the reading
	 * @param excused whether silence is excused at the moment
	 * @param failedNanos when a poll last failed, {@code null} if none did
	 * @param nowNanos the time of the reading
	 * @return what it says
	 */
	HeartbeatReading read(PulseReading pulse, boolean excused, @Nullable Long failedNanos, long nowNanos) {
		boolean reachable = isReachable(pulse, nowNanos);
		this.reachable = reachable;
		note(pulse, nowNanos);
		if (excused || !reachable) {
			this.heardNanos = nowNanos;
		}
		else if (pulse.heartbeatAgeSeconds() >= 0) {
			long heartbeat = nowNanos - (long) (pulse.heartbeatAgeSeconds() * NANOS_PER_SECOND);
			this.heardNanos = (heartbeat - this.heardNanos > 0) ? heartbeat : this.heardNanos;
		}
		long silence = nowNanos - this.heardNanos;
		if (silence < this.sessionNanos) {
			return new HeartbeatReading(silence, reachable, HeartbeatReading.State.HEARD);
		}
		return new HeartbeatReading(silence, reachable, explain(silence, pulse, failedNanos, nowNanos));
	}

	/**
	 * Find out whether nobody reads what the cluster answers while the consumer works.
	 * Under the classic protocol the heartbeat thread does. Who assigns partitions by
	 * hand has none, nor has one whose heartbeat thread is dead: the fetch that a poll
	 * has sent ahead stays unanswered, and says nothing of the cluster.
	 * @param member whether the consumer is a member of a group
	 * @param nowNanos the time
	 * @return whether nobody reads
	 */
	boolean isDeaf(boolean member, long nowNanos) {
		// Asked before the cluster counts as out of reach, and not again and again then.
		boolean late = this.reachable && this.requests != this.requestsWhenAnswered
				&& nowNanos - this.answeredNanos > this.answerLimitNanos / 2;
		boolean deaf = this.classic && (!member || late && !this.threadsComplete.getAsBoolean());
		if (deaf) {
			this.answeredNanos = nowNanos;
		}
		return deaf;
	}

	/**
	 * Return whether the cluster answered at the last reading.
	 * @return whether the cluster is within reach
	 */
	boolean reachable() {
		return this.reachable;
	}

	private HeartbeatReading.State explain(long silence, PulseReading pulse, @Nullable Long failedNanos,
			long nowNanos) {
		boolean patient = silence < this.patienceNanos;
		if (isAnswerOutstanding(pulse, nowNanos)) {
			return patient ? HeartbeatReading.State.WAITING : HeartbeatReading.State.FORGOTTEN;
		}
		return (patient && isWaiting(failedNanos, nowNanos)) ? HeartbeatReading.State.WAITING
				: HeartbeatReading.State.LOST;
	}

	private void note(PulseReading pulse, long nowNanos) {
		if (pulse.requests() != this.requests) {
			this.requests = pulse.requests();
			this.askedNanos = nowNanos;
		}
		if (pulse.coordinatorResponses() != this.coordinatorResponses) {
			this.coordinatorResponses = pulse.coordinatorResponses();
			this.coordinatorAnsweredNanos = nowNanos;
		}
		if (pulse.heartbeats() != this.heartbeats) {
			this.heartbeats = pulse.heartbeats();
			if (pulse.disconnects() != this.disconnectsWhenHeard) {
				// What was outstanding on a closed connection is never answered.
				this.unansweredWhenHeard.clear();
			}
			this.disconnectsWhenHeard = pulse.disconnects();
			this.unansweredWhenHeard.addLast(unanswered(pulse));
			if (this.unansweredWhenHeard.size() > ANSWERS) {
				this.unansweredWhenHeard.removeFirst();
			}
		}
	}

	private boolean isWaiting(@Nullable Long failedNanos, long nowNanos) {
		if (this.classic) {
			return this.threadsComplete.getAsBoolean();
		}
		// A member that has failed for good falls silent altogether; one that has lost
		// its coordinator asks everybody for it.
		boolean failed = failedNanos != null && failedNanos - this.heardNanos >= -UNCERTAINTY_NANOS;
		return !failed && nowNanos - this.askedNanos <= this.answerLimitNanos;
	}

	private boolean isAnswerOutstanding(PulseReading pulse, long nowNanos) {
		if (!this.classic || nowNanos - this.coordinatorAnsweredNanos < COORDINATOR_SILENCE_NANOS
				|| pulse.disconnects() != this.disconnectsWhenHeard || this.unansweredWhenHeard.isEmpty()) {
			return false;
		}
		long usual = this.unansweredWhenHeard.stream().mapToLong(Long::longValue).min().orElse(0);
		return unanswered(pulse) > usual;
	}

	private static long unanswered(PulseReading pulse) {
		return pulse.coordinatorRequests() - pulse.coordinatorResponses();
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
		return !asked || nowNanos - this.answeredNanos <= this.answerLimitNanos;
	}

}
