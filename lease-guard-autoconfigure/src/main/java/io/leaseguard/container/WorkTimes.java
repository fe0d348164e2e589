package io.leaseguard.container;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;

import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.IntCountsHistogram;
import org.jspecify.annotations.Nullable;

/**
 * How long the work of one consumer takes: per record, or per batch for a batch listener.
 * The consumer thread alone writes, without lock, allocation or atomic instruction; the
 * watchdog asks for what was written by offering an empty histogram, and the consumer
 * thread hands the filled one over at its next poll in exchange. One that is offered is
 * as long as the last one had to become, so that the consumer thread has to lengthen it
 * only when its work takes longer than ever.
 * <p>
 * A histogram counts units of about half a millisecond: they are told apart up to 0.13 s,
 * and by less than a hundredth above. Longer than an hour counts as one hour. It grows
 * with the longest time, because whole histograms would be most of what the guard keeps
 * of a consumer: up to 1 s it takes 3 KiB, up to 1 h 9 KiB.
 *
 * @since 0.1.0
 */
public final class WorkTimes {

	private static final int UNIT_SHIFT = 19;

	private static final long LONGEST_NANOS = Duration.ofHours(1).toNanos();

	/**
	 * The significant digits of a histogram: times above 0.13 s are told apart by a
	 * hundredth.
	 */
	public static final int DIGITS = 2;

	private static final VarHandle WORKED = handle();

	private IntCountsHistogram active = new IntCountsHistogram(DIGITS);

	/**
	 * Whether there is anything to ask for.
	 */
	private boolean worked;

	private volatile @Nullable IntCountsHistogram offered;

	private volatile @Nullable IntCountsHistogram handedOver;

	/**
	 * The watchdog's own.
	 */
	private boolean asked;

	WorkTimes() {
	}

	private static VarHandle handle() {
		try {
			return MethodHandles.lookup().findVarHandle(WorkTimes.class, "worked", boolean.class);
		}
		catch (ReflectiveOperationException ex) {
			throw new ExceptionInInitializerError(ex);
		}
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
			record(usual, count - 1);
			rest = nanos - usual * (count - 1);
		}
		record(rest, 1);
		if (!this.worked) {
			WORKED.setRelease(this, true);
		}
	}

	private void record(long nanos, int count) {
		// Nobody asks while the watchdog is switched off.
		if (this.active.getTotalCount() < Integer.MAX_VALUE - count) {
			this.active.recordValueWithCount(Math.min(Math.max(0, nanos), LONGEST_NANOS) >>> UNIT_SHIFT, count);
		}
	}

	/**
	 * Return the shortest time that is counted as a number of units.
	 * @param units a value of a histogram
	 * @return nanoseconds
	 */
	public static long shortestNanos(long units) {
		return units << UNIT_SHIFT;
	}

	/**
	 * Return the longest time that is counted as a number of units.
	 * @param units a value of a histogram
	 * @return nanoseconds
	 */
	public static long longestNanos(long units) {
		return shortestNanos(units + 1) - 1;
	}

	/**
	 * Hand over what was written if the watchdog has asked for it. Called on the consumer
	 * thread.
	 */
	void handOver() {
		IntCountsHistogram empty = this.offered;
		if (empty != null && this.worked) {
			WORKED.setRelease(this, false);
			this.offered = null;
			this.handedOver = this.active;
			this.active = empty;
		}
	}

	/**
	 * Ask for what was written, unless that was done already or there is nothing. Called
	 * by the watchdog alone.
	 * @param example a histogram of the same work, {@code null} when there is none yet
	 */
	public void ask(@Nullable AbstractHistogram example) {
		if (!this.asked && (boolean) WORKED.getAcquire(this)) {
			this.asked = true;
			this.offered = (example != null) ? new IntCountsHistogram(example) : new IntCountsHistogram(DIGITS);
		}
	}

	/**
	 * Take what the consumer has handed over since it was asked. Called by the watchdog
	 * alone.
	 * @return the histogram, which is the caller's now; {@code null} while there is none
	 */
	public @Nullable IntCountsHistogram take() {
		IntCountsHistogram filled = this.asked ? this.handedOver : null;
		if (filled != null) {
			this.handedOver = null;
			this.asked = false;
		}
		return filled;
	}

}
