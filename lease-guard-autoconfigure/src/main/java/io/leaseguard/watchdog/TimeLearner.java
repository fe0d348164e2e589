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

	private IntCountsHistogram present = WorkTimes.histogram();

	private IntCountsHistogram former = WorkTimes.histogram();

	private long windowNanos;

	private boolean changed;

	private @Nullable LearnedTime learned;

	TimeLearner(long nowNanos) {
		this.windowNanos = nowNanos;
	}

	/**
	 * Take in what a consumer has measured since the last time.
	 * @param times the times of the consumer
	 * @param nowNanos the time
	 */
	void absorb(WorkTimes times, long nowNanos) {
		if (nowNanos - this.windowNanos > WINDOW_NANOS) {
			IntCountsHistogram oldest = this.former;
			this.former = this.present;
			oldest.reset();
			this.present = oldest;
			this.windowNanos = nowNanos;
			this.changed = true;
		}
		this.changed |= times.drainTo(this.present);
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
		IntCountsHistogram both = WorkTimes.histogram();
		both.add(this.present);
		both.add(this.former);
		if (both.getTotalCount() == 0) {
			return null;
		}
		return new LearnedTime(both.getTotalCount(), millis(both.getValueAtPercentile(50)),
				millis(both.getValueAtPercentile(99)), millis(both.getValueAtPercentile(99.9)),
				millis(both.getMaxValue()));
	}

	private static long millis(long micros) {
		return (long) Math.ceil(micros / MICROS_PER_MILLI);
	}

}
