package io.leaseguard.lease;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What can block the consumer thread once per poll cycle outside the records ({@code E}
 * in the equation), term by term. Each term is the longest that its cause can take once:
 * one step of a back-off and not the sum of all, because a failed record is sought again
 * and the consumer polls between two attempts.
 *
 * @param parts the longest duration of each cost, by its name, in reading order
 * @param unknown the names of costs that can't be read; where one of them has a part as
 * well, that part is only the least that it can be
 * @since 0.1.0
 */
public record FixedCosts(Map<String, Duration> parts, Set<String> unknown) {

	/**
	 * The longest single back-off between two attempts at a record.
	 */
	public static final String RETRY_BACKOFF = "retryBackoff";

	/**
	 * The same after a transaction was rolled back, which can follow a back-off of the
	 * error handler in one cycle.
	 */
	public static final String ROLLBACK_BACKOFF = "rollbackBackoff";

	/**
	 * The longest single recovery of a record whose attempts are exhausted.
	 */
	public static final String RECOVERY = "recovery";

	/**
	 * The same after a transaction was rolled back.
	 */
	public static final String ROLLBACK_RECOVERY = "rollbackRecovery";

	/**
	 * A synchronous commit for which the application has set a timeout.
	 */
	public static final String COMMIT = "commit";

	/**
	 * The sleep after an authentication or authorization failure.
	 */
	public static final String AUTH_RETRY = "authRetry";

	/**
	 * The sleep between two polls. It gives way to the lease: the container shortens it
	 * so that it ends {@link #IDLE_MARGIN} before the lease does.
	 */
	public static final String IDLE_BETWEEN_POLLS = "idleBetweenPolls";

	/**
	 * How long before the end of the lease the container ends its sleep between polls, so
	 * that a sleep of full length fits.
	 */
	public static final String IDLE_MARGIN = "idleMargin";

	/**
	 * No cost at all.
	 */
	public static final FixedCosts NONE = new FixedCosts(Map.of());

	public FixedCosts {
		parts.forEach((name, cost) -> {
			if (cost.isNegative()) {
				throw new IllegalArgumentException("'" + name + "' must not be negative but is " + cost);
			}
		});
		parts = Collections.unmodifiableMap(new LinkedHashMap<>(parts));
		unknown = Collections.unmodifiableSet(new LinkedHashSet<>(unknown));
	}

	/**
	 * Create costs that are all known.
	 * @param parts the longest duration of each cost, by its name, in reading order
	 */
	public FixedCosts(Map<String, Duration> parts) {
		this(parts, Set.of());
	}

	/**
	 * Return one cost.
	 * @param name the name
	 * @return milliseconds, zero when there is no such cost
	 */
	public long partMs(String name) {
		Duration cost = this.parts.get(name);
		return (cost != null) ? Millis.ceil(cost) : 0;
	}

	/**
	 * Return whether a cost can't be read.
	 * @param name the name
	 * @return whether it is unknown
	 */
	public boolean isUnknown(String name) {
		return this.unknown.contains(name);
	}

	/**
	 * Return these costs with a cost that the application declares in the place of what
	 * was read.
	 * @param name the name
	 * @param alsoReplaced the name of another cost that the declared one stands for
	 * @param cost the declared cost
	 * @return the costs
	 */
	public FixedCosts withDeclared(String name, String alsoReplaced, Duration cost) {
		Map<String, Duration> declared = new LinkedHashMap<>();
		declared.put(name, cost);
		this.parts.forEach(declared::putIfAbsent);
		declared.remove(alsoReplaced);
		Set<String> unreadable = new LinkedHashSet<>(this.unknown);
		unreadable.removeAll(Set.of(name, alsoReplaced));
		return new FixedCosts(declared, unreadable);
	}

	/**
	 * Return these costs without the sleep between polls, which gives way to a lease that
	 * is set: it is no reason to refuse one, only one to derive a longer one.
	 * @return the costs
	 */
	public FixedCosts withoutIdle() {
		Map<String, Duration> busy = new LinkedHashMap<>(this.parts);
		busy.remove(IDLE_BETWEEN_POLLS);
		busy.remove(IDLE_MARGIN);
		return new FixedCosts(busy, this.unknown);
	}

	/**
	 * Return the costs with their numbers, ready to read.
	 * @return for example {@code retryBackoff 10s, recovery unknown}, empty when there
	 * are none
	 */
	public String describe() {
		List<String> texts = new ArrayList<>();
		this.parts.forEach((name, cost) -> {
			if (!cost.isZero()) {
				texts.add(name + " " + (isUnknown(name) ? "at least " : "") + Millis.format(Millis.ceil(cost)));
			}
		});
		this.unknown.stream().filter((name) -> partMs(name) == 0).forEach((name) -> texts.add(name + " unknown"));
		return String.join(", ", texts);
	}

	/**
	 * Return the sum of all costs that are known.
	 * @return milliseconds, or {@link Millis#UNBOUNDED}
	 */
	public long totalMs() {
		long total = 0;
		for (Duration cost : this.parts.values()) {
			total = Millis.plus(total, Millis.ceil(cost));
		}
		return total;
	}

}
