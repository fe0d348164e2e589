package io.leaseguard.autoconfigure;

import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeanUtils;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

import io.leaseguard.container.KeyResemblance;
import io.leaseguard.startup.ListenerKey;

/**
 * The names of the properties of the guard, and which of them somebody meant who wrote
 * another.
 */
final class KnownNames {

	private static final String PREFIX = "lease-guard.";

	private static final String LISTENERS = "listeners";

	/**
	 * Words in the longest name of a listener, {@code batch-splitting.enabled}.
	 */
	private static final int LONGEST = 2;

	private static final Set<String> NAMES = names(LeaseGuardProperties.class);

	private static final Set<String> OF_LISTENER = names(LeaseGuardProperties.Listener.class);

	private KnownNames() {
	}

	private static Set<String> names(Class<?> type) {
		Set<String> names = new LinkedHashSet<>();
		// What the binder reads as well, so that it is there in a native image.
		Constructor<?> constructor = BeanUtils.getResolvableConstructor(type);
		@Nullable String[] parameters = BeanUtils.getParameterNames(constructor);
		for (int i = 0; i < parameters.length; i++) {
			Class<?> value = constructor.getParameterTypes()[i];
			String name = DataObjectPropertyName.toDashedForm(String.valueOf(parameters[i]));
			if (value.isRecord()) {
				names(value).forEach((nested) -> names.add(name + "." + nested));
			}
			else if (value != Map.class) {
				names.add(name);
			}
		}
		return names;
	}

	/**
	 * Return a name in full and as it was written, but for its first word: a variable of
	 * the system has no dashes.
	 * @param name the name
	 * @return for example {@code lease-guard.watchdog.interval}
	 */
	static String text(ConfigurationPropertyName name) {
		StringBuilder text = new StringBuilder("lease-guard");
		for (int i = 1; i < name.getNumberOfElements(); i++) {
			String word = name.getElement(i, ConfigurationPropertyName.Form.ORIGINAL);
			text.append(name.chop(i + 1).isLastElementIndexed() ? "[" + word + "]" : "." + word);
		}
		return text.toString();
	}

	/**
	 * Find the name that was meant.
	 * @param unknown a name that is not known
	 * @return the full name, or {@code null} when the name resembles none
	 */
	static @Nullable String meant(ConfigurationPropertyName unknown) {
		List<String> words = words(unknown);
		if (KeyResemblance.nearest(words.get(0), Set.of(LISTENERS)) != null) {
			List<String> below = words.subList(1, words.size());
			String meant = ofListener(below, KnownNames::same);
			return (meant != null) ? meant : ofListener(below, KeyResemblance::nearest);
		}
		String meant = KeyResemblance.nearest(String.join(".", words), ofSize(words.size(), NAMES));
		if (meant == null) {
			meant = elsewhere(words.get(words.size() - 1));
		}
		return (meant != null) ? PREFIX + meant : null;
	}

	/**
	 * Find a name by its letters alone.
	 * @param letters the letters
	 * @param ofListener whether to look among the names of a single listener
	 * @return the name without what stands before it, or {@code null}
	 */
	static @Nullable String byLetters(String letters, boolean ofListener) {
		return (ofListener ? OF_LISTENER : NAMES).stream()
			.filter((name) -> name.replaceAll("[.-]", "").equalsIgnoreCase(letters))
			.findFirst()
			.orElse(null);
	}

	/**
	 * Return whether there is such a property.
	 * @param name the name
	 * @return whether it is known
	 */
	static boolean contain(ConfigurationPropertyName name) {
		String meant = (name.getNumberOfElements() > 1) ? meant(name) : null;
		return meant != null && same(text(name), Set.of(meant)) != null;
	}

	private static @Nullable String ofListener(List<String> words,
			BiFunction<String, Collection<String>, @Nullable String> search) {
		for (int size = LONGEST; size > 0; size--) {
			int id = words.size() - size;
			String term = (id > 0)
					? search.apply(String.join(".", words.subList(id, words.size())), ofSize(size, OF_LISTENER)) : null;
			if (term != null) {
				return ListenerKey.property(String.join(".", words.subList(0, id)), term);
			}
		}
		return null;
	}

	// A right word in a wrong place, where there is one right place only.
	private static @Nullable String elsewhere(String word) {
		List<String> candidates = NAMES.stream()
			.filter((name) -> same(word, Set.of(name.substring(name.lastIndexOf('.') + 1))) != null)
			.toList();
		return (candidates.size() == 1) ? candidates.get(0) : null;
	}

	private static Collection<String> ofSize(int words, Set<String> names) {
		return names.stream().filter((name) -> name.split("\\.").length == words).toList();
	}

	private static @Nullable String same(String name, Collection<String> known) {
		for (String candidate : known) {
			if (candidate.replace("-", "").equalsIgnoreCase(name.replace("-", ""))) {
				return candidate;
			}
		}
		return null;
	}

	/**
	 * Return a name below one that has no value of its own.
	 * @param parent the name
	 * @return the full name of a property, as an example
	 */
	static String below(ConfigurationPropertyName parent) {
		List<String> words = words(parent);
		if (words.isEmpty()) {
			return PREFIX + "record-timeout";
		}
		String last = words.get(words.size() - 1);
		if (!words.get(0).equals(LISTENERS) || words.size() > 2) {
			return text(parent) + NAMES.stream()
				.filter((name) -> name.startsWith(last + "."))
				.map((name) -> name.substring(last.length()))
				.findFirst()
				.orElse(".enabled");
		}
		String term = (words.size() > 1) ? same(last, OF_LISTENER) : null;
		if (words.size() == 1 || term != null) {
			return PREFIX + LISTENERS + ".<id>." + ((term != null) ? term : "record-timeout");
		}
		return text(parent) + ".record-timeout";
	}

	private static List<String> words(ConfigurationPropertyName name) {
		List<String> words = new ArrayList<>();
		for (int i = 1; i < name.getNumberOfElements(); i++) {
			words.add(name.getElement(i, ConfigurationPropertyName.Form.ORIGINAL));
		}
		return words;
	}

}
