package io.leaseguard.container;

import java.time.Duration;

/**
 * One fixed cost as far as it can be read.
 *
 * @param least the longest duration among what can be read; the least that the cost can
 * be
 * @param complete whether everything could be read, so that it is the most as well
 */
record Cost(Duration least, boolean complete) {

	static final Cost NONE = new Cost(Duration.ZERO, true);

	static final Cost UNKNOWN = new Cost(Duration.ZERO, false);

	static Cost of(Duration duration) {
		return new Cost(duration.isNegative() ? Duration.ZERO : duration, true);
	}

	static Cost ofMillis(long millis) {
		return of(Duration.ofMillis(millis));
	}

	Cost atLeast() {
		return new Cost(this.least, false);
	}

	/**
	 * Return the worse of two costs of which only one can occur.
	 * @param other the other cost
	 * @return the longer duration, complete when both are
	 */
	Cost or(Cost other) {
		return new Cost((this.least.compareTo(other.least) >= 0) ? this.least : other.least,
				this.complete && other.complete);
	}

}
