package io.leaseguard.startup;

import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.Properties;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * The {@code properties} of an annotation as they are written. Each text is one property
 * or a few lines of them, in any notation of a properties file, or an expression. They
 * hold secrets: nothing of them but what a caller asks for by its key is given away.
 */
final class WrittenProperties {

	private static final String WHITE = "[ \\t\\f]";

	private final List<String> texts;

	WrittenProperties(List<String> texts) {
		this.texts = List.copyOf(texts);
	}

	boolean isEmpty() {
		return this.texts.isEmpty();
	}

	/**
	 * Return whether more properties may be in force than can be read.
	 * @return whether any is a placeholder or an expression
	 */
	boolean hasExpressions() {
		return this.texts.stream().anyMatch((text) -> text.contains("${") || text.contains("#{"));
	}

	/**
	 * Return the value of a key, the last one where there are several.
	 * @param key the key
	 * @return the value as written, {@code null} when the key can't be seen
	 */
	@Nullable String value(String key) {
		String value = null;
		for (String text : readable()) {
			String own = parse(text).getProperty(key);
			value = (own != null) ? own : value;
		}
		return value;
	}

	/**
	 * Return how a key is written.
	 * @param key the key
	 * @return the key with what separates it from its value, once for each time that it
	 * is written; empty when it can't be seen
	 */
	List<String> spellings(String key) {
		Pattern pattern = Pattern
			.compile("(?m)^%s*(%s(?:%s*[=:]%s*|%s+|$))".formatted(WHITE, Pattern.quote(key), WHITE, WHITE, WHITE));
		List<String> spellings = readable().stream()
			.filter((text) -> parse(text).containsKey(key))
			.flatMap((text) -> pattern.matcher(text).results())
			.map((MatchResult result) -> result.group(1))
			.toList();
		// Known all the same where the key itself has an escape in it.
		return (spellings.isEmpty() && value(key) != null) ? List.of(key + "=") : spellings;
	}

	private List<String> readable() {
		return this.texts.stream()
			.filter((text) -> !text.strip().startsWith("#{") && !text.strip().startsWith("${"))
			.toList();
	}

	private static Properties parse(String text) {
		Properties properties = new Properties();
		try {
			properties.load(new StringReader(text));
		}
		catch (IOException | IllegalArgumentException ex) {
			// What can't be parsed holds nothing that can be seen.
		}
		return properties;
	}

}
