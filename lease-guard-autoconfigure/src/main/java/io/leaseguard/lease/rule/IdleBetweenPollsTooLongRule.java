package io.leaseguard.lease.rule;

import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.FixedCosts;
import io.leaseguard.lease.LeaseTerms;
import io.leaseguard.lease.Millis;
import io.leaseguard.lease.Severity;

/**
 * The sleep between two polls should fit the lease beside the work of a batch. The
 * container shortens it so that it ends 5 s before the lease does, so no lease is lost;
 * but it sleeps less than it was told, and every rebalance waits for nearly the whole
 * lease.
 */
class IdleBetweenPollsTooLongRule implements LeaseRule {

	static final String ID = "idle-between-polls-too-long";

	/**
	 * How long before the end of the lease the container ends its sleep (spring-kafka,
	 * {@code KafkaMessageListenerContainer}).
	 */
	private static final long MARGIN_MS = 5_000;

	@Override
	public @Nullable Finding examine(LeaseCase leaseCase) {
		long idle = leaseCase.facts().container().idleBetweenPollsMs();
		long work = work(leaseCase);
		long lease = leaseCase.leaseToFitMs();
		long needed = Millis.plus(Millis.plus(work, idle), MARGIN_MS);
		if (idle <= 0 || needed <= lease) {
			return null;
		}
		long room = Math.max(0, lease - Millis.plus(work, MARGIN_MS));
		Map<String, Long> numbers = new LinkedHashMap<>();
		numbers.put("idleBetweenPollsMs", idle);
		numbers.put("leaseMs", lease);
		numbers.put("workMs", work);
		numbers.put("roomMs", room);
		String message = "idleBetweenPolls is %s, but %s leaves it %s%s: the container will shorten its sleep, and a rebalance will wait for nearly the whole lease."
			.formatted(Millis.format(idle), leaseCase.leaseToFit(), Millis.format(room),
					(work > 0) ? " beside a batch that may take " + Millis.format(work) : "");
		return leaseCase.finding(ID, Severity.WARNING, message, fix(leaseCase, room, needed), numbers);
	}

	private long work(LeaseCase leaseCase) {
		LeaseTerms terms = leaseCase.terms();
		return terms.declared()
				? Millis.plus(terms.workMs(leaseCase.settings().maxPollRecords().value()), busy(terms.fixedCosts()))
				: 0;
	}

	private long busy(FixedCosts costs) {
		return costs.withoutIdle().totalMs();
	}

	private String fix(LeaseCase leaseCase, long room, long needed) {
		String shorter = (room > 0)
				? "Set spring.kafka.listener.idle-between-polls to %s or less".formatted(Millis.formatProperty(room))
				: "Remove spring.kafka.listener.idle-between-polls";
		boolean longer = !leaseCase.leaseOpen() && needed <= leaseCase.longestLeaseMs();
		return shorter + (longer ? ", or max.poll.interval.ms to %d or more.".formatted(needed) : ".");
	}

}
