package io.leaseguard.lease.rule;

import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.FixedCosts;
import io.leaseguard.lease.LeaseEquation;
import io.leaseguard.lease.LeaseTerms;
import io.leaseguard.lease.Millis;
import io.leaseguard.lease.Severity;

/**
 * The broker aborts a transaction that is open for longer than the
 * {@code transaction.timeout.ms} of its producer, and the same records come again. A
 * record listener has a transaction for each record, a batch listener one for the batch.
 */
class TransactionTooLongRule implements LeaseRule {

	static final String ID = "transaction-too-long";

	/**
	 * The default of {@code transaction.max.timeout.ms} at the broker, in milliseconds.
	 */
	private static final long BROKER_MAX_MS = 900_000;

	@Override
	public @Nullable Finding examine(LeaseCase leaseCase) {
		LeaseTerms terms = leaseCase.terms();
		Long timeout = leaseCase.facts().container().transactionTimeoutMs();
		if (timeout == null || !terms.declared()) {
			return null;
		}
		boolean batch = leaseCase.facts().batchListener();
		int records = batch ? leaseCase.settings().maxPollRecords().value() : 1;
		long work = terms.workMs(records);
		long needed = LeaseEquation.requiredWork(terms, records);
		if (needed < timeout) {
			return null;
		}
		Map<String, Long> numbers = new LinkedHashMap<>();
		numbers.put("workMs", work);
		numbers.put("requiredMs", needed);
		numbers.put("transactionTimeoutMs", timeout);
		String message = "The transaction of one %s may take %s (%s with head-room), but transaction.timeout.ms of its producer is %d (%s): the broker would abort it and the same records would come again."
			.formatted(batch ? "batch" : "record", Millis.format(work), Millis.format(needed), timeout,
					Millis.format(timeout));
		return leaseCase.finding(ID, (work >= timeout) ? Severity.ERROR : Severity.WARNING, message,
				fix(leaseCase, batch, timeout, needed), numbers);
	}

	private String fix(LeaseCase leaseCase, boolean batch, long timeout, long needed) {
		LeaseTerms terms = leaseCase.terms();
		LeaseTerms bare = terms.withFixedCosts(FixedCosts.NONE);
		int fits = (batch && terms.batchTimeout() == null)
				? LeaseEquation.largestBatch(bare, timeout, leaseCase.settings().maxPollRecords().value()) : 0;
		String fewer = (fits > 0) ? "max.poll.records to %d or less, or ".formatted(fits) : "";
		long longer = Millis.plus(needed, 1);
		String broker = (longer > BROKER_MAX_MS)
				? "; the broker must allow it (transaction.max.timeout.ms, by default " + BROKER_MAX_MS + ")" : "";
		if (longer > Integer.MAX_VALUE) {
			return (fits > 0) ? "Set max.poll.records to %d or less.".formatted(fits)
					: "Bring the work of one %s below %s.".formatted(batch ? "batch" : "record",
							Millis.formatProperty(timeout));
		}
		return "Set %stransaction.timeout.ms of the producer (spring.kafka.producer.properties) to %d or more%s."
			.formatted(fewer, longer, broker);
	}

}
