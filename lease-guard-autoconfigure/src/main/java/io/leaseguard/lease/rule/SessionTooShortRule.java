package io.leaseguard.lease.rule;

import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.Pulse;
import io.leaseguard.lease.Severity;

/**
 * A session shorter than the default minimum of a broker
 * ({@code group.min.session.timeout.ms}, 6 s) flaps, or is not admitted at all.
 */
class SessionTooShortRule implements LeaseRule {

	static final String ID = "session-too-short";

	static final int SHORTEST = 6_000;

	@Override
	public @Nullable Finding examine(LeaseCase leaseCase) {
		Pulse pulse = leaseCase.settings().pulse();
		if (!pulse.classic() || pulse.sessionMs() >= SHORTEST) {
			return null;
		}
		return leaseCase.finding(ID, Severity.WARNING,
				"session.timeout.ms is %d: a pause of the garbage collector looks like a dead process, and a broker at its defaults admits nothing below %d. The session proves that the process breathes, not that it works; a short one does not find a stuck listener sooner."
					.formatted(pulse.sessionMs(), SHORTEST),
				"Remove session.timeout.ms, or set it to %d or more.".formatted(SHORTEST),
				Map.of("sessionTimeoutMs", (long) pulse.sessionMs()));
	}

}
