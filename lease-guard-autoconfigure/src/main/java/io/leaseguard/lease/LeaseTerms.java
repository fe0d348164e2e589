package io.leaseguard.lease;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * What the application declares of one listener: the inputs of the {@link LeaseEquation}.
 *
 * @param recordTimeout the hard timeout of one record ({@code T}), above zero;
 * {@code null} when not declared
 * @param batchTimeout the hard timeout of a whole poll of a batch listener, above zero;
 * takes the place of {@code S x (T + O)}; {@code null} when not declared
 * @param recordOverhead what one record costs beside the listener ({@code O}):
 * conversion, filtering, commit; not negative
 * @param safetyFactor the head-room ({@code F}), at least 1: with none, a plan that needs
 * all of the lease is lost to the first pause of the garbage collector
 * @param maxDetectionDelay how long a stuck consumer may keep its partitions ({@code D}),
 * above zero
 * @param minLease the shortest lease to derive, not negative
 * @param fixedCosts what blocks the thread once per poll cycle ({@code E})
 * @since 0.1.0
 */
public record LeaseTerms(@Nullable Duration recordTimeout, @Nullable Duration batchTimeout, Duration recordOverhead,
		double safetyFactor, Duration maxDetectionDelay, Duration minLease, FixedCosts fixedCosts) {

	public LeaseTerms {
		requirePositive(recordTimeout, "record-timeout");
		requirePositive(batchTimeout, "batch-timeout");
		requirePositive(maxDetectionDelay, "max-detection-delay");
		if (recordOverhead.isNegative()) {
			throw new IllegalArgumentException("'record-overhead' must not be negative but is " + recordOverhead);
		}
		if (minLease.isNegative()) {
			throw new IllegalArgumentException("'min-lease' must not be negative but is " + minLease);
		}
		if (!(safetyFactor >= 1) || Double.isInfinite(safetyFactor)) {
			throw new IllegalArgumentException("'safety-factor' must be at least 1 and finite but is " + safetyFactor);
		}
	}

	private static void requirePositive(@Nullable Duration duration, String name) {
		if (duration != null && (duration.isNegative() || duration.isZero())) {
			throw new IllegalArgumentException("'" + name + "' must be above zero but is " + duration);
		}
	}

	/**
	 * Return whether the application has said how long its work may take. Without it
	 * nothing can be derived.
	 * @return whether a record timeout or a batch timeout is declared
	 */
	public boolean declared() {
		return this.recordTimeout != null || this.batchTimeout != null;
	}

	/**
	 * Return the longest that one record may hold the consumer thread, without head-room.
	 * @return milliseconds of {@code T + O}, or {@link Millis#UNBOUNDED} when no record
	 * timeout is declared
	 */
	public long recordMs() {
		return (this.recordTimeout != null) ? Millis.plus(Millis.ceil(this.recordTimeout), recordOverheadMs())
				: Millis.UNBOUNDED;
	}

	/**
	 * Return the overhead of one record.
	 * @return milliseconds
	 */
	public long recordOverheadMs() {
		return Millis.ceil(this.recordOverhead);
	}

	/**
	 * Return the tolerated detection delay.
	 * @return milliseconds
	 */
	public long maxDetectionDelayMs() {
		return Millis.floor(this.maxDetectionDelay);
	}

	/**
	 * Return the shortest lease to derive.
	 * @return milliseconds
	 */
	public long minLeaseMs() {
		return Millis.ceil(this.minLease);
	}

	/**
	 * Return these terms with other fixed costs.
	 * @param fixedCosts the fixed costs
	 * @return the terms
	 */
	public LeaseTerms withFixedCosts(FixedCosts fixedCosts) {
		return new LeaseTerms(this.recordTimeout, this.batchTimeout, this.recordOverhead, this.safetyFactor,
				this.maxDetectionDelay, this.minLease, fixedCosts);
	}

	/**
	 * Return the longest that one poll cycle may hold the consumer thread with its
	 * records, without head-room and without fixed costs.
	 * @param batchSize the batch size
	 * @return milliseconds of {@code S x (T + O)}, or of the batch timeout;
	 * {@link Millis#UNBOUNDED} when nothing is declared
	 */
	public long workMs(int batchSize) {
		if (this.batchTimeout != null) {
			return Millis.ceil(this.batchTimeout);
		}
		long record = recordMs();
		return (record != Millis.UNBOUNDED) ? Millis.times(batchSize, record) : Millis.UNBOUNDED;
	}

	/**
	 * Return these terms with another tolerated detection delay.
	 * @param maxDetectionDelay the tolerated detection delay, above zero
	 * @return the terms
	 */
	public LeaseTerms withMaxDetectionDelay(Duration maxDetectionDelay) {
		return new LeaseTerms(this.recordTimeout, this.batchTimeout, this.recordOverhead, this.safetyFactor,
				maxDetectionDelay, this.minLease, this.fixedCosts);
	}

	LeaseTerms withoutMinLease() {
		return new LeaseTerms(this.recordTimeout, this.batchTimeout, this.recordOverhead, this.safetyFactor,
				this.maxDetectionDelay, Duration.ZERO, this.fixedCosts);
	}

}
