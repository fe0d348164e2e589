package io.leaseguard.watchdog;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

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

	/**
	 * Where fewer keep the lease, that is how it usually is.
	 */
	private static final double KEPT = 0.9;

	/**
	 * Made when there is something to learn: most listeners of most applications have
	 * nothing to do most of the time.
	 */
	private @Nullable IntCountsHistogram present;

	private @Nullable IntCountsHistogram former;

	private long windowNanos;

	private boolean changed;

	private @Nullable LearnedTime learned;

	private @Nullable UsualTime usual;

	private long leaseMicros = Long.MAX_VALUE;

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
		summarize();
		return this.learned;
	}

	/**
	 * Return how long the work usually takes.
	 * @param leaseNanos the lease, nanoseconds
	 * @return the times, {@code null} while nothing is learned
	 */
	@Nullable UsualTime usual(long leaseNanos) {
		long leaseMicros = TimeUnit.NANOSECONDS.toMicros(leaseNanos);
		this.changed |= this.leaseMicros != leaseMicros;
		this.leaseMicros = leaseMicros;
		summarize();
		return this.usual;
	}

	private void summarize() {
		long total = count(this.present) + count(this.former);
		if (!this.changed) {
			return;
		}
		this.changed = false;
		if (total == 0) {
			this.learned = null;
			this.usual = null;
			return;
		}
		long longest = Math.max(max(this.present), max(this.former));
		this.learned = new LearnedTime(total, millis(percentile(0.5, total, longest)),
				millis(percentile(0.99, total, longest)), millis(percentile(0.999, total, longest)), millis(longest));
		this.usual = usual(total, longest);
	}

	private UsualTime usual(long total, long longest) {
		Moments kept = moments(Math.min(longest, this.leaseMicros));
		if (kept.count() < total * KEPT) {
			kept = moments(longest);
		}
		double mean = kept.sum() / kept.count();
		double deviation = Math.sqrt(Math.max(0, kept.squares() / kept.count() - mean * mean));
		return new UsualTime(kept.count(), (long) (mean * NANOS_PER_MICRO), (long) (deviation * NANOS_PER_MICRO),
				(long) (percentile(0.99, kept.count(), longest) * NANOS_PER_MICRO),
				(long) (percentile(0.999, kept.count(), longest) * NANOS_PER_MICRO),
				(long) (kept.longest() * NANOS_PER_MICRO));
	}

	private long percentile(double share, long total, long longest) {
		long seen = 0;
		// Quick work is found in the first of the many buckets.
		for (long value = 0; value <= longest; value = WorkTimes.next(value)) {
			seen += count(this.present, value) + count(this.former, value);
			if (seen >= Math.ceil(total * share)) {
				return Math.min(WorkTimes.next(value) - 1, longest);
			}
		}
		return longest;
	}

	private Moments moments(long upTo) {
		long number = 0;
		double sum = 0;
		double squares = 0;
		long longest = 0;
		for (long value = 0; value <= upTo; value = WorkTimes.next(value)) {
			long count = count(this.present, value) + count(this.former, value);
			if (count > 0) {
				longest = Math.min(WorkTimes.next(value) - 1, upTo);
				double middle = (value + longest) / 2.0;
				number += count;
				sum += count * middle;
				squares += count * middle * middle;
			}
		}
		return new Moments(number, sum, squares, longest);
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

	/**
	 * What the times add up to.
	 *
	 * @param count how many
	 * @param sum their sum, microseconds
	 * @param squares the sum of their squares
	 * @param longest the longest, microseconds
	 */
	private record Moments(long count, double sum, double squares, long longest) {
	}

}
