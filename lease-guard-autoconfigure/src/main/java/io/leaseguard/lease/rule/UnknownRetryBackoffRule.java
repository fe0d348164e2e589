package io.leaseguard.lease.rule;

import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.FixedCosts;
import io.leaseguard.lease.Severity;

/**
 * A back-off that can't be read is missing in the required lease, so the lease may be too
 * short by it.
 */
class UnknownRetryBackoffRule implements LeaseRule {

	static final String ID = "unknown-retry-backoff";

	@Override
	public @Nullable Finding examine(LeaseCase leaseCase) {
		FixedCosts costs = leaseCase.terms().fixedCosts();
		if (!costs.isUnknown(FixedCosts.RETRY_BACKOFF) && !costs.isUnknown(FixedCosts.ROLLBACK_BACKOFF)) {
			return null;
		}
		return leaseCase.finding(ID, leaseCase.terms().declared() ? Severity.WARNING : Severity.INFO,
				"How long the error handler sleeps between two attempts at a record can't be read: it is an own implementation, or its back-off, back-off function or back-off handler is.",
				"Declare the longest single back-off: lease-guard.listeners.%s.retry-backoff (0s if it never sleeps on the consumer thread)."
					.formatted(leaseCase.propertyKey()),
				Map.of());
	}

}
