package io.leaseguard.watchdog;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.Judgement;
import io.leaseguard.lease.LeaseDerivation;
import io.leaseguard.lease.LeaseEquation;
import io.leaseguard.lease.LeaseSettings;
import io.leaseguard.lease.LeaseTerms;
import io.leaseguard.lease.Millis;
import io.leaseguard.lease.Severity;
import io.leaseguard.startup.ListenerAssessment;

/**
 * Compares what a listener declares with what it is seen to take. The guard never changes
 * a lease at run time by itself: it says what would follow.
 * <p>
 * What has outlived its lease was stuck: a fault, and no evidence of what the work takes.
 * Two of them in a thousand would otherwise call for a timeout above them. The lease is
 * the boundary, and not some multiple of the declared timeout, because a timeout that is
 * declared far too short is just what is to be found.
 */
final class LearnedFindings {

	static final String TOO_SHORT = "record-timeout-too-short";

	static final String TOO_LONG = "record-timeout-too-long";

	static final String UNDECLARED = "record-timeout-undeclared";

	/**
	 * A thousandth can't be learned from fewer.
	 */
	static final long ENOUGH = 1000;

	/**
	 * Batches are few, so of them a hundredth has to do.
	 */
	static final long ENOUGH_BATCHES = 100;

	private static final int GENEROUS = 10;

	private static final int HEADROOM = 2;

	private LearnedFindings() {
	}

	/**
	 * Compare.
	 * @param assessment the assessment of the listener
	 * @param seen what its work took, {@code null} when there was none
	 * @param usual what it took without what was stuck, {@code null} likewise
	 * @return the findings
	 */
	static List<Finding> of(ListenerAssessment assessment, @Nullable LearnedTime seen, @Nullable UsualTime usual) {
		boolean whole = assessment.batchListener();
		LearnedTime learned = withoutStuck(seen, usual);
		if (learned == null || learned.count() < (whole ? ENOUGH_BATCHES : ENOUGH)) {
			return List.of();
		}
		LeaseTerms terms = assessment.judgement().terms();
		if (!terms.declared()) {
			return List.of(undeclared(assessment, learned, whole));
		}
		Duration declared = assessment.measurableTimeout();
		if (declared == null) {
			return List.of();
		}
		long declaredMs = Millis.ceil(declared);
		if (usual(learned, whole) > declaredMs) {
			return List.of(tooShort(assessment, learned, declaredMs, whole));
		}
		return (declaredMs >= Millis.times(GENEROUS, learned.maxMs()))
				? List.of(tooLong(assessment, learned, declaredMs, whole)) : List.of();
	}

	private static @Nullable LearnedTime withoutStuck(@Nullable LearnedTime seen, @Nullable UsualTime usual) {
		if (seen == null || usual == null || usual.count() == seen.count()) {
			return seen;
		}
		return new LearnedTime(usual.count(), seen.p50Ms(), millis(usual.p99Nanos()), millis(usual.p999Nanos()),
				millis(usual.maxNanos()));
	}

	private static long millis(long nanos) {
		return Millis.ceil(Duration.ofNanos(nanos));
	}

	private static Finding undeclared(ListenerAssessment assessment, LearnedTime learned, boolean whole) {
		long suggestion = Millis.times(HEADROOM, Math.max(1, learned.maxMs()));
		return finding(assessment, UNDECLARED, Severity.INFO,
				"No %s is declared, so no lease is derived. %s".formatted(key(whole), seen(learned, whole)), suggestion,
				whole);
	}

	private static Finding tooShort(ListenerAssessment assessment, LearnedTime learned, long declaredMs,
			boolean whole) {
		long suggestion = Millis.times(HEADROOM, usual(learned, whole));
		return finding(
				assessment, TOO_SHORT, Severity.WARNING, "%s %s, but that is not kept. %s"
					.formatted(declared(assessment, whole), Millis.format(declaredMs), seen(learned, whole)),
				suggestion, whole);
	}

	private static Finding tooLong(ListenerAssessment assessment, LearnedTime learned, long declaredMs, boolean whole) {
		long suggestion = Millis.times(HEADROOM, Math.max(1, learned.maxMs()));
		return finding(assessment, TOO_LONG, Severity.INFO,
				"%s %s, ten times and more above what is ever seen: a stuck consumer keeps its partitions for longer than need be. %s"
					.formatted(declared(assessment, whole), Millis.format(declaredMs), seen(learned, whole)),
				suggestion, whole);
	}

	private static Finding finding(ListenerAssessment assessment, String rule, Severity severity, String message,
			long suggestionMs, boolean whole) {
		String declare = "Bring the work under the timeout, or declare %s: %s".formatted(key(whole),
				Millis.formatProperty(suggestionMs));
		if (severity == Severity.INFO) {
			declare = "Declare %s: %s".formatted(key(whole), Millis.formatProperty(suggestionMs));
		}
		return new Finding(rule, severity, assessment.listenerId(), message,
				declare + consequence(assessment.judgement(), suggestionMs, whole) + ".",
				Map.of("suggestedTimeoutMs", suggestionMs));
	}

	/**
	 * What the guard would derive from another timeout.
	 * @param judgement the judgement by the declared timeout
	 * @param suggestionMs the other timeout, milliseconds
	 * @param whole whether it is the timeout of a whole batch
	 * @return the settings that would follow, as the end of a sentence
	 */
	private static String consequence(Judgement judgement, long suggestionMs, boolean whole) {
		LeaseTerms old = judgement.terms();
		Duration suggestion = Duration.ofMillis(suggestionMs);
		LeaseTerms terms = new LeaseTerms(whole ? null : suggestion, whole ? suggestion : null, old.recordOverhead(),
				old.safetyFactor(), old.maxDetectionDelay(), old.minLease(), old.fixedCosts());
		LeaseSettings settings = LeaseDerivation.suggest(terms, judgement.settings(), false);
		if (!settings.derived()) {
			settings = LeaseDerivation.suggest(terms, judgement.settings(), true);
		}
		if (settings.derived()) {
			return ", from which follow max.poll.interval.ms=%d and max.poll.records=%d"
				.formatted(settings.maxPollInterval().value(), settings.maxPollRecords().value());
		}
		return whole ? smallerBatch(terms, judgement.settings(), suggestionMs)
				: ". Not even a single such record fits max-detection-delay, which is "
						+ Millis.format(old.maxDetectionDelayMs());
	}

	private static String smallerBatch(LeaseTerms terms, LeaseSettings settings, long suggestionMs) {
		long longest = LeaseEquation.longestBatchTimeout(terms, LeaseEquation.longestLease(terms, settings.pulse()));
		int records = settings.maxPollRecords().value();
		if (longest <= 0 || longest >= suggestionMs || records <= 1) {
			return "";
		}
		long lawful = Math.max(1, (long) (records * ((double) longest / suggestionMs)));
		return ". Within max-detection-delay that is too long for %d records: max.poll.records=%d would need about batch-timeout: %s"
			.formatted(records, lawful, Millis.formatProperty(suggestionMs / records * lawful));
	}

	private static long usual(LearnedTime learned, boolean whole) {
		// A thousandth can't be learned from few batches.
		return whole ? learned.p99Ms() : learned.p999Ms();
	}

	private static String declared(ListenerAssessment assessment, boolean whole) {
		if (whole && assessment.judgement().terms().batchTimeout() == null) {
			return "By record-timeout and record-overhead %d records are to take no longer than"
				.formatted(assessment.judgement().settings().maxPollRecords().value());
		}
		return key(whole) + " is";
	}

	private static String seen(LearnedTime learned, boolean whole) {
		return "Of the last %d %s took %s or less, the longest %s.".formatted(learned.count(),
				whole ? "batches 99 in 100" : "records 999 in 1000", Millis.format(usual(learned, whole)),
				Millis.format(learned.maxMs()));
	}

	private static String key(boolean whole) {
		return whole ? "batch-timeout" : "record-timeout";
	}

}
