package io.leaseguard.lease.rule;

import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.Millis;
import io.leaseguard.lease.Pulse;
import io.leaseguard.lease.Severity;

/**
 * With a session longer than the lease, a crashed process is noticed later than a stuck
 * one, which is hardly what anyone means.
 */
class SessionAboveLeaseRule implements LeaseRule {

	static final String ID = "session-above-lease";

	@Override
	public @Nullable Finding examine(LeaseCase leaseCase) {
		Pulse pulse = leaseCase.settings().pulse();
		int lease = leaseCase.settings().maxPollInterval().value();
		if (!pulse.classic() || pulse.sessionMs() <= lease) {
			return null;
		}
		return leaseCase.finding(ID, Severity.WARNING,
				"session.timeout.ms is %d (%s), longer than the lease of %s: a crashed process would be noticed later than a stuck one."
					.formatted(pulse.sessionMs(), Millis.format(pulse.sessionMs()), Millis.format(lease)),
				(lease >= SessionTooShortRule.SHORTEST) ? "Set session.timeout.ms to %d or less.".formatted(lease)
						: "Set max.poll.interval.ms to %d or more: a broker at its defaults admits no shorter session."
							.formatted(SessionTooShortRule.SHORTEST),
				Map.of("sessionTimeoutMs", (long) pulse.sessionMs(), "leaseMs", (long) lease));
	}

}
