package io.leaseguard.lease.rule;

import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.LeaseDerivation;
import io.leaseguard.lease.LeaseEquation;
import io.leaseguard.lease.LeaseSettings;
import io.leaseguard.lease.LeaseTerms;
import io.leaseguard.lease.Millis;
import io.leaseguard.lease.Setting;
import io.leaseguard.lease.Severity;

/**
 * The lease must be longer than the required lease, strictly: a plan that needs all of it
 * has already lost it. Where batches are split at the lease boundary, only a single
 * record has to fit, and a longer batch is only a hint.
 */
class LeaseTooShortRule implements LeaseRule {

	static final String ID = "lease-too-short";

	private static final WorkTooLongRule WORK_TOO_LONG = new WorkTooLongRule();

	@Override
	public @Nullable Finding examine(LeaseCase leaseCase) {
		LeaseTerms terms = leaseCase.terms();
		if (!terms.declared() || WORK_TOO_LONG.examine(leaseCase) != null) {
			return null;
		}
		LeaseSettings settings = leaseCase.settings();
		int batch = settings.maxPollRecords().value();
		Setting lease = settings.maxPollInterval();
		long required = LeaseEquation.requiredLease(terms, batch);
		boolean underivable = leaseCase.leaseOpen()
				&& LeaseEquation.derivedLease(terms, batch) > leaseCase.longestLeaseMs();
		if (lease.value() > required && !underivable) {
			return null;
		}
		Map<String, Long> numbers = new LinkedHashMap<>();
		numbers.put("requiredLeaseMs", required);
		numbers.put("leaseMs", (long) lease.value());
		numbers.put("maxDetectionDelayMs", terms.maxDetectionDelayMs());
		String message = underivable
				? "max.poll.records is %d, which needs %s, but %s.".formatted(batch, leaseCase.need(batch),
						leaseCase.limit())
				: "max.poll.interval.ms is %d (%s), which is not above the required lease: %s.".formatted(lease.value(),
						Millis.format(lease.value()), LeaseEquation.describeRequired(terms, batch));
		if (leaseCase.facts().splitting().possible()) {
			boolean recordFits = LeaseEquation.requiredLease(terms, 1) < lease.value();
			message += recordFits ? " Batch splitting keeps the lease, at the price of fetching the rest again."
					: " Batch splitting does not help, because a single record may not fit.";
			if (recordFits) {
				return leaseCase.finding(ID, Severity.WARNING, message + leaseCase.fixedCost(),
						"To do without splits: " + fix(leaseCase, underivable), numbers);
			}
		}
		return leaseCase.finding(ID, Severity.ERROR, message + leaseCase.fixedCost(), fix(leaseCase, underivable),
				numbers);
	}

	private String fix(LeaseCase leaseCase, boolean underivable) {
		LeaseTerms terms = leaseCase.terms();
		LeaseSettings settings = leaseCase.settings();
		int batch = settings.maxPollRecords().value();
		int fits = largestBatch(leaseCase, underivable);
		String records = "max.poll.records to %d or less".formatted(fits);
		if (underivable) {
			return "Set " + records + ".";
		}
		LeaseSettings suggested = LeaseDerivation.suggest(terms, settings, fits == 0);
		if (!suggested.derived()) {
			return "Set %s. A longer lease is no way out: %s.".formatted(records, leaseCase.limit());
		}
		StringBuilder fix = new StringBuilder("Set ");
		if (fits > 0) {
			fix.append(records).append(", or ");
		}
		fix.append("max.poll.interval.ms to ").append(suggested.maxPollInterval().value());
		if (suggested.maxPollRecords().value() != batch) {
			fix.append(" with max.poll.records ").append(suggested.maxPollRecords().value());
		}
		return fix.append(", which max-detection-delay ")
			.append(Millis.format(terms.maxDetectionDelayMs()))
			.append(" allows.")
			.toString();
	}

	private int largestBatch(LeaseCase leaseCase, boolean underivable) {
		LeaseTerms terms = leaseCase.terms();
		if (terms.batchTimeout() != null) {
			return 0;
		}
		// A lease that is too long as well will not stay as it is.
		long lease = leaseCase.settings().maxPollInterval().value();
		long longest = leaseCase.longestLeaseMs();
		return LeaseEquation.largestBatch(terms,
				underivable ? longest : leaseCase.delayTolerated() ? lease : Math.min(lease, longest),
				leaseCase.settings().maxPollRecords().value());
	}

}
