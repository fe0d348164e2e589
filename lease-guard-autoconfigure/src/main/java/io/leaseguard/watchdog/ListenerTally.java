package io.leaseguard.watchdog;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;

import org.jspecify.annotations.Nullable;

import io.leaseguard.container.WorkTimes;

/**
 * What has happened to one listener so far, over all its consumers and restarts. Touched
 * by the thread of the watchdog alone, except where it says so.
 */
final class ListenerTally {

	private final TimeLearner learner = new TimeLearner(System.nanoTime());

	private final LongAdder splits = new LongAdder();

	private long expirations;

	private final Map<String, RecoveryCount> recoveries = new TreeMap<>();

	void expired() {
		this.expirations++;
	}

	long expirations() {
		return this.expirations;
	}

	/**
	 * Count splits. Also called by the thread of a consumer that stops.
	 * @param count how many
	 */
	void split(long count) {
		this.splits.add(count);
	}

	long splits() {
		return this.splits.sum();
	}

	void recovery(String action, String outcome) {
		this.recoveries.merge(action + " " + outcome, new RecoveryCount(action, outcome, 1),
				(old, one) -> new RecoveryCount(action, outcome, old.count() + 1));
	}

	void learn(WorkTimes times, long nowNanos) {
		this.learner.absorb(times, nowNanos);
	}

	@Nullable LearnedTime learned() {
		return this.learner.learned();
	}

	List<RecoveryCount> recoveries() {
		return List.copyOf(this.recoveries.values());
	}

}
