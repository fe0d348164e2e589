package io.leaseguard.watchdog;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import io.leaseguard.container.WorkTimes;
import io.leaseguard.lease.Finding;
import io.leaseguard.startup.ListenerAssessment;

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

	private volatile List<RecoveryCount> counted = List.of();

	private volatile Map<Integer, Long> attempts = Map.of();

	private final Deque<PastRecovery> past = new ArrayDeque<>();

	private volatile List<PastRecovery> remembered = List.of();

	private @Nullable Found found;

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
		Map<Integer, Long> attempts = new HashMap<>(this.attempts);
		attempts.merge(consumerIndex, 1L, Long::sum);
		this.attempts = Map.copyOf(attempts);
	}

	void learn(WorkTimes times, long turn, long nowNanos) {
		this.learner.absorb(times, turn, nowNanos);
	}

	@Nullable UsualTime usual(long leaseNanos) {
		return this.learner.usual(leaseNanos);
	}

	@Nullable LearnedTime learned() {
		return this.learner.learned();
	}

	/**
	 * Return the findings of start-up, then those at run time. The latter take far longer
	 * to make than a tick may, so they are made again only when something new was
	 * learned.
	 * @param assessment the assessment of the listener
	 * @return the findings
	 */
	List<Finding> findings(ListenerAssessment assessment) {
		LearnedTime learned = learned();
		Found found = this.found;
		if (found == null || found.assessment() != assessment || tellsMore(found.learned(), learned)) {
			List<Finding> findings = new ArrayList<>(assessment.judgement().findings());
			long leaseNanos = TimeUnit.MILLISECONDS.toNanos(assessment.judgement().leaseMs());
			findings.addAll(LearnedFindings.of(assessment, learned, usual(leaseNanos)));
			found = new Found(assessment, learned, List.copyOf(findings));
			this.found = found;
		}
		return found.findings();
	}

	// Of how many it was learned is said in passing: a quarter more changes nothing.
	private static boolean tellsMore(@Nullable LearnedTime before, @Nullable LearnedTime after) {
		if (before == after) {
			return false;
		}
		return before == null || after == null || before.count() < LearnedFindings.ENOUGH
				|| after.count() < before.count() || after.count() - before.count() > before.count() / 4
				|| before.p99Ms() != after.p99Ms() || before.p999Ms() != after.p999Ms()
				|| before.maxMs() != after.maxMs();
	}

	long attempts(int consumerIndex) {
		Map<Integer, Long> attempts = this.attempts;
		return attempts.isEmpty() ? 0 : attempts.getOrDefault(consumerIndex, 0L);
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
		// Copied when they change, which is seldom, not when they are looked at.
		this.counted = List.copyOf(this.recoveries.values());
		this.remembered = List.copyOf(this.past);
	}

	List<RecoveryCount> recoveries() {
		return this.counted;
	}

	/**
	 * Return the last repairs.
	 * @return the repairs, the latest first
	 */
	List<PastRecovery> past() {
		return this.remembered;
	}

	/**
	 * Findings, and what they were made from.
	 *
	 * @param assessment the assessment
	 * @param learned what was learned
	 * @param findings the findings
	 */
	private record Found(ListenerAssessment assessment, @Nullable LearnedTime learned, List<Finding> findings) {
	}

}
