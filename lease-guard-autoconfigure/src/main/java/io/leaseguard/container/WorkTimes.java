package io.leaseguard.container;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import org.HdrHistogram.IntCountsHistogram;
import org.jspecify.annotations.Nullable;

/**
 * How long the work of one consumer takes: per record, or per batch for a batch listener.
 * The consumer thread alone writes, without lock, allocation or atomic instruction; the
 * watchdog asks for what was written by offering an empty histogram, and the consumer
 * thread hands the filled one over at its next poll in exchange. Few consumers are asked
 * at the same time, so that few spare histograms are enough for many of them.
 *
 * @since 0.1.0
 */
public final class WorkTimes {

	private static final long LONGEST_MICROS = TimeUnit.HOURS.toMicros(1);

	private static final long SHORTEST_MICROS = 1000;

	private static final int DIGITS = 2;

	private static final VarHandle WORKED = handle();

	private static final IntCountsHistogram EMPTY = histogram();

	private IntCountsHistogram active = histogram();

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
	 * Create a histogram of the kind that is kept: microseconds up to one hour, longer
	 * ones counted as one hour; half a millisecond exact, and a hundredth above 0.1 s.
	 * What is shown of it are milliseconds. Less than 9 KiB.
	 * @return an empty histogram
	 */
	public static IntCountsHistogram histogram() {
		return new IntCountsHistogram(SHORTEST_MICROS, LONGEST_MICROS, DIGITS);
	}

	/**
	 * Return where the next bucket of a histogram begins.
	 * @param micros a time in microseconds
	 * @return the shortest longer time that such a histogram can tell from it
	 */
	public static long next(long micros) {
		return EMPTY.nextNonEquivalentValue(micros);
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
		if (!this.worked) {
			WORKED.setRelease(this, true);
		}
	}

	private static long micros(long nanos) {
		return Math.min(Math.max(0, nanos / 1000), LONGEST_MICROS);
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
	 * @param empty makes the empty histogram that is given in exchange
	 */
	public void ask(Supplier<IntCountsHistogram> empty) {
		if (!this.asked && (boolean) WORKED.getAcquire(this)) {
			this.asked = true;
			this.offered = empty.get();
		}
	}

	/**
	 * Take what the consumer has handed over since it was asked. Called by the watchdog
	 * alone.
	 * @return the filled histogram, which is the caller's now; {@code null} while there
	 * is none
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
