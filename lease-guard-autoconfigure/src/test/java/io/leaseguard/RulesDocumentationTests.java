package io.leaseguard;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Every rule has a section in {@code docs/rules.md} whose anchor is its id, and every
 * section there has a rule.
 */
class RulesDocumentationTests {

	private static final Path SOURCES = Path.of("src/main/java");

	private static final Path PAGE = Path.of("../docs/rules.md");

	private static final Pattern FINDING = Pattern.compile("new Finding\\(\\s*\"([a-z-]+)\"");

	private static final Pattern CONSTANT = Pattern.compile("static final String [A-Z_]+ = \"([a-z]+(?:-[a-z]+)+)\"");

	private static final Pattern ID = Pattern.compile("static final String ID = \"([a-z]+(?:-[a-z]+)+)\"");

	private static final Pattern SECTION = Pattern.compile("^## ([a-z][a-z-]+)$", Pattern.MULTILINE);

	private static final List<String> PARTS = List.of("**What:**", "**Why:**", "**Fix:**", "**Source:**");

	@Test
	void everyRuleHasASectionAndEverySectionARule() throws IOException {
		assertThat(matches(SECTION, Files.readString(PAGE))).isNotEmpty().isEqualTo(rules());
	}

	@Test
	void everySectionSaysWhatAndWhyAndHowToFixIt() throws IOException {
		String page = Files.readString(PAGE);
		for (String rule : rules()) {
			String section = page.substring(page.indexOf("\n## " + rule + "\n") + 1);
			int next = section.indexOf("\n## ");
			assertThat((next > 0) ? section.substring(0, next) : section).as(rule).contains(PARTS);
		}
	}

	private Set<String> rules() throws IOException {
		Set<String> rules = new TreeSet<>();
		try (Stream<Path> files = Files.walk(SOURCES)) {
			files.filter((file) -> file.toString().endsWith(".java")).forEach((file) -> {
				try {
					String source = Files.readString(file);
					rules.addAll(matches(FINDING, source));
					rules.addAll(matches(ID, source));
					if (file.toString().matches(".*(Rule|Findings)\\.java")) {
						rules.addAll(matches(CONSTANT, source));
					}
				}
				catch (IOException ex) {
					throw new UncheckedIOException(ex);
				}
			});
		}
		return rules;
	}

	private static Set<String> matches(Pattern pattern, String text) {
		Set<String> matches = new TreeSet<>();
		Matcher matcher = pattern.matcher(text);
		while (matcher.find()) {
			matches.add(matcher.group(1));
		}
		return matches;
	}

}
