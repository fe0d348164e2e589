package io.leaseguard.lease.rule;

import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.Pulse;
import io.leaseguard.lease.Setting;
import io.leaseguard.lease.Severity;

/**
 * The heartbeat interval is "typically set no higher than 1/3" of the session timeout
 * (documentation of {@code heartbeat.interval.ms}), so that two lost heartbeats cost
 * nothing. At or above it the client refuses to start.
 */
class HeartbeatIntervalRule implements LeaseRule {

	static final String ID = "heartbeat-interval";

	private static final int BEATS = 3;

	@Override
	public @Nullable Finding examine(LeaseCase leaseCase) {
		Pulse pulse = leaseCase.settings().pulse();
		Setting heartbeat = pulse.heartbeatInterval();
		if (!pulse.classic() || heartbeat == null || (long) heartbeat.value() * BEATS <= pulse.sessionMs()) {
			return null;
		}
		boolean refused = heartbeat.value() >= pulse.sessionMs();
		String message = refused
				? "heartbeat.interval.ms is %d, but Kafka refuses a value that is not below session.timeout.ms, which is %d."
					.formatted(heartbeat.value(), pulse.sessionMs())
				: "heartbeat.interval.ms is %d, more than a third of session.timeout.ms, which is %d: %s the session."
					.formatted(heartbeat.value(), pulse.sessionMs(), ((long) heartbeat.value() * 2 > pulse.sessionMs())
							? "a single lost heartbeat ends" : "two lost heartbeats in a row end");
		return leaseCase.finding(ID, refused ? Severity.ERROR : Severity.WARNING, message,
				(pulse.sessionMs() >= BEATS)
						? "Set heartbeat.interval.ms to %d or less.".formatted(pulse.sessionMs() / BEATS)
						: "Remove session.timeout.ms and heartbeat.interval.ms: by default they are 45000 and 3000.",
				Map.of("heartbeatIntervalMs", (long) heartbeat.value(), "sessionTimeoutMs", (long) pulse.sessionMs()));
	}

}
