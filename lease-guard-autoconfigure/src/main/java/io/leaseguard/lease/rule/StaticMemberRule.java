package io.leaseguard.lease.rule;

import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.LeaseSettings;
import io.leaseguard.lease.Millis;
import io.leaseguard.lease.Pulse;
import io.leaseguard.lease.Severity;

/**
 * A static member does not leave its group when its lease ends: it only stops its
 * heartbeats, and its partitions move when its session has run out as well (KIP-345,
 * {@code max.poll.interval.ms} in the documentation of Kafka).
 */
class StaticMemberRule implements LeaseRule {

	static final String ID = "static-member";

	@Override
	public @Nullable Finding examine(LeaseCase leaseCase) {
		LeaseSettings settings = leaseCase.settings();
		Pulse pulse = settings.pulse();
		if (!pulse.staticMember()) {
			return null;
		}
		Map<String, Long> numbers = new LinkedHashMap<>();
		numbers.put("leaseMs", (long) settings.maxPollInterval().value());
		numbers.put("sessionTimeoutMs", (long) pulse.sessionMs());
		numbers.put("detectionDelayMs", settings.detectionDelayMs());
		String message = "group.instance.id makes it a static member (KIP-345), which does not leave its group when its lease ends: a stuck consumer keeps its partitions for %s, the lease of %s and then the session timeout of %s."
			.formatted(Millis.format(settings.detectionDelayMs()), Millis.format(settings.maxPollInterval().value()),
					Millis.format(pulse.sessionMs()));
		String fix = "Nothing, if that delay is meant; else remove group.instance.id or shorten %s."
			.formatted(pulse.classic() ? "the lease or session.timeout.ms"
					: "the lease or the consumer.session.timeout.ms of the group at the broker");
		return leaseCase.finding(ID, Severity.INFO, message, fix, numbers);
	}

}
