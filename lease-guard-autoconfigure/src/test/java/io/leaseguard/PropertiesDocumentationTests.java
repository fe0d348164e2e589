package io.leaseguard;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.springframework.boot.json.JsonParserFactory;

import io.leaseguard.autoconfigure.LeaseGuardProperties;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The page of all properties, {@code docs/properties.md}, is made from the configuration
 * metadata. This test fails when it is stale; run it with
 * {@code -Dlease-guard.docs.update=true} to write it anew.
 */
class PropertiesDocumentationTests {

	private static final Path PAGE = Path.of("../docs/properties.md");

	/**
	 * Tests have metadata of their own.
	 */
	private static final Path METADATA = Path.of("target/classes/META-INF/spring-configuration-metadata.json");

	private static final String INTRODUCTION = """
			# Properties

			<!-- Made by PropertiesDocumentationTests from the configuration metadata: change the Javadoc of
			LeaseGuardProperties and run that test with -Dlease-guard.docs.update=true. -->

			What is declared for a listener below `lease-guard.listeners` counts before `@LeaseTerms` beside its
			`@KafkaListener`, and that before the values for all listeners. A duration is written as `2s`, `500ms` or
			`PT2S`; a bare number is refused, since it may be seconds or milliseconds, but for zero.

			| property | type | default | |
			| --- | --- | --- | --- |
			""";

	@Test
	void pageIsUpToDate() throws IOException {
		String page = page();
		if (Boolean.getBoolean("lease-guard.docs.update")) {
			Files.writeString(PAGE, page);
		}
		assertThat(PAGE).as("Run this test with -Dlease-guard.docs.update=true").hasContent(page);
	}

	@Test
	void everyPropertyIsDescribed() throws IOException {
		assertThat(properties()).hasSizeGreaterThan(15)
			.allSatisfy((property) -> assertThat(Objects.toString(property.get("description"))).endsWith(".")
				.as(property.get("name").toString())
				.doesNotContain("null", "@link", "@code"));
	}

	private String page() throws IOException {
		return INTRODUCTION + properties().stream().map(PropertiesDocumentationTests::row).collect(Collectors.joining())
				+ listener();
	}

	private static String row(Map<String, Object> property) {
		String type = property.get("type").toString();
		Object value = property.get("defaultValue");
		return "| `%s` | %s | %s | %s |%n"
			.formatted(property.get("name"),
					type.substring(Math.max(type.lastIndexOf('.'), type.lastIndexOf('$')) + 1).replace(">", ""),
					(value != null) ? "`" + value + "`" : "", property.get("description"))
			.replace(System.lineSeparator(), "\n");
	}

	/**
	 * The metadata knows the values of a map by their type alone.
	 * @return the section about single listeners
	 */
	private static String listener() {
		String names = List.of(LeaseGuardProperties.Listener.class.getRecordComponents())
			.stream()
			.map((component) -> "`" + component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT) + "`")
			.collect(Collectors.joining(", "));
		return """

				## Single listeners

				Below `lease-guard.listeners.<id>`, and with the same names in camel case as attributes of `@LeaseTerms`:
				%s. An id with dots, or signs other than `-` and `_`, needs brackets: `lease-guard.listeners[my.id]`.
				"""
			.formatted(names);
	}

	@SuppressWarnings("unchecked")
	private List<Map<String, Object>> properties() throws IOException {
		Map<String, Object> metadata = JsonParserFactory.getJsonParser().parseMap(Files.readString(METADATA));
		return ((List<Map<String, Object>>) Objects.requireNonNull(metadata.get("properties"))).stream()
			.sorted(Comparator.comparing((property) -> property.get("name").toString()))
			.toList();
	}

}
