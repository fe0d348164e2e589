package io.leaseguard.autoconfigure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * A page in {@code docs/adoption}: each block of YAML is a configuration to start with
 * the classes that the page has shown by then, where a class that is shown again takes
 * the place of its first form. A block of text after it is what the guard answers.
 *
 * @param file the page
 * @param text its text
 */
record AdoptionPage(Path file, String text) {

	static final Path FOLDER = Path.of("../docs/adoption");

	private static final Pattern PART = Pattern.compile("^## ([^\n]+)$|^```(\\w+)\n(.*?)^```$",
			Pattern.MULTILINE | Pattern.DOTALL);

	private static final Pattern CLASS = Pattern.compile("^class (\\w+)", Pattern.MULTILINE);

	static AdoptionPage read(Path file) throws IOException {
		return new AdoptionPage(file, Files.readString(file));
	}

	List<Step> steps() {
		List<Step> steps = new ArrayList<>();
		Map<String, String> classes = new LinkedHashMap<>();
		String heading = "";
		Matcher part = PART.matcher(this.text);
		while (part.find()) {
			String kind = (part.group(1) != null) ? "heading" : part.group(2);
			switch (kind) {
				case "heading" -> heading = part.group(1);
				case "java" -> classes.putAll(classes(part.group(3)));
				case "yaml" -> steps.add(new Step(this, heading, part.group(3), Map.copyOf(classes), null, -1));
				case "text" -> steps.add(steps.remove(steps.size() - 1).answered(part.group(3), part.start(3)));
				default -> throw new IllegalStateException(this.file + " has a block of " + kind);
			}
		}
		return steps;
	}

	private static Map<String, String> classes(String source) {
		Map<String, String> classes = new LinkedHashMap<>();
		for (String piece : source.split("\n\n(?=@)")) {
			Matcher name = CLASS.matcher(piece);
			if (!name.find()) {
				throw new IllegalStateException("There is no class in " + piece);
			}
			classes.put(name.group(1), piece);
		}
		return classes;
	}

	/**
	 * A configuration to start.
	 *
	 * @param page the page
	 * @param heading the heading above it
	 * @param yaml the configuration
	 * @param classes sources by name of the class
	 * @param answer what the guard answers, {@code null} where the page does not say
	 * @param offset where the answer stands on the page
	 */
	record Step(AdoptionPage page, String heading, String yaml, Map<String, String> classes, @Nullable String answer,
			int offset) {

		private Step answered(String answer, int offset) {
			return new Step(this.page, this.heading, this.yaml, this.classes, answer, offset);
		}

		@Override
		public String toString() {
			return this.page.file.getFileName() + ": " + this.heading;
		}

	}

}
