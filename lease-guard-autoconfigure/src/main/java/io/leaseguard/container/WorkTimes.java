package io.leaseguard.container;

import java.util.concurrent.TimeUnit;

import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.IntCountsHistogram;
import org.jspecify.annotations.Nullable;

/**
 * How long the work of one consumer takes: per record, or per batch for a batch listener.
 * The consumer thread alone writes, without lock, allocation or atomic instruction; the
 * watchdog asks for what was written, and the consumer thread hands it over at its next
 * poll in exchange for an empty histogram.
 *
 * @since 0.1.0
 */
public final class WorkTimes {

	private static final long LONGEST_MICROS = TimeUnit.HOURS.toMicros(1);

	private static final long SHORTEST_MICROS = 100;

	private static final int DIGITS = 2;

	private IntCountsHistogram active = histogram();

	private volatile @Nullable IntCountsHistogram spare = histogram();

	private volatile @Nullable IntCountsHistogram handedOver;

	private volatile boolean wanted;

	WorkTimes() {
	}

	/**
	 * Create a histogram of the kind that is kept: microseconds up to one hour, longer
	 * ones counted as one hour; a hundredth exact above 0.1 ms; about 10 KiB.
	 * @return an empty histogram
	 */
	public static IntCountsHistogram histogram() {
		return new IntCountsHistogram(SHORTEST_MICROS, LONGEST_MICROS, DIGITS);
	}

	/**
	 * Note the time of a stride of records. The first ones of it are taken to be as quick
	 * as usual; what is left is booked to the last one, which errs on the safe side.
	 * @param nanos the time of all of them
	 * @param count how many they are, at least 1
	 * @param usualNanos the usual time of one
	 */
	void add(long nanos, int count, long usualNanos) {
		long rest = nanos;
		if (count > 1) {
			long usual = Math.min(usualNanos, nanos / count);
			this.active.recordValueWithCount(micros(usual), count - 1);
			rest = nanos - usual * (count - 1);
		}
		this.active.recordValue(micros(rest));
	}

	private static long micros(long nanos) {
		return Math.min(Math.max(0, nanos / 1000), LONGEST_MICROS);
	}

	/**
	 * Hand over what was written if the watchdog wants it. Called on the consumer thread.
	 */
	void handOver() {
		if (this.wanted && this.active.getTotalCount() > 0) {
			IntCountsHistogram empty = this.spare;
			if (empty != null) {
				this.wanted = false;
				this.spare = null;
				this.handedOver = this.active;
				this.active = empty;
			}
		}
	}

	/**
	 * Add what the consumer has handed over since the last call, and ask for more. Called
	 * by the watchdog alone.
	 * @param target where to add it
	 * @return whether there was anything
	 */
	public boolean drainTo(AbstractHistogram target) {
		IntCountsHistogram filled = this.handedOver;
		boolean any = false;
		if (filled != null) {
			any = filled.getTotalCount() > 0;
			target.add(filled);
			filled.reset();
			this.handedOver = null;
			this.spare = filled;
		}
		this.wanted = true;
		return any;
	}

}
