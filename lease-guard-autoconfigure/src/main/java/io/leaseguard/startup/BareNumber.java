package io.leaseguard.startup;

import java.util.regex.Pattern;

/**
 * A duration that was written as a number alone. Spring Boot reads it as milliseconds,
 * people who know Kafka think in milliseconds and others in seconds: a timeout that is
 * wrong by a thousand makes a lease that is far too short or fits no batch at all. Zero
 * needs no unit.
 *
 * @since 0.1.0
 */
public final class BareNumber {

	/**
	 * What a duration must do in place of being a bare number.
	 */
	public static final String RULE = "have a unit";

	private static final Pattern FORM = Pattern.compile("\\+?0*[1-9][0-9]*");

	private BareNumber() {
	}

	/**
	 * Return whether a duration was written without a unit. Negative numbers are left to
	 * those who ask for the range.
	 * @param text the duration as it was written
	 * @return whether it is a number above zero and nothing else
	 */
	public static boolean is(String text) {
		return FORM.matcher(text).matches();
	}

	/**
	 * Return what to write.
	 * @param text a bare number
	 * @return the fix
	 */
	public static String fix(String text) {
		return "Write %ss or %sms.".formatted(text, text);
	}

}
