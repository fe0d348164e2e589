package io.leaseguard.watchdog;

import java.time.Duration;

import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
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

	private static final double NANOS_PER_MILLI = 1e6;

	private static final int EAGER_TICKS = 10;

	private static final int LEARNING_TICKS = 60;

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

	private int turnTicks = 1;

	private @Nullable LearnedTime learned;

	private @Nullable UsualTime usual;

	private long leaseNanos = Long.MAX_VALUE;

	TimeLearner(long nowNanos) {
		this.windowNanos = nowNanos;
	}

	/**
	 * Take in what a consumer has measured and handed over, and ask it for more.
	 * @param times the times of the consumer
	 * @param turn counts ticks: learning costs more than the rest of a tick, so consumers
	 * take turns
	 * @param nowNanos the time
	 */
	void absorb(WorkTimes times, long turn, long nowNanos) {
		if (nowNanos - this.windowNanos > WINDOW_NANOS) {
			this.windowNanos = nowNanos;
			nextWindow();
		}
		IntCountsHistogram filled = times.take();
		if (filled != null) {
			if (this.present == null) {
				this.present = filled;
			}
			else if (this.present.getTotalCount() + filled.getTotalCount() < Integer.MAX_VALUE) {
				this.present.add(filled);
			}
			this.changed = true;
		}
		if (turn % this.turnTicks == 0) {
			times.ask((this.present != null) ? this.present : this.former);
		}
	}

	private void nextWindow() {
		this.former = this.present;
		this.present = null;
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
		this.changed |= this.leaseNanos != leaseNanos;
		this.leaseNanos = leaseNanos;
		summarize();
		return this.usual;
	}

	private void summarize() {
		if (!this.changed) {
			return;
		}
		this.changed = false;
		Histogram all = new Histogram(WorkTimes.DIGITS);
		add(this.former, all);
		add(this.present, all);
		if (all.getTotalCount() == 0) {
			this.learned = null;
			this.usual = null;
			this.turnTicks = 1;
			return;
		}
		this.turnTicks = (all.getTotalCount() < LearnedFindings.ENOUGH) ? EAGER_TICKS : LEARNING_TICKS;
		this.learned = new LearnedTime(all.getTotalCount(), millis(percentile(all, 50)), millis(percentile(all, 99)),
				millis(percentile(all, 99.9)), millis(WorkTimes.longestNanos(all.getMaxValue())));
		this.usual = usual(all);
	}

	private static void add(@Nullable AbstractHistogram source, Histogram target) {
		if (source != null) {
			target.add(source);
		}
	}

	private UsualTime usual(Histogram all) {
		long longest = WorkTimes.longestNanos(all.getMaxValue());
		if (longest <= this.leaseNanos) {
			return usual(all, longest);
		}
		Histogram kept = withinLease(all);
		return (kept.getTotalCount() < all.getTotalCount() * KEPT) ? usual(all, longest)
				: usual(kept, Math.min(WorkTimes.longestNanos(kept.getMaxValue()), this.leaseNanos));
	}

	private Histogram withinLease(Histogram all) {
		Histogram kept = new Histogram(all);
		for (HistogramIterationValue value : all.recordedValues()) {
			long units = all.lowestEquivalentValue(value.getValueIteratedTo());
			if (WorkTimes.shortestNanos(units) <= this.leaseNanos) {
				kept.recordValueWithCount(units, value.getCountAtValueIteratedTo());
			}
		}
		return kept;
	}

	private static UsualTime usual(Histogram times, long longest) {
		double unit = WorkTimes.shortestNanos(1);
		return new UsualTime(times.getTotalCount(), (long) ((times.getMean() + 0.5) * unit),
				(long) (times.getStdDeviation() * unit), Math.min(percentile(times, 99), longest),
				Math.min(percentile(times, 99.9), longest), longest);
	}

	private static long percentile(Histogram times, double percentile) {
		return WorkTimes.longestNanos(times.getValueAtPercentile(percentile));
	}

	private static long millis(long nanos) {
		return (long) Math.ceil(nanos / NANOS_PER_MILLI);
	}

}
