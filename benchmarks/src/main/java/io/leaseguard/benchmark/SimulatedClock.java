package io.leaseguard.benchmark;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The clock of the machine, put forward by hand between two ticks.
 */
public final class SimulatedClock {

	private volatile long aheadNanos;

	/**
	 * Put the clock forward.
	 * @param duration by how much
	 */
	public void advance(Duration duration) {
		this.aheadNanos += duration.toNanos();
	}

	/**
	 * Return the time, as of {@link System#nanoTime()}.
	 * @return nanoseconds
	 */
	public long nanos() {
		return System.nanoTime() + this.aheadNanos;
	}

	long millis() {
		return TimeUnit.NANOSECONDS.toMillis(nanos());
	}

}
