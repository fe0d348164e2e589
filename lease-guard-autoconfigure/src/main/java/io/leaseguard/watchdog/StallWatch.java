package io.leaseguard.watchdog;

import java.util.Set;
import java.util.concurrent.TimeUnit;

import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

import io.leaseguard.container.PollFailure;
import io.leaseguard.container.ProgressReading;
import io.leaseguard.container.PulseReading;
import io.leaseguard.lease.Millis;

/**
 * Finds out whether one consumer makes no progress although it polls on: a partition
 * stands still, every poll fails, no fetch is answered, or the group does not come to an
 * end with its rebalance, which may last for the longest lease among its members (KIP-62)
 * and, where one of them is gone, its session timeout.
 */
final class StallWatch {

	/**
	 * What a fetch may take beyond the time that it waits for records.
	 */
	private static final long FETCH_MS = 30_000;

	private final ProgressWatch partitions;

	private final long timeoutNanos;

	private final long fetchNanos;

	private final long rebalanceNanos;

	private long heldNanos;

	private long fetches = -1;

	private long fetchedNanos;

	private @Nullable Long joiningNanos;

	/**
	 * Create a watch.
	 * @param partitions the watch over the partitions
	 * @param timeoutMs how long the consumer may go without progress, milliseconds
	 * @param fetchMaxWaitMs how long a broker may hold a fetch, milliseconds
	 * @param rebalanceMs how long a rebalance may last, milliseconds
	 * @param nowNanos the time
	 */
	StallWatch(ProgressWatch partitions, long timeoutMs, long fetchMaxWaitMs, long rebalanceMs, long nowNanos) {
		this.partitions = partitions;
		this.timeoutNanos = nanos(timeoutMs);
		this.fetchNanos = nanos(Math.max(timeoutMs, fetchMaxWaitMs + FETCH_MS));
		this.rebalanceNanos = nanos(rebalanceMs);
		this.heldNanos = nowNanos;
		this.fetchedNanos = nowNanos;
	}

	/**
	 * Take a new reading.
	 * @param progress what the consumer does
	 * @param pulse what its client says
	 * @param heartbeat what its heartbeats say
	 * @param held whether nothing can be said now: the watchdog was held up, or the
	 * thread of the consumer is
	 * @param nowNanos the time of the reading
	 * @return the stall, {@code null} when there is none
	 */
	@Nullable ProgressStall examine(ProgressReading progress, PulseReading pulse, HeartbeatReading heartbeat, boolean held,
			long nowNanos) {
		if (held) {
			this.heldNanos = nowNanos;
		}
		boolean joining = progress.rebalancing() || !heartbeat.is(HeartbeatReading.State.HEARD);
		ProgressStall partitions = this.partitions.examine(progress, held || joining || !heartbeat.reachable(),
				nowNanos);
		ProgressStall polls = pollsFail(progress.pollFailure());
		ProgressStall fetches = fetchesFail(progress, pulse, held || joining || !heartbeat.reachable(), nowNanos);
		ProgressStall rebalance = rebalanceLasts(progress, heartbeat, held, nowNanos);
		return firstOf(polls, partitions, fetches, rebalance);
	}

	/**
	 * Return the partitions whose lag is worth asking for.
	 * @param nowNanos the time
	 * @return the partitions
	 */
	Set<TopicPartition> questions(long nowNanos) {
		return this.partitions.questions(nowNanos);
	}

	/**
	 * Return how long the consumer may go without progress.
	 * @return nanoseconds
	 */
	long timeoutNanos() {
		return this.timeoutNanos;
	}

	private @Nullable ProgressStall pollsFail(@Nullable PollFailure failure) {
		Long since = (failure != null) ? failure.sinceNanos() : null;
		if (failure == null || since == null) {
			return null;
		}
		// Up to the last failure: the poll that is under way may well succeed.
		long nanos = failure.atNanos() - ((since - this.heldNanos > 0) ? since : this.heldNanos);
		TopicPartition partition = failure.partition();
		return (nanos >= this.timeoutNanos) ? ProgressStall.of((partition != null) ? partition.toString() : null, nanos,
				"Every poll has failed for " + format(nanos) + ", the last one with " + failure.cause()) : null;
	}

	private @Nullable ProgressStall fetchesFail(ProgressReading progress, PulseReading pulse, boolean excused,
			long nowNanos) {
		if (excused || pulse.fetches() < 0 || pulse.fetches() != this.fetches || this.partitions.moved()
				|| !isWanted(progress)) {
			this.fetches = pulse.fetches();
			this.fetchedNanos = nowNanos;
			return null;
		}
		long nanos = nowNanos - this.fetchedNanos;
		return (progress.polling() && nanos >= this.fetchNanos)
				? ProgressStall.of(null, nanos, "No fetch was answered for " + format(nanos)) : null;
	}

	private static boolean isWanted(ProgressReading progress) {
		return progress.paused().isEmpty() ? !progress.assigned().isEmpty()
				: !progress.paused().containsAll(progress.assigned());
	}

	private @Nullable ProgressStall rebalanceLasts(ProgressReading progress, HeartbeatReading heartbeat, boolean held,
			long nowNanos) {
		if (heartbeat.is(HeartbeatReading.State.FORGOTTEN)) {
			return rebalance(heartbeat.silenceNanos());
		}
		if (held || !progress.rebalancing() || !progress.groupMember() || !heartbeat.reachable()) {
			this.joiningNanos = null;
			return null;
		}
		if (this.joiningNanos == null) {
			this.joiningNanos = nowNanos;
		}
		long nanos = nowNanos - this.joiningNanos;
		return (nanos >= this.rebalanceNanos) ? rebalance(nanos) : null;
	}

	private static ProgressStall rebalance(long nanos) {
		return ProgressStall.of(null, nanos, "It has waited for its group for " + format(nanos)
				+ ", which is longer than a rebalance may take: its lease and a session timeout");
	}

	private static @Nullable ProgressStall firstOf(@Nullable ProgressStall... stalls) {
		for (ProgressStall stall : stalls) {
			if (stall != null) {
				return stall;
			}
		}
		return null;
	}

	private static String format(long nanos) {
		return Millis.format(TimeUnit.NANOSECONDS.toMillis(nanos));
	}

	private static long nanos(long millis) {
		return TimeUnit.MILLISECONDS.toNanos(millis);
	}

}
