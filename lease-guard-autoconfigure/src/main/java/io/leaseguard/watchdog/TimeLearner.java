package io.leaseguard.watchdog;

import java.time.Duration;

import org.HdrHistogram.IntCountsHistogram;
import org.jspecify.annotations.Nullable;

import io.leaseguard.container.WorkTimes;

/**
 * Learns how long the work of one listener takes over all its consumers. Two windows are
 * kept, the present one and the one before, so that yesterday does not rule today.
 * Touched by the thread of the watchdog alone.
 */
final class TimeLearner {

	private static final long WINDOW_NANOS = Duration.ofMinutes(10).toNanos();

	private static final double MICROS_PER_MILLI = 1000;

	private static final double NANOS_PER_MICRO = 1000;

	private static final int EAGER_TICKS = 10;

	private static final int LEARNING_TICKS = 30;

	private static final double[] PERCENTILES = { 0.5, 0.99, 0.999 };

	/**
	 * Made when there is something to learn: most listeners of most applications have
	 * nothing to do most of the time.
	 */
	private @Nullable IntCountsHistogram present;

	private @Nullable IntCountsHistogram former;

	private long windowNanos;

	private boolean changed;

	private @Nullable LearnedTime learned;

	TimeLearner(long nowNanos) {
		this.windowNanos = nowNanos;
	}

	/**
	 * Take in what a consumer has measured and handed over, and ask it for more.
	 * @param times the times of the consumer
	 * @param turn counts ticks: learning costs more than the rest of a tick, so consumers
	 * take turns
	 * @param spares where empty histograms are from
	 * @param nowNanos the time
	 */
	void absorb(WorkTimes times, long turn, SpareHistograms spares, long nowNanos) {
		if (nowNanos - this.windowNanos > WINDOW_NANOS) {
			this.windowNanos = nowNanos;
			nextWindow();
		}
		IntCountsHistogram filled = times.take();
		if (filled != null) {
			if (this.present == null) {
				this.present = WorkTimes.histogram();
			}
			add(filled, this.present);
			this.changed = true;
			spares.giveBack(filled);
		}
		if (turn % turnTicks() == 0) {
			times.ask(spares);
		}
	}

	private int turnTicks() {
		LearnedTime learned = this.learned;
		if (learned == null) {
			return 1;
		}
		return (learned.count() < LearnedFindings.ENOUGH) ? EAGER_TICKS : LEARNING_TICKS;
	}

	private static void add(IntCountsHistogram source, IntCountsHistogram target) {
		long longest = source.getMaxValue();
		for (long value = 0; value <= longest; value = WorkTimes.next(value)) {
			long count = source.getCountAtValue(value);
			if (count > 0) {
				target.recordValueWithCount(value, count);
			}
		}
	}

	private void nextWindow() {
		IntCountsHistogram oldest = this.former;
		this.former = this.present;
		if (oldest != null) {
			oldest.reset();
		}
		this.present = oldest;
		this.changed = true;
	}

	/**
	 * Return what is learned.
	 * @return the times, {@code null} while nothing is
	 */
	@Nullable LearnedTime learned() {
		if (this.changed) {
			this.changed = false;
			this.learned = summarize();
		}
		return this.learned;
	}

	private @Nullable LearnedTime summarize() {
		IntCountsHistogram present = this.present;
		IntCountsHistogram former = this.former;
		long total = count(present) + count(former);
		if (total == 0) {
			return null;
		}
		long longest = Math.max(max(present), max(former));
		long[] found = new long[PERCENTILES.length];
		int next = 0;
		long seen = 0;
		double sum = 0;
		double squares = 0;
		// Quick work is found in the first of the many buckets.
		for (long value = 0; value <= longest && seen < total; value = WorkTimes.next(value)) {
			long count = count(present, value) + count(former, value);
			if (count == 0) {
				continue;
			}
			seen += count;
			long end = Math.min(WorkTimes.next(value) - 1, longest);
			double middle = (value + end) / 2.0;
			sum += count * middle;
			squares += count * middle * middle;
			while (next < found.length && seen >= Math.ceil(total * PERCENTILES[next])) {
				found[next++] = millis(end);
			}
		}
		double mean = sum / total;
		double variance = Math.max(0, squares / total - mean * mean);
		return new LearnedTime(total, (long) (mean * NANOS_PER_MICRO), (long) (Math.sqrt(variance) * NANOS_PER_MICRO),
				found[0], found[1], found[2], millis(longest));
	}

	private static long count(@Nullable IntCountsHistogram histogram) {
		return (histogram != null) ? histogram.getTotalCount() : 0;
	}

	private static long count(@Nullable IntCountsHistogram histogram, long value) {
		return (histogram != null) ? histogram.getCountAtValue(value) : 0;
	}

	private static long max(@Nullable IntCountsHistogram histogram) {
		return (histogram != null) ? histogram.getMaxValue() : 0;
	}

	private static long millis(long micros) {
		return (long) Math.ceil(micros / MICROS_PER_MILLI);
	}

}
