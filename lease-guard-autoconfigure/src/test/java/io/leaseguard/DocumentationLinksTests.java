package io.leaseguard;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Every link from one page of the project to another leads to a file, and to a heading
 * where it names one.
 */
class DocumentationLinksTests {

	private static final Path ROOT = Path.of("..");

	private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:\\s]*)(?:#([^)\\s]+))?\\)");

	private static final Pattern HEADING = Pattern.compile("^#+ (.+)$", Pattern.MULTILINE);

	@Test
	void everyLinkLeadsSomewhere() throws IOException {
		List<String> dead = new ArrayList<>();
		int links = 0;
		for (Path page : pages()) {
			Matcher link = LINK.matcher(Files.readString(page));
			while (link.find()) {
				links++;
				Path target = link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1)).normalize();
				if (!Files.exists(target) || !hasHeading(target, link.group(2))) {
					dead.add(page + " -> " + link.group());
				}
			}
		}
		assertThat(dead).isEmpty();
		assertThat(links).isGreaterThan(30);
	}

	private static boolean hasHeading(Path page, @Nullable String anchor) throws IOException {
		if (anchor == null) {
			return true;
		}
		Set<String> anchors = new TreeSet<>();
		Matcher heading = HEADING.matcher(Files.readString(page));
		while (heading.find()) {
			anchors.add(heading.group(1).toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9 _-]", "").replace(' ', '-'));
		}
		return anchors.contains(anchor);
	}

	private static List<Path> pages() throws IOException {
		List<Path> pages = new ArrayList<>();
		try (Stream<Path> files = Files.list(ROOT); Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
			Stream.concat(files, docs).filter((file) -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
		}
		return pages;
	}

}
