package io.leaseguard.autoconfigure;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.util.ClassUtils;

import io.leaseguard.container.KeyResemblance;
import io.leaseguard.lease.Finding;
import io.leaseguard.lease.Severity;
import io.leaseguard.startup.BareNumber;
import io.leaseguard.startup.TermsExamination;

/**
 * The value of a property of the guard as it was written, placeholders resolved.
 *
 * @param property the name of the property
 * @param text the value
 * @param origin a sentence that tells where it was written, may be empty
 */
record WrittenValue(ConfigurationPropertyName property, String text, String origin) {

	private static final int LONGEST = 100;

	static WrittenValue of(ConfigurationPropertyName name, BindContext context) {
		String text = resolve(name, context);
		if (text == null) {
			List<ConfigurationProperty> properties = Origins.properties(name, context);
			text = properties.isEmpty() ? "" : Objects.toString(properties.get(0).getValue());
		}
		return new WrittenValue(name, text.trim(), Origins.inForce(name, context));
	}

	private static @Nullable String resolve(ConfigurationPropertyName name, BindContext context) {
		try {
			return context.getBinder().bind(name.toString(), String.class).orElse(null);
		}
		catch (BindException ex) {
			return null;
		}
	}

	private String name() {
		return KnownNames.text(this.property);
	}

	/**
	 * The value is a bare number in place of a duration.
	 * @return the finding
	 */
	Finding lacksUnit() {
		return finding(BareNumber.RULE, BareNumber.fix(this.text));
	}

	/**
	 * There is no value.
	 * @return the finding
	 */
	Finding empty() {
		return finding("have a value", "Write a value, or remove %s.".formatted(name()));
	}

	/**
	 * The value can't be converted.
	 * @param type what it should be
	 * @return the finding
	 */
	Finding unfit(Class<?> type) {
		if (this.text.contains("${")) {
			return finding("be possible to resolve",
					"Define the property that it refers to, or change or remove %s.".formatted(name()));
		}
		Class<?> wanted = ClassUtils.resolvePrimitiveIfNecessary(type);
		if (wanted == Duration.class) {
			return finding("be a duration, for example 2s",
					"Write one number with one unit, such as 500ms, 2s or 5m, or remove %s.".formatted(name()));
		}
		if (wanted == Boolean.class) {
			return finding("be true or false", "Write true or false, or remove %s.".formatted(name()));
		}
		if (wanted == Integer.class) {
			return finding("be a whole number", "Write a number such as 3, or remove %s.".formatted(name()));
		}
		if (wanted == Double.class) {
			return finding("be a number", "Write a number such as 1.5, or remove %s.".formatted(name()));
		}
		return wanted.isEnum() ? oneOf(wanted) : parent();
	}

	private Finding oneOf(Class<?> type) {
		List<String> values = Arrays.stream(type.getEnumConstants())
			.map((value) -> value.toString().toLowerCase(Locale.ROOT).replace('_', '-'))
			.toList();
		String nearest = KeyResemblance.nearest(this.text, values);
		return finding("be one of " + String.join(", ", values),
				(nearest != null) ? "Write %s if that is what is meant, else remove %s.".formatted(nearest, name())
						: "Write one of them, or remove %s.".formatted(name()));
	}

	private Finding parent() {
		return finding("have names below it and no value of its own",
				"Write %s, for example, in its place.".formatted(KnownNames.below(this.property)));
	}

	private Finding finding(String rule, String fix) {
		String shown = (this.text.length() > LONGEST) ? this.text.substring(0, LONGEST) + "..." : this.text;
		return new Finding(TermsExamination.ID, Severity.ERROR, name(),
				"%s is '%s', but it must %s.%s".formatted(name(), shown, rule, this.origin), fix, Map.of());
	}

}
