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

}
