package io.leaseguard.lease;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Map;

/**
 * Saturating arithmetic on {@code long} milliseconds, the unit in which Kafka states its
 * timeouts. A result that does not fit is {@link #UNBOUNDED}, never a wrapped number.
 *
 * @since 0.1.0
 */
public final class Millis {

	/**
	 * The value that stands for every duration too long to be counted.
	 */
	public static final long UNBOUNDED = Long.MAX_VALUE;

	private static final BigDecimal LIMIT = BigDecimal.valueOf(UNBOUNDED);

	private static final int PER_SECOND = 1000;

	private static final int NANOS_PER_MILLI = 1_000_000;

	private static final Map<String, Long> UNITS = Map.of("d", 86_400_000L, "h", 3_600_000L, "m", 60_000L, "s", 1000L);

	private Millis() {
	}

	/**
	 * Return a duration in milliseconds, a started millisecond counted as a whole one:
	 * the safe direction for the time that work takes.
	 * @param duration the duration, not negative
	 * @return the milliseconds, or {@link #UNBOUNDED}
	 */
	public static long ceil(Duration duration) {
		long floor = floor(duration);
		return (duration.getNano() % NANOS_PER_MILLI != 0) ? plus(floor, 1) : floor;
	}

	/**
	 * Return a duration in whole milliseconds, the rest cut off: the safe direction for
	 * the time that is allowed.
	 * @param duration the duration, not negative
	 * @return the milliseconds, or {@link #UNBOUNDED}
	 */
	public static long floor(Duration duration) {
		try {
			return duration.toMillis();
		}
		catch (ArithmeticException ex) {
			return UNBOUNDED;
		}
	}

	/**
	 * Add two durations. A negative one counts as none.
	 * @param a milliseconds
	 * @param b milliseconds
	 * @return the sum, or {@link #UNBOUNDED}
	 */
	public static long plus(long a, long b) {
		long sum = Math.max(0, a) + Math.max(0, b);
		return (sum < 0) ? UNBOUNDED : sum;
	}

	/**
	 * Multiply a duration.
	 * @param count how many times; a negative count is none
	 * @param each milliseconds, not negative
	 * @return the product, or {@link #UNBOUNDED}
	 */
	public static long times(long count, long each) {
		long times = Math.max(0, count);
		long high = Math.multiplyHigh(times, each);
		long low = times * each;
		return (high != 0 || low < 0) ? UNBOUNDED : low;
	}

	/**
	 * Multiply exactly and round up. The factor is taken by its decimal digits, so that
	 * 10 ms x 1.1 is 11 ms and not the 12 ms that binary fractions would make of it.
	 * @param count how many times; a negative count is none
	 * @param each milliseconds, not negative
	 * @param factor the factor, finite and not negative
	 * @return the product, or {@link #UNBOUNDED}
	 */
	static long product(long count, long each, double factor) {
		BigDecimal product = BigDecimal.valueOf(Math.max(0, count))
			.multiply(BigDecimal.valueOf(each))
			.multiply(BigDecimal.valueOf(factor))
			.setScale(0, RoundingMode.CEILING);
		return (product.compareTo(LIMIT) >= 0) ? UNBOUNDED : product.longValueExact();
	}

	/**
	 * Return a duration as people write it, for example {@code 26m15s}, {@code 100ms} or
	 * {@code 1d2h}.
	 * @param millis milliseconds
	 * @return the text
	 */
	public static String format(long millis) {
		if (millis == UNBOUNDED) {
			return "unbounded";
		}
		if (millis < 0) {
			return "-" + format((millis == Long.MIN_VALUE) ? UNBOUNDED : -millis);
		}
		Duration duration = Duration.ofMillis(millis);
		StringBuilder text = new StringBuilder();
		append(text, duration.toDaysPart(), "d");
		append(text, duration.toHoursPart(), "h");
		append(text, duration.toMinutesPart(), "m");
		append(text, duration.toSecondsPart(), "s");
		append(text, millis % PER_SECOND, "ms");
		return text.isEmpty() ? "0s" : text.toString();
	}

	/**
	 * Return a duration as it can be written into a property: one number with the largest
	 * unit that loses nothing, for example {@code 1576s} or {@code 30m}. Spring Boot
	 * binds no {@code 26m16s}.
	 * @param millis milliseconds, not negative
	 * @return the text
	 */
	public static String formatProperty(long millis) {
		return (millis == 0) ? "0s"
				: UNITS.entrySet()
					.stream()
					.filter((unit) -> millis % unit.getValue() == 0)
					.max(Map.Entry.comparingByValue())
					.map((unit) -> millis / unit.getValue() + unit.getKey())
					.orElse(millis + "ms");
	}

	private static void append(StringBuilder text, long amount, String unit) {
		if (amount > 0) {
			text.append(amount).append(unit);
		}
	}

}
