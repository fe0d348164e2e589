package io.leaseguard.lease;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One broken rule.
 *
 * @param rule the id of the rule, in kebab case; stable, also the tag of a meter
 * @param severity how much it matters
 * @param subject what it is about, usually the listener id
 * @param message what is wrong, with the setting, its value and the rule
 * @param fix what to change, naming the property to change
 * @param numbers the numbers behind the message by name, durations in milliseconds with
 * names that end in {@code Ms}
 * @since 0.1.0
 */
public record Finding(String rule, Severity severity, String subject, String message, String fix,
		Map<String, Long> numbers) {

	/**
	 * Where every rule is explained: the one place to change when the document moves.
	 */
	public static final String RULES = "docs/rules.md";

	public Finding {
		numbers = Collections.unmodifiableMap(new LinkedHashMap<>(numbers));
	}

	/**
	 * Return where the rule is explained.
	 * @return for example {@code docs/rules.md#lease-too-long}
	 */
	public String reference() {
		return RULES + "#" + this.rule;
	}

}
