package io.leaseguard.lease.rule;

import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.Millis;
import io.leaseguard.lease.Pulse;
import io.leaseguard.lease.Severity;

/**
 * A rebalance may wait for the whole lease of the slowest member, and the connection to
 * the coordinator is silent meanwhile. A client that closes idle connections sooner loses
 * its place in the group again and again (Kafka pull request 22752, which documents it
 * from 4.4 on). The consumer protocol does not wait on that connection. Only a value that
 * the application has set is judged: a default is no mistake of anyone.
 */
class ConnectionsMaxIdleRule implements LeaseRule {

	static final String ID = "connections-max-idle-too-short";

	private static final String KEY = "connections.max.idle.ms";

	@Override
	public @Nullable Finding examine(LeaseCase leaseCase) {
		Pulse pulse = leaseCase.settings().pulse();
		Object value = leaseCase.facts().configuration().get(KEY);
		long idle = (value != null) ? parse(value) : -1;
		int lease = leaseCase.settings().maxPollInterval().value();
		// A negative number switches the closing of idle connections off. A lease that is
		// too long will not stay as it is.
		if (!pulse.classic() || idle < 0 || idle >= lease || !leaseCase.delayTolerated()) {
			return null;
		}
		String message = "%s is %d (%s), shorter than the lease of %s: the connection to the coordinator may be closed while a rebalance waits for a slow member."
			.formatted(KEY, idle, Millis.format(idle), Millis.format(lease));
		String fix = "Set %s to %d or more. With Azure Event Hubs, which wants less than 240000, ignore this finding or keep the lease below it."
			.formatted(KEY, lease);
		return leaseCase.finding(ID, Severity.WARNING, message, fix,
				Map.of("connectionsMaxIdleMs", idle, "leaseMs", (long) lease));
	}

	private long parse(Object value) {
		try {
			return (value instanceof Number number) ? number.longValue() : Long.parseLong(value.toString().trim());
		}
		catch (NumberFormatException ex) {
			// Kafka will refuse it.
			return -1;
		}
	}

}
