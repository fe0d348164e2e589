package io.leaseguard.container;

import java.time.Duration;

/**
 * Does what a consumer thread does to {@link WorkTimes}, for tests of other packages.
 */
public final class TestTimes {

	private TestTimes() {
	}

	public static WorkTimes times() {
		return new WorkTimes();
	}

	public static void add(WorkTimes times, Duration time, int count) {
		for (int i = 0; i < count; i++) {
			times.add(time.toNanos(), 1, 0);
		}
	}

	public static void handOver(WorkTimes times) {
		times.handOver();
	}

}
