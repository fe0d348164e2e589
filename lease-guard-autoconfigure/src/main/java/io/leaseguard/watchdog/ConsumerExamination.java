package io.leaseguard.watchdog;

import java.util.List;

import org.jspecify.annotations.Nullable;

import io.leaseguard.container.ProgressReading;
import io.leaseguard.container.PulseReading;

/**
 * What one tick has found out about one consumer.
 *
 * @param status the status
 * @param progress what it does
 * @param pulse its heartbeat
 * @param overdue whether a record has outlived its timeout
 * @param forecast whether the records in hand will be done in time, {@code null} when
 * there are none
 * @param stall why it makes no progress, {@code null} when it does
 * @param detail a fact worth knowing, {@code null} when there is none
 * @param stack the top of the thread's stack while it is stuck, else empty
 * @since 0.1.0
 */
public record ConsumerExamination(LeaseStatus status, ProgressReading progress, PulseReading pulse, boolean overdue,
		@Nullable BatchForecast forecast, @Nullable ProgressStall stall, @Nullable String detail, List<String> stack) {

	/**
	 * Return the age of the last heartbeat.
	 * @return milliseconds, {@code null} before the first heartbeat
	 */
	public @Nullable Long heartbeatAgeMs() {
		double seconds = this.pulse.heartbeatAgeSeconds();
		return (seconds >= 0) ? (long) (seconds * 1000) : null;
	}

}
