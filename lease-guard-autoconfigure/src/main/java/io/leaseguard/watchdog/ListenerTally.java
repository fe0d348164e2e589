package io.leaseguard.watchdog;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

import io.leaseguard.container.WorkTimes;

/**
 * What has happened to one listener so far, over all its consumers and restarts. Written
 * by the thread of the watchdog, by whoever carries out what a person asks for, and by a
 * consumer that stops.
 */
final class ListenerTally {

	private static final int REMEMBERED = 10;

	private final TimeLearner learner = new TimeLearner(System.nanoTime());

	private long expirations;

	private long splits;

	private final Map<String, RecoveryCount> recoveries = new TreeMap<>();

	private final Map<Integer, Long> attempts = new HashMap<>();

	private final Deque<PastRecovery> past = new ArrayDeque<>();

	synchronized void expired() {
		this.expirations++;
	}

	synchronized long expirations() {
		return this.expirations;
	}

	synchronized void split(long count) {
		this.splits += count;
	}

	synchronized long splits() {
		return this.splits;
	}

	synchronized void attempted(int consumerIndex) {
		this.attempts.merge(consumerIndex, 1L, Long::sum);
	}

	void learn(WorkTimes times, long nowNanos) {
		this.learner.absorb(times, nowNanos);
	}

	@Nullable LearnedTime learned() {
		return this.learner.learned();
	}

	synchronized long attempts(int consumerIndex) {
		return this.attempts.getOrDefault(consumerIndex, 0L);
	}

	synchronized void recovery(PastRecovery recovery) {
		String action = recovery.action();
		String outcome = recovery.outcome();
		this.recoveries.merge(action + " " + outcome, new RecoveryCount(action, outcome, 1),
				(old, one) -> new RecoveryCount(action, outcome, old.count() + 1));
		this.past.addFirst(recovery);
		if (this.past.size() > REMEMBERED) {
			this.past.removeLast();
		}
	}

	synchronized List<RecoveryCount> recoveries() {
		return List.copyOf(this.recoveries.values());
	}

	/**
	 * Return the last repairs.
	 * @return the repairs, the latest first
	 */
	synchronized List<PastRecovery> past() {
		return List.copyOf(this.past);
	}

}
