package io.leaseguard.autoconfigure;

import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.Severity;

/**
 * A name below {@code lease-guard} that is no property of the guard.
 */
final class UnknownProperty {

	static final String ID = "unknown-property";

	private UnknownProperty() {
	}

	/**
	 * Return what to tell of it. The value is nobody's business: it may be anything.
	 * @param name the name
	 * @param context knows where it was written
	 * @return the finding
	 */
	static Finding finding(ConfigurationPropertyName name, BindContext context) {
		String text = KnownNames.text(name);
		String origin = Origins.sentence(Origins.properties(name, context));
		return new Finding(ID, Severity.ERROR, text,
				"%s is no property of Lease Guard, so it sets nothing.%s".formatted(text, origin),
				KnownNames.contain(name.getParent()) ? single(text, KnownNames.text(name.getParent()))
						: fix(text, KnownNames.meant(name)),
				Map.of());
	}

	private static String single(String name, String parent) {
		return "Write one value into %s, which is no list and has no names below it, or remove %s.".formatted(parent,
				name);
	}

	private static String fix(String name, @Nullable String meant) {
		if (meant == null) {
			return "Remove %s, or write one of the names in docs/properties.md.".formatted(name);
		}
		String fix = "Write %s if that is what is meant, else remove %s.".formatted(meant, name);
		return (meant.contains("[") && !name.contains("["))
				? "An id with dots, or signs other than - and _, needs brackets. " + fix : fix;
	}

}
