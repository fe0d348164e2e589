package io.leaseguard.watchdog;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.leaseguard.container.TimeCounts;
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
	private @Nullable TimeCounts present;

	private @Nullable TimeCounts former;

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
		TimeCounts filled = times.take();
		if (filled != null) {
			if (this.present == null) {
				this.present = filled;
			}
			else {
				this.present.addAll(filled);
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
		Moments all = moments(Long.MAX_VALUE);
		if (all.count() == 0) {
			this.learned = null;
			this.usual = null;
			this.turnTicks = 1;
			return;
		}
		this.turnTicks = (all.count() < LearnedFindings.ENOUGH) ? EAGER_TICKS : LEARNING_TICKS;
		this.learned = new LearnedTime(all.count(), millis(percentile(0.5, all)), millis(percentile(0.99, all)),
				millis(percentile(0.999, all)), millis(all.longest()));
		Moments kept = (all.longest() > this.leaseNanos) ? moments(this.leaseNanos) : all;
		this.usual = usual((kept.count() < all.count() * KEPT) ? all : kept);
	}

	private UsualTime usual(Moments moments) {
		double mean = moments.sum() / moments.count();
		double deviation = Math.sqrt(Math.max(0, moments.squares() / moments.count() - mean * mean));
		return new UsualTime(moments.count(), (long) mean, (long) deviation, percentile(0.99, moments),
				percentile(0.999, moments), moments.longest());
	}

	private long percentile(double share, Moments moments) {
		double enough = Math.ceil(moments.count() * share);
		int buckets = buckets();
		long seen = 0;
		for (int i = 0; i < buckets; i++) {
			seen += count(i);
			if (seen >= enough) {
				return Math.min(TimeCounts.longest(i), moments.longest());
			}
		}
		return moments.longest();
	}

	private Moments moments(long upToNanos) {
		int buckets = buckets();
		long number = 0;
		double sum = 0;
		double squares = 0;
		long longest = 0;
		for (int i = 0; i < buckets; i++) {
			long count = count(i);
			if (count > 0) {
				if (TimeCounts.shortest(i) > upToNanos) {
					break;
				}
				longest = Math.min(TimeCounts.longest(i), upToNanos);
				double middle = (TimeCounts.shortest(i) + longest) / 2.0;
				number += count;
				sum += count * middle;
				squares += count * middle * middle;
			}
		}
		return new Moments(number, sum, squares, longest);
	}

	private int buckets() {
		return Math.max((this.present != null) ? this.present.buckets() : 0,
				(this.former != null) ? this.former.buckets() : 0);
	}

	private long count(int bucket) {
		long present = (this.present != null) ? this.present.count(bucket) : 0;
		return (this.former != null) ? present + this.former.count(bucket) : present;
	}

	private static long millis(long nanos) {
		return (long) Math.ceil(nanos / NANOS_PER_MILLI);
	}

	/**
	 * What the times add up to.
	 *
	 * @param count how many
	 * @param sum their sum, nanoseconds
	 * @param squares the sum of their squares
	 * @param longest the longest, nanoseconds
	 */
	private record Moments(long count, double sum, double squares, long longest) {
	}

}
