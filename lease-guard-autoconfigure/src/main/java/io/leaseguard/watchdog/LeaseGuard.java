package io.leaseguard.watchdog;

/**
 * What the guard knows of all listeners.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface LeaseGuard {

	/**
	 * Return the picture of the last tick.
	 * @return the snapshot
	 */
	LeaseSnapshot snapshot();

	/**
	 * Return how the watchdog itself is doing. Unlike a snapshot this is read at once, so
	 * that a watchdog that does not tick can be seen.
	 * @return the reading
	 */
	default WatchdogReading watchdog() {
		return WatchdogReading.OFF;
	}

}
