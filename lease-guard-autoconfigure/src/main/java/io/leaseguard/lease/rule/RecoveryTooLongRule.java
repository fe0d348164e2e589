package io.leaseguard.lease.rule;

import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.FixedCosts;
import io.leaseguard.lease.Millis;
import io.leaseguard.lease.Severity;

/**
 * A single recovery of a failed record must end before the lease does: it runs on the
 * consumer thread, which does not poll meanwhile. Publishing to a dead-letter topic is
 * the usual one, and a broker that is away makes it wait for all of its timeouts.
 */
class RecoveryTooLongRule implements LeaseRule {

	static final String ID = "recovery-too-long";

	@Override
	public @Nullable Finding examine(LeaseCase leaseCase) {
		FixedCosts costs = leaseCase.terms().fixedCosts();
		long recovery = Millis.plus(costs.partMs(FixedCosts.RECOVERY), costs.partMs(FixedCosts.ROLLBACK_RECOVERY));
		long lease = leaseCase.leaseToFitMs();
		if (recovery == 0 || recovery < lease) {
			return null;
		}
		String message = "The recovery of one record may take %s, but it must be shorter than %s: the consumer does not poll meanwhile."
			.formatted(Millis.format(recovery), leaseCase.leaseToFit());
		String fix = "Bring it to %s: a dead-letter publication takes the partitionInfoTimeout of the recoverer plus max.block.ms and delivery.timeout.ms (and its timeoutBuffer) of its producer. If you bound it otherwise, set recovery-timeout."
			.formatted(leaseCase.lessThanTheLease());
		return leaseCase.finding(ID, Severity.ERROR, message, fix, Map.of("recoveryMs", recovery, "leaseMs", lease));
	}

}
