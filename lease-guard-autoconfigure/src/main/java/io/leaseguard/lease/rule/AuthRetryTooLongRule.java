package io.leaseguard.lease.rule;

import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.FixedCosts;
import io.leaseguard.lease.Millis;
import io.leaseguard.lease.Severity;

/**
 * The sleep after an authentication or authorization failure must end before the lease
 * does: the consumer does not poll meanwhile, and the container does not shorten the
 * sleep (spring-kafka, {@code authExceptionRetryInterval}).
 */
class AuthRetryTooLongRule implements LeaseRule {

	static final String ID = "auth-retry-too-long";

	@Override
	public @Nullable Finding examine(LeaseCase leaseCase) {
		long interval = leaseCase.terms().fixedCosts().partMs(FixedCosts.AUTH_RETRY);
		long lease = leaseCase.leaseToFitMs();
		if (interval == 0 || interval < lease) {
			return null;
		}
		String message = "auth-exception-retry-interval is %s, but it must be shorter than %s: the consumer does not poll while it sleeps."
			.formatted(Millis.format(interval), leaseCase.leaseToFit());
		return leaseCase.finding(ID, Severity.ERROR, message,
				"Set spring.kafka.listener.auth-exception-retry-interval to %s."
					.formatted(leaseCase.lessThanTheLease()),
				Map.of("authRetryMs", interval, "leaseMs", lease));
	}

}
