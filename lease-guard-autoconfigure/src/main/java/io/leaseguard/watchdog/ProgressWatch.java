package io.leaseguard.watchdog;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

import io.leaseguard.container.PartitionReading;
import io.leaseguard.container.ProgressReading;
import io.leaseguard.lease.Millis;

/**
 * Measures for how long each partition of one consumer has stood still although there is
 * work. A partition moves when its position or its committed offset changes; both are as
 * of a moment just before a poll, when whatever the container wanted to seek or commit is
 * done. So a record that fails and is sought again and again stands still, and one that
 * is merely slow does not: it is judged when it is done.
 * <p>
 * A partition that the consumer has paused by nobody's wish needs no lag to be at a stop,
 * because nobody would ever hear of its next record: a paused partition is not fetched. A
 * partition that waits for its turn while others keep the consumer busy is not at a stop;
 * it is if a poll has come back with nothing, or if it waits for ten times as long.
 */
final class ProgressWatch {

	private static final int PATIENCE = 10;

	/**
	 * Questions for a lag in one tick, so that a consumer of very many partitions does
	 * not spend its time on answers.
	 */
	private static final int QUESTIONS = 64;

	private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(10);

	/**
	 * A poll that has lasted as long has found nothing.
	 */
	private static final long EMPTY_POLL_NANOS = TimeUnit.SECONDS.toNanos(1);

	private final long timeoutNanos;

	private final long turnNanos;

	private final PauseWishes wishes;

	private final Map<TopicPartition, Standstill> standstills = new HashMap<>();

	private Set<TopicPartition> asked = Set.of();

	private int cursor;

	private boolean moved;

	/**
	 * Create a watch.
	 * @param timeoutMs how long a partition may stand still, milliseconds
	 * @param leaseMs the lease, milliseconds
	 * @param wishes who asks for a pause
	 */
	ProgressWatch(long timeoutMs, long leaseMs, PauseWishes wishes) {
		this.timeoutNanos = TimeUnit.MILLISECONDS.toNanos(timeoutMs);
		this.turnNanos = TimeUnit.MILLISECONDS.toNanos(Millis.times(PATIENCE, Math.max(timeoutMs, leaseMs)));
		this.wishes = wishes;
	}

	/**
	 * Take a new reading.
	 * @param progress the reading
	 * @param excused whether a standstill is excused at the moment
	 * @param nowNanos the time of the reading
	 * @return the stall, {@code null} when there is none
	 */
	@Nullable ProgressStall examine(ProgressReading progress, boolean excused, long nowNanos) {
		List<PartitionReading> readings = progress.partitions().partitions();
		this.moved = false;
		// While the thread is outside of poll() nothing can be said beyond the sample.
		long until = progress.polling() ? nowNanos : progress.partitions().takenNanos();
		List<StalledPartition> stalled = List.of();
		for (int i = 0; i < readings.size(); i++) {
			PartitionReading reading = readings.get(i);
			Standstill standstill = standstill(reading, progress, nowNanos);
			if (excused || this.wishes.asksFor(reading, nowNanos)) {
				standstill.since = nowNanos;
			}
			long stood = stood(standstill, reading, progress, until, nowNanos);
			if (stood >= this.timeoutNanos && isAtAStop(standstill, reading)) {
				stalled = stalled.isEmpty() ? new ArrayList<>() : stalled;
				stalled.add(new StalledPartition(reading, until - standstill.since));
			}
		}
		forgetAllBut(readings);
		return stalled.isEmpty() ? null : StalledPartition.stall(stalled);
	}

	private void forgetAllBut(List<PartitionReading> readings) {
		// All of them are known by now, so as many are all there are.
		if (this.standstills.size() > readings.size()) {
			this.standstills.keySet()
				.retainAll(readings.stream().map(PartitionReading::partition).collect(Collectors.toSet()));
		}
	}

	/**
	 * Return whether any partition has moved at the last reading.
	 * @return whether the consumer makes progress
	 */
	boolean moved() {
		return this.moved;
	}

	/**
	 * Return the partitions whose lag is worth asking for: those that have been quiet for
	 * a while, in turn.
	 * @param nowNanos the time
	 * @return the partitions
	 */
	Set<TopicPartition> questions(long nowNanos) {
		long quiet = Math.min(QUIET_NANOS, this.timeoutNanos / 4);
		int candidates = 0;
		boolean same = true;
		for (Map.Entry<TopicPartition, Standstill> entry : this.standstills.entrySet()) {
			if (entry.getValue().isQuiet(nowNanos, quiet)) {
				candidates++;
				same &= this.asked.contains(entry.getKey());
			}
		}
		// The same as in the last tick, as they nearly always are, are not made again.
		if (!same || candidates != this.asked.size()) {
			this.asked = (candidates > 0) ? choose(nowNanos, quiet) : Set.of();
		}
		return this.asked;
	}

	private Set<TopicPartition> choose(long nowNanos, long quiet) {
		List<TopicPartition> candidates = new ArrayList<>(this.standstills.size());
		this.standstills.forEach((partition, standstill) -> {
			if (standstill.isQuiet(nowNanos, quiet)) {
				candidates.add(partition);
			}
		});
		Set<TopicPartition> questions = new HashSet<>();
		for (int i = 0; i < Math.min(QUESTIONS, candidates.size()); i++) {
			this.cursor = (this.cursor + 1) % candidates.size();
			questions.add(candidates.get(this.cursor));
		}
		return Set.copyOf(questions);
	}

	private Standstill standstill(PartitionReading reading, ProgressReading progress, long nowNanos) {
		boolean paused = progress.paused().contains(reading.partition());
		Standstill standstill = this.standstills.get(reading.partition());
		if (standstill == null || standstill.hasMoved(reading)) {
			this.moved = true;
			long moved = progress.partitions().movedNanos();
			standstill = new Standstill(reading, paused,
					(moved - reading.assignedNanos() > 0) ? moved : reading.assignedNanos());
			this.standstills.put(reading.partition(), standstill);
		}
		if (standstill.paused != paused) {
			standstill.paused = paused;
			standstill.since = nowNanos;
		}
		if (!paused && reading.lag() == 0) {
			standstill.idle(reading.lagNanos());
			long pollNanos = nowNanos - progress.pollAgeNanos();
			if (progress.polling() && reading.lagNanos() - pollNanos >= 0) {
				// The poll that began with nothing to do has found nothing yet.
				standstill.since = nowNanos;
			}
		}
		return standstill;
	}

	private long stood(Standstill standstill, PartitionReading reading, ProgressReading progress, long until,
			long nowNanos) {
		long stood = until - standstill.since;
		if (standstill.paused || reading.retry() != null || stood >= this.turnNanos) {
			return stood;
		}
		boolean empty = progress.polling() && progress.pollAgeNanos() >= EMPTY_POLL_NANOS;
		return empty ? stood : Math.min(stood, nowNanos - progress.emptyPollAgeNanos() - standstill.since);
	}

	private boolean isAtAStop(Standstill standstill, PartitionReading reading) {
		if (standstill.paused) {
			// A sample from before the pause does not tell whose wish it is.
			return reading.paused();
		}
		// What the client did not know at first it may have learned in a long poll.
		boolean unknown = reading.lag() == PartitionReading.UNKNOWN
				&& reading.lagNanos() - standstill.since >= this.timeoutNanos;
		return reading.lag() > 0 || unknown;
	}

	/**
	 * Where a partition stands, and since when.
	 */
	private static final class Standstill {

		private final long assigned;

		private final long position;

		private final long committed;

		private long since;

		/**
		 * When it has last moved or was last known to have nothing to do.
		 */
		private long quietSince;

		private boolean paused;

		Standstill(PartitionReading reading, boolean paused, long since) {
			this.assigned = reading.assignedNanos();
			this.position = reading.position();
			this.committed = reading.committed();
			this.paused = paused;
			this.since = since;
			this.quietSince = since;
		}

		boolean isQuiet(long nowNanos, long quietNanos) {
			return !this.paused && nowNanos - this.quietSince >= quietNanos;
		}

		void idle(long nanos) {
			if (nanos - this.since > 0) {
				this.since = nanos;
			}
			if (nanos - this.quietSince > 0) {
				this.quietSince = nanos;
			}
		}

		// It may also have been taken away and given back within one poll.
		boolean hasMoved(PartitionReading reading) {
			return this.position != reading.position() || this.committed != reading.committed()
					|| this.assigned != reading.assignedNanos();
		}

	}

}
