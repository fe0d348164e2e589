package io.leaseguard.recovery;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.random.RandomGenerator;

import org.jspecify.annotations.Nullable;

/**
 * Says when the next attempt may be made. The cool-down is drawn out by chance, up to a
 * quarter, and so is the time before a first restart, so that many instances of an
 * application that fall ill together do not act together. A first rejoin does not wait:
 * the members of a group that rejoin together share one rebalance.
 */
final class RecoveryGovernor {

	private static final double SPREAD = 0.25;

	private final RecoveryLimits limits;

	private final RandomGenerator random;

	private final Deque<Long> attempts = new ArrayDeque<>();

	private @Nullable Long last;

	private long coolDownNanos;

	private long sinceNanos;

	private long patienceNanos;

	RecoveryGovernor(RecoveryLimits limits, RandomGenerator random) {
		this.limits = limits;
		this.random = random;
	}

	/**
	 * Take note that there is something to repair from now on.
	 * @param nowNanos the time
	 */
	void sick(long nowNanos) {
		this.sinceNanos = nowNanos;
		this.patienceNanos = spread();
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
	 * Return whether an attempt may be made as far as time goes.
	 * @param action what is to be done
	 * @param nowNanos the time
	 * @return whether an attempt may be made
	 */
	boolean ready(RecoveryAction action, long nowNanos) {
		if (!rested(nowNanos)) {
			return false;
		}
		return action == RecoveryAction.REJOIN || nowNanos - this.sinceNanos >= this.patienceNanos;
	}

	/**
	 * Return whether there is no cool-down at the moment.
	 * @param nowNanos the time
	 * @return whether the last attempt or question is long enough ago
	 */
	boolean rested(long nowNanos) {
		return this.last == null || nowNanos - this.last >= this.coolDownNanos;
	}

	void attempted(long nowNanos) {
		this.attempts.addLast(nowNanos);
		coolDown(nowNanos);
	}

	/**
	 * Let the cool-down pass before the next attempt, or the next question for leave.
	 * @param nowNanos the time
	 */
	void coolDown(long nowNanos) {
		this.last = nowNanos;
		this.coolDownNanos = this.limits.coolDown().toNanos() + spread();
	}

	int attempts() {
		return this.attempts.size();
	}

	/**
	 * Return whether there is nothing left to remember.
	 * @param nowNanos the time
	 * @return whether no attempt is within the window
	 */
	boolean idle(long nowNanos) {
		forget(nowNanos);
		return this.attempts.isEmpty();
	}

	private long spread() {
		return (long) (this.limits.coolDown().toNanos() * SPREAD * this.random.nextDouble());
	}

	private void forget(long nowNanos) {
		Long first = this.attempts.peekFirst();
		while (first != null && nowNanos - first > this.limits.window().toNanos()) {
			this.attempts.removeFirst();
			first = this.attempts.peekFirst();
		}
	}

}
