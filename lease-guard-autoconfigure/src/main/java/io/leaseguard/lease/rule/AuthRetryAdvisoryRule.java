package io.leaseguard.lease.rule;

import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.FixedCosts;
import io.leaseguard.lease.Millis;
import io.leaseguard.lease.Severity;

/**
 * Trying again with the same consumer after an authentication failure runs into
 * KAFKA-20253 where the Kafka client has that fault: its heartbeat thread is gone and it
 * polls on as a member that the group has put out. A container that starts again has a
 * new consumer. The option to do so has no effect while a retry interval is set, because
 * the container does not stop then.
 */
class AuthRetryAdvisoryRule implements LeaseRule {

	static final String ID = "auth-retry-without-restart";

	private static final String ADVISORY = "KAFKA-20253";

	@Override
	public @Nullable Finding examine(LeaseCase leaseCase) {
		ContainerFacts container = leaseCase.facts().container();
		Advisory advisory = container.affectingAdvisory(ADVISORY);
		long interval = leaseCase.terms().fixedCosts().partMs(FixedCosts.AUTH_RETRY);
		if (interval == 0 || advisory == null || !leaseCase.settings().pulse().classic()) {
			return null;
		}
		String message = "auth-exception-retry-interval is %s and the Kafka client %s has %s: %s%s".formatted(
				Millis.format(interval), container.clientVersion(), advisory.id(), advisory.summary(),
				container.restartsAfterAuthFailure()
						? " restartAfterAuthExceptions has no effect while that interval is set." : "");
		String fix = "Remove spring.kafka.listener.auth-exception-retry-interval%s, or use the Kafka client %s."
			.formatted(
					container.restartsAfterAuthFailure() ? ""
							: " and set restartAfterAuthExceptions of the container properties to true",
					String.join(" or ", advisory.fixedIn()));
		return leaseCase.finding(ID, Severity.WARNING, message, fix, Map.of("authRetryMs", interval));
	}

}
