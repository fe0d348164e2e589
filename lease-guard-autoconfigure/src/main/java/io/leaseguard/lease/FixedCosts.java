package io.leaseguard.lease;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What can block the consumer thread once per poll cycle outside the records ({@code E}
 * in the equation), term by term.
 *
 * @param parts the longest duration of each cost, by its name, in reading order
 * @since 0.1.0
 */
public record FixedCosts(Map<String, Duration> parts) {

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
	}

	/**
	 * Return the costs with their numbers, ready to read.
	 * @return for example {@code retry-backoff 10s, recovery-timeout 5s}, empty when
	 * there are none
	 */
	public String describe() {
		return this.parts.entrySet()
			.stream()
			.filter((part) -> !part.getValue().isZero())
			.map((part) -> part.getKey() + " " + Millis.format(Millis.ceil(part.getValue())))
			.collect(Collectors.joining(", "));
	}

	/**
	 * Return the sum of all costs.
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
