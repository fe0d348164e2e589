package io.leaseguard.startup;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

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
 * @param minLease the shortest lease to derive
 * @param retryBackoff the longest single back-off on the consumer thread, {@code null}
 * when not declared
 * @param recoveryTimeout the longest single recovery on the consumer thread, {@code null}
 * when not declared
 * @param splitting whether to split its batches at the lease boundary
 * @param ownSplitting whether that is said of this very listener
 * @since 0.1.0
 */
public record ListenerContract(boolean enabled, @Nullable Duration recordTimeout, @Nullable Duration batchTimeout,
		Duration recordOverhead, double safetyFactor, Duration maxDetectionDelay, Duration minLease,
		@Nullable Duration retryBackoff, @Nullable Duration recoveryTimeout, boolean splitting, boolean ownSplitting) {

	/**
	 * Return the terms of the listener.
	 * @param batchListener whether it takes whole batches; a batch timeout means nothing
	 * to a record listener
	 * @param idleBetweenPollsMs how long its container sleeps between polls, milliseconds
	 * @return the terms
	 */
	LeaseTerms terms(boolean batchListener, long idleBetweenPollsMs) {
		Map<String, Duration> fixedCosts = new LinkedHashMap<>();
		if (this.retryBackoff != null) {
			fixedCosts.put("retryBackoff", this.retryBackoff);
		}
		if (this.recoveryTimeout != null) {
			fixedCosts.put("recovery", this.recoveryTimeout);
		}
		if (idleBetweenPollsMs > 0) {
			fixedCosts.put("idleBetweenPolls", Duration.ofMillis(idleBetweenPollsMs));
		}
		return new LeaseTerms(this.recordTimeout, batchListener ? this.batchTimeout : null, this.recordOverhead,
				this.safetyFactor, this.maxDetectionDelay, this.minLease, new FixedCosts(fixedCosts));
	}

}
