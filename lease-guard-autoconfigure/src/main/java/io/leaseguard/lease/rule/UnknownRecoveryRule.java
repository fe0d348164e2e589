package io.leaseguard.lease.rule;

import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.FixedCosts;
import io.leaseguard.lease.Severity;

/**
 * The time of a recoverer that is not one of spring-kafka's own can't be read, so it is
 * missing in the required lease.
 */
class UnknownRecoveryRule implements LeaseRule {

	static final String ID = "unknown-recovery";

	@Override
	public @Nullable Finding examine(LeaseCase leaseCase) {
		FixedCosts costs = leaseCase.terms().fixedCosts();
		if (!costs.isUnknown(FixedCosts.RECOVERY) && !costs.isUnknown(FixedCosts.ROLLBACK_RECOVERY)) {
			return null;
		}
		return leaseCase.finding(ID, Severity.INFO,
				"How long the recovery of a failed record may take can't be read: its recoverer is an own implementation, or the producer of its dead-letter publication does not tell its timeouts.",
				"Declare the longest single recovery: lease-guard.listeners.%s.recovery-timeout (0s if it does no more than log)."
					.formatted(leaseCase.propertyKey()),
				Map.of());
	}

}
