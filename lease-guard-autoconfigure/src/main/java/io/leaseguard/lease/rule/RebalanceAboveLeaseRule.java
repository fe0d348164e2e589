package io.leaseguard.lease.rule;

import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.LeaseEquation;
import io.leaseguard.lease.LeaseSettings;
import io.leaseguard.lease.Millis;
import io.leaseguard.lease.Severity;

/**
 * Under the consumer protocol the broker waits one {@code max.poll.interval.ms} for a
 * member to give up partitions (KIP-848), and the member does it step by step, in its
 * polls: it takes note of the new assignment, revokes, and says so. With a batch between
 * two of them a listener that keeps its lease can be late all the same, and is put out of
 * its group. Batch splitting serves a rebalance between two batches.
 */
class RebalanceAboveLeaseRule implements LeaseRule {

	static final String ID = "rebalance-above-lease";

	/**
	 * Three steps, the first of which may take two polls: a client of 4.2 to 4.4 that has
	 * fetched records in its buffer attends to its assignment in every second poll.
	 */
	private static final int POLLS = 4;

	@Override
	public @Nullable Finding examine(LeaseCase leaseCase) {
		LeaseSettings settings = leaseCase.settings();
		int batchSize = settings.maxPollRecords().value();
		long lease = settings.maxPollInterval().value();
		if (settings.pulse().classic() || !leaseCase.terms().declared() || leaseCase.facts().splitting().possible()
				|| LeaseEquation.requiredLease(leaseCase.terms(), batchSize) >= lease) {
			return null;
		}
		long work = leaseCase.terms().workMs(batchSize);
		long rebalance = Millis.times(POLLS, work);
		if (rebalance < lease) {
			return null;
		}
		String factor = "lease-guard.safety-factor to %d, so that %d batches fit into a lease".formatted(POLLS, POLLS);
		return leaseCase.finding(ID, Severity.INFO,
				"Under group.protocol=consumer a member gives up partitions in up to %d polls, all of them within max.poll.interval.ms of %s, but a single batch may take %s: while batches take that long, a rebalance can cost it all of its partitions."
					.formatted(POLLS, Millis.format(lease), Millis.format(work)),
				splittable(leaseCase)
						? "Set lease-guard.batch-splitting.enabled to true, which serves a rebalance between batches, or %s."
							.formatted(factor)
						: "Set %s.".formatted(factor),
				Map.of("leaseMs", lease, "workMs", work, "rebalanceMs", rebalance));
	}

	private static boolean splittable(LeaseCase leaseCase) {
		return !leaseCase.facts().batchListener() && leaseCase.facts().splitting().obstacle() == null;
	}

}
