package io.leaseguard.container;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;

import io.leaseguard.lease.LeaseKeys;

/**
 * Reads the number that somebody meant out of a value that Kafka does not take for one,
 * to name it in the fix. Never used as a setting.
 *
 * @since 0.1.0
 */
public final class ReadableNumber {

	private static final Pattern PRODUCT = Pattern.compile("\\d{1,10}(\\s*\\*\\s*\\d{1,10}){1,5}");

	private static final Pattern NOISE = Pattern.compile("[_',;\\s]|(?<=\\d)[lL]$");

	private static final Pattern DIGITS = Pattern.compile("\\d{1,18}");

	private ReadableNumber() {
	}

	/**
	 * Read a number.
	 * @param value the value
	 * @param duration whether it is a duration in milliseconds
	 * @return the number, from 1 to the largest that Kafka takes; {@code null} when there
	 * is none to be seen
	 */
	public static @Nullable Integer of(Object value, boolean duration) {
		try {
			BigDecimal number = read(value, duration);
			return (number != null && number.signum() > 0)
					? number.setScale(0, RoundingMode.UNNECESSARY).intValueExact() : null;
		}
		catch (ArithmeticException ex) {
			return null;
		}
	}

	private static @Nullable BigDecimal read(Object value, boolean duration) {
		if (value instanceof Duration time) {
			return duration ? BigDecimal.valueOf(time.toMillis()) : null;
		}
		String text = LeaseKeys.text(value).trim();
		if (PRODUCT.matcher(text).matches()) {
			BigDecimal product = BigDecimal.ONE;
			for (String factor : text.split("\\*")) {
				product = product.multiply(new BigDecimal(factor.trim()));
			}
			return product;
		}
		String bare = NOISE.matcher(text).replaceAll("");
		if (DIGITS.matcher(bare).matches()) {
			return new BigDecimal(bare);
		}
		if (value instanceof Number) {
			return number(text);
		}
		return duration ? duration(text) : null;
	}

	private static @Nullable BigDecimal number(String text) {
		try {
			return new BigDecimal(text);
		}
		catch (NumberFormatException ex) {
			return null;
		}
	}

	private static @Nullable BigDecimal duration(String text) {
		try {
			return BigDecimal.valueOf(DurationStyle.detectAndParse(text).toMillis());
		}
		catch (IllegalArgumentException ex) {
			return null;
		}
	}

}
