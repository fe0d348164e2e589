package io.leaseguard.lease.rule;

import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.LeaseDerivation;
import io.leaseguard.lease.LeaseSettings;
import io.leaseguard.lease.LeaseTerms;
import io.leaseguard.lease.Millis;
import io.leaseguard.lease.Setting;
import io.leaseguard.lease.Severity;

/**
 * A stuck consumer must not keep its partitions for longer than the business tolerates.
 */
class LeaseTooLongRule implements LeaseRule {

	static final String ID = "lease-too-long";

	private static final int DEFAULT_LEASE_MS = 300_000;

	@Override
	public @Nullable Finding examine(LeaseCase leaseCase) {
		LeaseTerms terms = leaseCase.terms();
		LeaseSettings settings = leaseCase.settings();
		Setting lease = settings.maxPollInterval();
		long delay = settings.detectionDelayMs();
		if (leaseCase.delayTolerated() || leaseCase.leaseOpen()) {
			// What could not be derived has its own finding: the default is no choice.
			return null;
		}
		Map<String, Long> numbers = new LinkedHashMap<>();
		numbers.put("leaseMs", (long) lease.value());
		numbers.put("detectionDelayMs", delay);
		numbers.put("maxDetectionDelayMs", terms.maxDetectionDelayMs());
		String length = (lease.value() == Integer.MAX_VALUE) ? "no lease at all" : Millis.format(lease.value());
		String surcharge = settings.pulse().staticMember() ? "; with the session timeout of a static member, %s,"
			.formatted(Millis.format(settings.pulse().detectionSurchargeMs())) : ":";
		String message = "max.poll.interval.ms is %d (%s)%s a stuck consumer would keep its partitions for %s, but max-detection-delay is %s."
			.formatted(lease.value(), length, surcharge, Millis.format(delay),
					Millis.format(terms.maxDetectionDelayMs()));
		return leaseCase.finding(ID, Severity.ERROR, message,
				terms.declared() ? fix(leaseCase) : fixUndeclared(leaseCase), numbers);
	}

	private String fixUndeclared(LeaseCase leaseCase) {
		long longest = leaseCase.longestLeaseMs();
		Setting lease = leaseCase.settings().maxPollInterval();
		if (longest == 0) {
			int kept = Math.min(lease.value(), DEFAULT_LEASE_MS);
			long delay = Millis.plus(kept, leaseCase.settings().pulse().detectionSurchargeMs());
			return "Set %smax-detection-delay to %s or more.".formatted(
					(kept < lease.value()) ? "max.poll.interval.ms to %d or less and ".formatted(kept) : "",
					Millis.formatProperty(delay));
		}
		String derive = lease.explicit() ? ", or remove it and declare record-timeout so that it is derived"
				: ", or declare record-timeout so that it is derived";
		return "Set max.poll.interval.ms to %d or less%s.".formatted(longest, leaseCase.derivable() ? derive : "");
	}

	private String fix(LeaseCase leaseCase) {
		LeaseTerms terms = leaseCase.terms();
		LeaseSettings given = leaseCase.given();
		LeaseSettings suggested = LeaseDerivation.suggest(terms, given, false);
		boolean sameBatch = suggested.derived();
		if (!sameBatch) {
			suggested = LeaseDerivation.suggest(terms, given, true);
		}
		if (!suggested.derived()) {
			return "See %s first: no lease fits the declared work.".formatted(WorkTooLongRule.ID);
		}
		long longest = leaseCase.longestLeaseMs();
		int batch = suggested.maxPollRecords().value();
		boolean removable = leaseCase.derivable() && sameBatch && terms.minLeaseMs() <= longest;
		return "%s to %d%s; at most %d is tolerated.".formatted(
				removable ? "Remove max.poll.interval.ms so that it is derived, or set it" : "Set max.poll.interval.ms",
				suggested.maxPollInterval().value(),
				(batch != given.maxPollRecords().value()) ? " with max.poll.records " + batch : "", longest);
	}

}
