package io.leaseguard.lease.rule;

import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.Severity;

/**
 * A record that is tried again without end holds up its partition for as long as it
 * fails. Only one back-off counts for the lease, so the consumer stays lively and nobody
 * notices: it breaks progress, not the lease.
 */
class EndlessRetryRule implements LeaseRule {

	static final String ID = "endless-retry";

	@Override
	public @Nullable Finding examine(LeaseCase leaseCase) {
		if (!leaseCase.facts().container().retriesForever()) {
			return null;
		}
		return leaseCase.finding(ID, Severity.WARNING,
				"The error handler tries a failed record again without end: one record that always fails stops its partition, while the consumer polls and looks healthy.",
				"Give the back-off an end (maxAttempts, or maxElapsedTime of an exponential one) and a recoverer for what remains, for example a DeadLetterPublishingRecoverer.",
				Map.of());
	}

}
