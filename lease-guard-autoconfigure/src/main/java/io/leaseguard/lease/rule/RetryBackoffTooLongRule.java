package io.leaseguard.lease.rule;

import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.FixedCosts;
import io.leaseguard.lease.Millis;
import io.leaseguard.lease.Severity;

/**
 * A single back-off on the consumer thread must end before the lease does: the consumer
 * does not poll meanwhile (spring-kafka, {@code DefaultBackOffHandler}). The steps of a
 * back-off do not add up, because the record is sought again and the consumer polls
 * between two attempts.
 */
class RetryBackoffTooLongRule implements LeaseRule {

	static final String ID = "retry-backoff-too-long";

	@Override
	public @Nullable Finding examine(LeaseCase leaseCase) {
		FixedCosts costs = leaseCase.terms().fixedCosts();
		long backoff = Millis.plus(costs.partMs(FixedCosts.RETRY_BACKOFF), costs.partMs(FixedCosts.ROLLBACK_BACKOFF));
		long lease = leaseCase.leaseToFitMs();
		if (backoff == 0 || backoff < lease) {
			return null;
		}
		String message = "The longest single back-off between two attempts is %s, but it must be shorter than %s: the consumer does not poll while it sleeps."
			.formatted(Millis.format(backoff), leaseCase.leaseToFit());
		String fix = "Bring the back-off of the error handler to %s, or let the retries wait without blocking: with retry topics or a ContainerPausingBackOffHandler. Where it does not apply to this listener, set retry-backoff to what does."
			.formatted(leaseCase.lessThanTheLease());
		return leaseCase.finding(ID, Severity.ERROR, message, fix, Map.of("retryBackoffMs", backoff, "leaseMs", lease));
	}

}
