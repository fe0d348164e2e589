package io.leaseguard.startup;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.leaseguard.container.ContainerConfiguration;

/**
 * What to write into a {@code @KafkaListener}: the annotation, ready to paste, or where
 * it has properties already, what to do with them. Theirs are never repeated, because
 * they may be secrets.
 */
final class AnnotationLine {

	private AnnotationLine() {
	}

	static String of(ListenerAnnotation annotation, ContainerConfiguration configuration,
			Map<String, String> settings) {
		ListenerAnnotation.Found matching = annotation.find(configuration);
		ListenerAnnotation.Found found = (matching != null) ? matching : annotation.only();
		String id = ListenerAnnotation.id(configuration);
		if (found != null && found.composed() == null && found.properties().isEmpty()) {
			return "@KafkaListener(%sproperties = %s) on %s".formatted(id(id, ", "), array(settings),
					annotation.place());
		}
		String name = "@KafkaListener%s%s on %s".formatted((id != null) ? "(" + id(id, ")") : "",
				(found != null) ? found.origin() : "", annotation.place());
		return (found != null) ? changed(name, annotation, found, configuration, settings)
				: "add %s to the properties of %s, beside its other properties"
					.formatted(list(settings.entrySet().stream().map(AnnotationLine::quoted).toList()), name);
	}

	private static String id(@Nullable String id, String end) {
		return (id != null) ? "id = \"%s\"%s".formatted(id, end) : "";
	}

	private static String array(Map<String, String> settings) {
		String properties = String.join(", ", settings.entrySet().stream().map(AnnotationLine::quoted).toList());
		return (settings.size() == 1) ? properties : "{ " + properties + " }";
	}

	private static String changed(String name, ListenerAnnotation annotation, ListenerAnnotation.Found found,
			ContainerConfiguration configuration, Map<String, String> settings) {
		WrittenProperties properties = found.properties();
		List<String> replaced = new ArrayList<>();
		List<String> added = new ArrayList<>();
		settings.entrySet().forEach((setting) -> {
			List<String> spellings = properties.spellings(setting.getKey());
			// An expression may bring along another value, which counts.
			boolean hidden = properties.hasExpressions() && configuration.overrides(setting.getKey())
					&& !annotation.isInForce(found, configuration, setting.getKey());
			if (spellings.isEmpty() || hidden) {
				added.add(quoted(setting));
			}
			else {
				replaced.add("%s in place of %s".formatted(quoted(setting), old(spellings)));
			}
		});
		// The last one counts, and what an expression brings along can't be seen.
		String last = properties.hasExpressions() ? ", after its other properties" : "";
		if (replaced.isEmpty()) {
			return "add %s to the properties of %s%s".formatted(list(added), name, last);
		}
		String more = added.isEmpty() ? "" : ", and add %s%s".formatted(list(added), last);
		return "in the properties of %s, write %s%s".formatted(name, list(replaced), more);
	}

	private static String old(List<String> spellings) {
		String all = list(new LinkedHashSet<>(spellings).stream().map("\"%s…\""::formatted).toList());
		return (spellings.size() > 1) ? "every " + all : all;
	}

	private static String quoted(Map.Entry<String, String> setting) {
		return "\"%s=%s\"".formatted(setting.getKey(), setting.getValue());
	}

	private static String list(List<String> parts) {
		return String.join(" and ", parts);
	}

}
