package io.leaseguard.watchdog;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;

import org.HdrHistogram.IntCountsHistogram;

import io.leaseguard.container.WorkTimes;

/**
 * Empty histograms that go round among the consumers: only as many as are asked at the
 * same time. Touched by the thread of the watchdog alone.
 */
final class SpareHistograms implements Supplier<IntCountsHistogram> {

	private final Deque<IntCountsHistogram> spares = new ArrayDeque<>();

	/**
	 * Return an empty histogram.
	 * @return the histogram, which is the caller's now
	 */
	@Override
	public IntCountsHistogram get() {
		IntCountsHistogram spare = this.spares.poll();
		return (spare != null) ? spare : WorkTimes.histogram();
	}

	/**
	 * Give a histogram back when it has been read.
	 * @param filled the histogram
	 */
	void giveBack(IntCountsHistogram filled) {
		filled.reset();
		this.spares.push(filled);
	}

}
