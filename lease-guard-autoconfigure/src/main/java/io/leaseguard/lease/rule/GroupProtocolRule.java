package io.leaseguard.lease.rule;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.LeaseKeys;
import io.leaseguard.lease.Severity;

/**
 * Each group protocol has settings that the other does not know, and the client refuses
 * to start with the wrong ones (KIP-848). Letter case does not matter to it, a blank
 * value counts as none.
 */
class GroupProtocolRule implements LeaseRule {

	static final String ID = "group-protocol";

	private static final List<String> CLASSIC_ONLY = List.of(LeaseKeys.SESSION_TIMEOUT, LeaseKeys.HEARTBEAT_INTERVAL,
			LeaseKeys.ASSIGNMENT_STRATEGY);

	private static final List<String> CONSUMER_ONLY = List.of(LeaseKeys.GROUP_REMOTE_ASSIGNOR);

	private static final Map<String, String> ON_THE_BROKER = Map.of(LeaseKeys.SESSION_TIMEOUT,
			"group.consumer.session.timeout.ms", LeaseKeys.HEARTBEAT_INTERVAL, "group.consumer.heartbeat.interval.ms",
			LeaseKeys.ASSIGNMENT_STRATEGY, "group.consumer.assignors");

	@Override
	public @Nullable Finding examine(LeaseCase leaseCase) {
		boolean classic = leaseCase.settings().pulse().classic();
		Map<String, Object> configuration = leaseCase.facts().configuration();
		List<String> refused = (classic ? CONSUMER_ONLY : CLASSIC_ONLY).stream()
			.filter((key) -> LeaseKeys.text(configuration, key) != null)
			.toList();
		if (refused.isEmpty()) {
			return null;
		}
		String keys = String.join(" and ", refused);
		String are = (refused.size() == 1) ? "is" : "are";
		String them = (refused.size() == 1) ? "it" : "them";
		if (classic) {
			return leaseCase.finding(ID, Severity.ERROR,
					"%s %s set, but Kafka refuses %s under group.protocol=classic, which is the default."
						.formatted(keys, are, them),
					"Remove %s, or set group.protocol to consumer.".formatted(keys), Map.of());
		}
		String broker = String.join(" and ", refused.stream().map(ON_THE_BROKER::get).toList());
		return leaseCase.finding(ID, Severity.ERROR,
				"%s %s set, but Kafka refuses %s under group.protocol=consumer, where the broker decides: its %s %s."
					.formatted(keys, are, them, broker, (refused.size() == 1) ? "counts" : "count"),
				"Remove %s, or set group.protocol to classic.".formatted(keys), Map.of());
	}

}
