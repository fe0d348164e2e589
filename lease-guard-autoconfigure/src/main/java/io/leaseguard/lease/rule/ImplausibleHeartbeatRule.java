package io.leaseguard.lease.rule;

import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.Pulse;
import io.leaseguard.lease.Setting;
import io.leaseguard.lease.Severity;

/**
 * A heartbeat that Kafka takes but nobody means: seconds in the place of milliseconds,
 * which floods the coordinator. The client takes anything from 0.
 */
class ImplausibleHeartbeatRule implements LeaseRule {

	static final String ID = "implausible-heartbeat";

	private static final int FLOOD = 10;

	private static final int SHORTEST = 100;

	private static final int PER_SECOND = 1_000;

	private static final int BEATS = 3;

	@Override
	public @Nullable Finding examine(LeaseCase leaseCase) {
		Pulse pulse = leaseCase.settings().pulse();
		Setting heartbeat = pulse.heartbeatInterval();
		if (!pulse.classic() || heartbeat == null || !heartbeat.explicit() || heartbeat.value() >= SHORTEST
				|| heartbeat.value() < 0) {
			return null;
		}
		int interval = heartbeat.value();
		String rate = (interval > 0) ? "%d heartbeats a second".formatted(PER_SECOND / interval)
				: "heartbeats without a pause";
		int meant = Math.min(interval * PER_SECOND, pulse.sessionMs() / BEATS);
		String fix = (meant > interval && meant >= PER_SECOND)
				? "Set heartbeat.interval.ms to %d, or remove it to have the default of Kafka.".formatted(meant)
				: "Remove heartbeat.interval.ms to have the default of Kafka.";
		return leaseCase.finding(ID, (interval < FLOOD) ? Severity.ERROR : Severity.WARNING,
				"heartbeat.interval.ms is %d, and Kafka counts milliseconds: every consumer would send its coordinator %s."
					.formatted(interval, rate),
				fix, Map.of("heartbeatIntervalMs", (long) interval));
	}

}
