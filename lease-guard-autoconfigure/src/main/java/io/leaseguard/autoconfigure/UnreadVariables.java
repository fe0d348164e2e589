package io.leaseguard.autoconfigure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.util.ObjectUtils;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.Severity;

/**
 * Variables of the system that have the letters of a property of the guard, but are
 * spelled as Spring Boot does not read them: it wants all dashes dropped, or, outside of
 * the listeners, all of them made underscores. What has other letters belongs to others:
 * an orchestrator sets variables such as {@code LEASE_GUARD_SERVICE_HOST}.
 */
final class UnreadVariables {

	private static final String PREFIX = "LEASEGUARD_";

	private static final String LEGACY_PREFIX = "LEASE_GUARD_";

	private static final String LISTENERS = "LISTENERS";

	private UnreadVariables() {
	}

	/**
	 * Find such variables.
	 * @param context knows the sources
	 * @param read the names of the properties that were found
	 * @return the findings, errors
	 */
	static List<Finding> find(BindContext context, Collection<ConfigurationPropertyName> read) {
		List<String> spellings = read.stream().map(ConfigurationPropertyName::toString).toList();
		List<Finding> findings = new ArrayList<>();
		for (ConfigurationPropertySource source : context.getSources()) {
			if (source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource variables) {
				for (String variable : variables.getPropertyNames()) {
					Finding finding = examine(variable, spellings);
					if (finding != null && !ObjectUtils.isEmpty(variables.getProperty(variable))) {
						findings.add(finding);
					}
				}
			}
		}
		return findings;
	}

	private static @Nullable Finding examine(String variable, List<String> read) {
		String upper = variable.toUpperCase(Locale.ROOT);
		String prefix = upper.startsWith(LEGACY_PREFIX) ? LEGACY_PREFIX : PREFIX;
		if (!upper.startsWith(prefix) || read.stream()
			.anyMatch((name) -> upper.equals(variable(name, "")) || upper.equals(variable(name, "_")))) {
			return null;
		}
		List<String> words = Arrays.asList(upper.substring(prefix.length()).split("_+"));
		if (words.get(0).equals(LISTENERS)) {
			return ofListener(variable, words.subList(1, words.size()));
		}
		String name = KnownNames.byLetters(String.join("", words), false);
		return (name != null) ? finding(variable, "lease-guard." + name, PREFIX + variable(name, "")) : null;
	}

	private static @Nullable Finding ofListener(String variable, List<String> words) {
		for (int id = 1; id < words.size(); id++) {
			String term = KnownNames.byLetters(String.join("", words.subList(id, words.size())), true);
			if (term != null) {
				String name = "lease-guard.listeners.<id>." + term;
				String right = PREFIX + LISTENERS + "_" + words.get(0) + "_" + variable(term, "");
				return finding(variable, name, (id == 1) ? right : null);
			}
		}
		return null;
	}

	private static Finding finding(String variable, String name, @Nullable String right) {
		return new Finding(UnknownProperty.ID, Severity.ERROR, name,
				"The environment variable %s is no spelling of %s that Spring Boot reads, so it sets nothing."
					.formatted(variable, name),
				(right != null) ? "Write %s if that is what is meant, else remove %s.".formatted(right, variable)
						: "Write the property into a file or SPRING_APPLICATION_JSON, since a variable can't hold an id of several words, or remove %s."
							.formatted(variable),
				Map.of());
	}

	private static String variable(String name, String dash) {
		return name.toUpperCase(Locale.ROOT).replace("-", dash).replace("[", ".").replace("]", "").replace(".", "_");
	}

}
