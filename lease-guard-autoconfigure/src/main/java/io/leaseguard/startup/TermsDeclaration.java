package io.leaseguard.startup;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * What one place declares of a listener, be it properties or an annotation; {@code null}
 * where it leaves a term to the place below it.
 *
 * @param enabled whether the listener is guarded at all
 * @param recordTimeout the hard timeout of one record
 * @param batchTimeout the hard timeout of a whole poll of a batch listener
 * @param recordOverhead what one record costs beside the listener
 * @param safetyFactor the head-room
 * @param maxDetectionDelay how long a stuck consumer may keep its partitions
 * @param minLease the shortest lease to derive
 * @param retryBackoff the longest single back-off on the consumer thread
 * @param recoveryTimeout the longest single recovery on the consumer thread
 * @since 0.1.0
 */
public record TermsDeclaration(@Nullable Boolean enabled, @Nullable Duration recordTimeout,
		@Nullable Duration batchTimeout, @Nullable Duration recordOverhead, @Nullable Double safetyFactor,
		@Nullable Duration maxDetectionDelay, @Nullable Duration minLease, @Nullable Duration retryBackoff,
		@Nullable Duration recoveryTimeout) {

	/**
	 * Lay this declaration over a contract.
	 * @param below the contract that counts where this declaration is silent
	 * @return the contract
	 */
	public ListenerContract over(ListenerContract below) {
		// Who declares one of the two timeouts does not inherit the other.
		boolean own = this.recordTimeout != null || this.batchTimeout != null;
		return new ListenerContract((this.enabled != null) ? this.enabled : below.enabled(),
				own ? this.recordTimeout : below.recordTimeout(), own ? this.batchTimeout : below.batchTimeout(),
				(this.recordOverhead != null) ? this.recordOverhead : below.recordOverhead(),
				(this.safetyFactor != null) ? this.safetyFactor : below.safetyFactor(),
				(this.maxDetectionDelay != null) ? this.maxDetectionDelay : below.maxDetectionDelay(),
				(this.minLease != null) ? this.minLease : below.minLease(),
				(this.retryBackoff != null) ? this.retryBackoff : below.retryBackoff(),
				(this.recoveryTimeout != null) ? this.recoveryTimeout : below.recoveryTimeout());
	}

}
