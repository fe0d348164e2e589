package io.leaseguard.startup;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.leaseguard.lease.FixedCosts;
import io.leaseguard.lease.LeaseTerms;

/**
 * What the application declares of one listener, defaults filled in.
 *
 * @param enabled whether the listener is guarded at all
 * @param recordTimeout the hard timeout of one record, {@code null} when not declared
 * @param batchTimeout the hard timeout of a whole poll of a batch listener, {@code null}
 * when not declared
 * @param recordOverhead what one record costs beside the listener
 * @param safetyFactor the head-room, at least 1
 * @param maxDetectionDelay how long a stuck consumer may keep its partitions
 * @param minLease the shortest lease to derive, {@code null} when not declared
 * @param retryBackoff the longest single back-off on the consumer thread, {@code null}
 * when not declared
 * @param recoveryTimeout the longest single recovery on the consumer thread, {@code null}
 * when not declared
 * @since 0.1.0
 */
public record ListenerContract(boolean enabled, @Nullable Duration recordTimeout, @Nullable Duration batchTimeout,
		Duration recordOverhead, double safetyFactor, Duration maxDetectionDelay, @Nullable Duration minLease,
		@Nullable Duration retryBackoff, @Nullable Duration recoveryTimeout) {

	private static final Duration DEFAULT_MIN_LEASE = Duration.ofMinutes(1);

	private Duration shortestLease() {
		if (this.minLease != null) {
			return this.minLease;
		}
		// A default that nobody wrote must not refuse an application.
		return (DEFAULT_MIN_LEASE.compareTo(this.maxDetectionDelay) <= 0) ? DEFAULT_MIN_LEASE : this.maxDetectionDelay;
	}

	/**
	 * Return the terms of the listener.
	 * @param batchListener whether it takes whole batches; a batch timeout means nothing
	 * to a record listener
	 * @param read the fixed costs as its container shows them; what is declared wins
	 * @return the terms
	 */
	LeaseTerms terms(boolean batchListener, FixedCosts read) {
		FixedCosts costs = read;
		if (this.recoveryTimeout != null) {
			costs = costs.withDeclared(FixedCosts.RECOVERY, FixedCosts.ROLLBACK_RECOVERY, this.recoveryTimeout);
		}
		if (this.retryBackoff != null) {
			costs = costs.withDeclared(FixedCosts.RETRY_BACKOFF, FixedCosts.ROLLBACK_BACKOFF, this.retryBackoff);
		}
		return new LeaseTerms(this.recordTimeout, batchListener ? this.batchTimeout : null, this.recordOverhead,
				this.safetyFactor, this.maxDetectionDelay, shortestLease(), costs);
	}

}
