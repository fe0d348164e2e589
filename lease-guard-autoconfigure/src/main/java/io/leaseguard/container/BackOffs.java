package io.leaseguard.container;

import org.jspecify.annotations.Nullable;
import org.springframework.kafka.support.ExponentialBackOffWithMaxRetries;
import org.springframework.util.backoff.BackOff;
import org.springframework.util.backoff.ExponentialBackOff;
import org.springframework.util.backoff.FixedBackOff;

/**
 * Tells the longest single step of a back-off, and whether it ever ends. Only of those
 * whose steps are known by their properties: a back-off of the application is never
 * started for a look.
 */
final class BackOffs {

	private static final int PROMPT = 10_000;

	private BackOffs() {
	}

	/**
	 * Return the longest single step.
	 * @param backOff the back-off
	 * @return the step, unknown where it is an own implementation
	 */
	static Cost longestStep(@Nullable BackOff backOff) {
		if (backOff instanceof FixedBackOff fixed && fixed.getClass() == FixedBackOff.class) {
			return Cost.ofMillis((fixed.getMaxAttempts() > 0) ? fixed.getInterval() : 0);
		}
		if (backOff instanceof ExponentialBackOff exponential && isKnown(exponential)) {
			return Cost.ofMillis(longestStep(exponential));
		}
		return Cost.UNKNOWN;
	}

	private static boolean isKnown(ExponentialBackOff backOff) {
		return backOff.getClass() == ExponentialBackOff.class
				|| backOff.getClass() == ExponentialBackOffWithMaxRetries.class;
	}

	/**
	 * Walk through the steps until they stop growing or end: with few attempts the
	 * largest may stay far below the largest interval.
	 * @param backOff the back-off
	 * @return the longest step in milliseconds
	 */
	private static long longestStep(ExponentialBackOff backOff) {
		long longest = 0;
		long elapsed = 0;
		long interval = Math.min(backOff.getInitialInterval(), backOff.getMaxInterval());
		for (long attempt = 0; attempt < backOff.getMaxAttempts() && elapsed < backOff.getMaxElapsedTime(); attempt++) {
			long jitter = jitter(backOff, interval);
			longest = Math.max(longest, Math.min(interval + jitter, backOff.getMaxInterval()));
			elapsed += Math.max(interval - jitter, 0);
			long next = (long) Math.min(interval * backOff.getMultiplier(), backOff.getMaxInterval());
			if (next <= interval) {
				return longest;
			}
			if (attempt > PROMPT) {
				return backOff.getMaxInterval();
			}
			interval = next;
		}
		return longest;
	}

	private static long jitter(ExponentialBackOff backOff, long interval) {
		if (backOff.getJitter() <= 0) {
			return 0;
		}
		long initial = backOff.getInitialInterval();
		return backOff.getJitter() * ((initial > 0) ? interval / initial : 1);
	}

	/**
	 * Return whether a back-off goes on for longer than anyone waits.
	 * @param backOff the back-off
	 * @return whether it has no end, as far as that is known
	 */
	static boolean isEndless(@Nullable BackOff backOff) {
		if (backOff instanceof FixedBackOff fixed && fixed.getClass() == FixedBackOff.class) {
			return fixed.getMaxAttempts() >= Integer.MAX_VALUE;
		}
		return backOff instanceof ExponentialBackOff exponential && isKnown(exponential)
				&& exponential.getMaxElapsedTime() == ExponentialBackOff.DEFAULT_MAX_ELAPSED_TIME
				&& exponential.getMaxAttempts() >= Integer.MAX_VALUE;
	}

}
