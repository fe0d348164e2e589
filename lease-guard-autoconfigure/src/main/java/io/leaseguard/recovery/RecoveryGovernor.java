package io.leaseguard.recovery;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Says when the next attempt on one consumer may be made.
 */
final class RecoveryGovernor {

	private final RecoveryLimits limits;

	private final Deque<Long> attempts = new ArrayDeque<>();

	RecoveryGovernor(RecoveryLimits limits) {
		this.limits = limits;
	}

	/**
	 * Return whether the attempts of the window are used up.
	 * @param nowNanos the time
	 * @return whether no attempt is left
	 */
	boolean exhausted(long nowNanos) {
		forget(nowNanos);
		return this.attempts.size() >= this.limits.maxAttempts();
	}

	/**
	 * Return whether the cool-down after the last attempt is over.
	 * @param nowNanos the time
	 * @return whether an attempt may be made
	 */
	boolean cool(long nowNanos) {
		Long last = this.attempts.peekLast();
		return last == null || nowNanos - last >= this.limits.coolDown().toNanos();
	}

	void attempted(long nowNanos) {
		this.attempts.addLast(nowNanos);
	}

	int attempts() {
		return this.attempts.size();
	}

	private void forget(long nowNanos) {
		Long first = this.attempts.peekFirst();
		while (first != null && nowNanos - first > this.limits.window().toNanos()) {
			this.attempts.removeFirst();
			first = this.attempts.peekFirst();
		}
	}

}
