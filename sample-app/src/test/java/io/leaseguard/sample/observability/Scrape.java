package io.leaseguard.sample.observability;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The meters of the guard as Prometheus sees them.
 *
 * @param labels the values of each label by the name of the metric
 */
record Scrape(Map<String, Map<String, Set<String>>> labels) {

	private static final Pattern SERIES = Pattern.compile("^(lease_guard_\\w+)\\{([^}]*)} ", Pattern.MULTILINE);

	private static final Pattern LABEL = Pattern.compile("(\\w+)=\"([^\"]*)\"");

	static Scrape of(String text) {
		Map<String, Map<String, Set<String>>> labels = new TreeMap<>();
		Matcher series = SERIES.matcher(text);
		while (series.find()) {
			Map<String, Set<String>> metric = labels.computeIfAbsent(series.group(1), (name) -> new TreeMap<>());
			Matcher label = LABEL.matcher(series.group(2));
			while (label.find()) {
				metric.computeIfAbsent(label.group(1), (name) -> new TreeSet<>()).add(label.group(2));
			}
		}
		return new Scrape(labels);
	}

	Set<String> names() {
		return this.labels.keySet();
	}

}
