package io.leaseguard.lease.rule;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.LeaseEquation;
import io.leaseguard.lease.LeaseTerms;
import io.leaseguard.lease.Millis;
import io.leaseguard.lease.Setting;
import io.leaseguard.lease.Severity;

/**
 * Not even a batch of one record, or the one declared batch, fits: no batch size helps.
 */
class WorkTooLongRule implements LeaseRule {

	static final String ID = "work-too-long";

	@Override
	public @Nullable Finding examine(LeaseCase leaseCase) {
		LeaseTerms terms = leaseCase.terms();
		if (!terms.declared() || smallestLease(leaseCase) <= leaseCase.longestLeaseMs() || lawfulAsSet(leaseCase)) {
			return null;
		}
		Map<String, Long> numbers = new LinkedHashMap<>();
		numbers.put("requiredLeaseMs", LeaseEquation.requiredLease(terms, 1));
		numbers.put("maxDetectionDelayMs", terms.maxDetectionDelayMs());
		numbers.put("smallestDetectionDelayMs", smallestDelay(leaseCase));
		return leaseCase.finding(ID, Severity.ERROR, message(leaseCase), fix(leaseCase), numbers);
	}

	private long smallestLease(LeaseCase leaseCase) {
		return leaseCase.leaseOpen() ? LeaseEquation.derivedLease(leaseCase.terms(), 1)
				: LeaseEquation.shortestLease(leaseCase.terms(), 1);
	}

	private long smallestDelay(LeaseCase leaseCase) {
		return Millis.plus(smallestLease(leaseCase), leaseCase.given().pulse().detectionSurchargeMs());
	}

	private boolean lawfulAsSet(LeaseCase leaseCase) {
		// A derived lease is a whole second, one that is set may lie between two.
		Setting lease = leaseCase.settings().maxPollInterval();
		return !leaseCase.leaseOpen() && leaseCase.delayTolerated()
				&& LeaseEquation.requiredLease(leaseCase.terms(), 1) < lease.value();
	}

	private boolean workFits(LeaseCase leaseCase) {
		return LeaseEquation.shortestLease(leaseCase.terms(), 1) <= leaseCase.longestLeaseMs();
	}

	private String message(LeaseCase leaseCase) {
		LeaseTerms terms = leaseCase.terms();
		if (workFits(leaseCase)) {
			return "min-lease is %s, but %s.".formatted(Millis.format(terms.minLeaseMs()), leaseCase.limit());
		}
		return "%s alone needs %s, but %s.%s".formatted(
				(terms.batchTimeout() != null) ? "The declared batch" : "One record", leaseCase.need(1),
				leaseCase.limit(), leaseCase.fixedCost());
	}

	private String fix(LeaseCase leaseCase) {
		List<String> ways = new ArrayList<>();
		String shorten = shorten(leaseCase);
		if (!shorten.isEmpty()) {
			ways.add(shorten);
		}
		if (smallestLease(leaseCase) <= LeaseEquation.LONGEST_LEASE_MS) {
			ways.add("set max-detection-delay to " + Millis.formatProperty(smallestDelay(leaseCase)) + " or more");
		}
		if (ways.isEmpty()) {
			ways.add("lower record-overhead, safety-factor or the fixed cost");
		}
		String text = String.join(", or ", ways);
		return Character.toUpperCase(text.charAt(0)) + text.substring(1) + batch(leaseCase, ways.size()) + ".";
	}

	private String shorten(LeaseCase leaseCase) {
		LeaseTerms terms = leaseCase.terms();
		long longest = leaseCase.longestLeaseMs();
		String lease = (leaseCase.leaseOpen() && terms.minLeaseMs() > longest)
				? "set min-lease to " + Millis.formatProperty(longest) + " or less" : "";
		if (workFits(leaseCase)) {
			return lease;
		}
		boolean batch = terms.batchTimeout() != null;
		long fits = batch ? LeaseEquation.longestBatchTimeout(terms, longest)
				: LeaseEquation.longestRecordTimeout(terms, longest);
		if (fits == 0) {
			return "";
		}
		String work = batch ? "bring the work of one batch to %s or less (batch-timeout)"
				: "bring the work of one record to %s or less (record-timeout)";
		return work.formatted(Millis.formatProperty(fits)) + (lease.isEmpty() ? "" : " and " + lease);
	}

	private String batch(LeaseCase leaseCase, int ways) {
		Setting batch = leaseCase.settings().maxPollRecords();
		boolean open = leaseCase.derivable() && !batch.explicit();
		return (open || batch.value() == 1 || leaseCase.terms().batchTimeout() != null || workFits(leaseCase)) ? ""
				: ((ways > 1) ? "; either way with" : ", with") + " max.poll.records 1";
	}

}
