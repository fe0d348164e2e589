package io.leaseguard.recovery;

import java.time.Duration;

/**
 * The limits that keep a cure from being worse than the disease.
 *
 * @param maxAttempts attempts on one consumer within the window, at least 1
 * @param window the window, above zero
 * @param coolDown the least time between two attempts on one consumer, not negative
 * @since 0.1.0
 */
public record RecoveryLimits(int maxAttempts, Duration window, Duration coolDown) {

	public RecoveryLimits {
		if (maxAttempts < 1) {
			throw new IllegalArgumentException("'max-attempts' must be at least 1 but is " + maxAttempts);
		}
		if (window.isNegative() || window.isZero()) {
			throw new IllegalArgumentException("'window' must be above zero but is " + window);
		}
		if (coolDown.isNegative()) {
			throw new IllegalArgumentException("'cool-down' must not be negative but is " + coolDown);
		}
	}

}
