package io.leaseguard.sample.observability;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a query of Prometheus names, as far as the queries of the pages go.
 *
 * @param text the query
 * @param selectors the metrics that it names, each with its matchers
 * @param removed labels that it removes
 * @param named labels that it groups by, removes or ignores
 */
record PromQuery(String text, List<Selector> selectors, Set<String> removed, Set<String> named) {

	private static final Pattern SELECTOR = Pattern
		.compile("\\b((?:[a-z_]+:)?lease_guard_[a-z_]+(?::[a-z0-9_]+)?)\\b\\s*(?:\\{([^}]*)})?");

	private static final Pattern MATCHER = Pattern.compile("(\\w+)\\s*(?:=~|!~|!=|=)\\s*\"([^\"]*)\"");

	private static final Pattern GROUPING = Pattern.compile("\\b(by|without|on|ignoring)\\s*\\(([^)]*)\\)");

	private static final Pattern LABEL_VALUES = Pattern.compile("label_values\\(.*,\\s*(\\w+)\\)");

	static PromQuery of(String text) {
		List<Selector> selectors = new ArrayList<>();
		Matcher selector = SELECTOR.matcher(text);
		while (selector.find()) {
			Map<String, List<String>> matchers = new LinkedHashMap<>();
			Matcher matcher = MATCHER.matcher((selector.group(2) != null) ? selector.group(2) : "");
			while (matcher.find()) {
				matchers.put(matcher.group(1), List.of(matcher.group(2).split("\\|")));
			}
			selectors.add(new Selector(selector.group(1), matchers));
		}
		Set<String> removed = new TreeSet<>();
		Set<String> named = new TreeSet<>();
		Matcher grouping = GROUPING.matcher(text);
		while (grouping.find()) {
			List<String> labels = Arrays.stream(grouping.group(2).split(",")).map(String::trim).toList();
			named.addAll(labels);
			if (grouping.group(1).equals("without")) {
				removed.addAll(labels);
			}
		}
		Matcher labelValues = LABEL_VALUES.matcher(text);
		if (labelValues.matches()) {
			named.add(labelValues.group(1));
		}
		return new PromQuery(text, selectors, removed, named);
	}

	/**
	 * A metric and what is asked of its labels.
	 *
	 * @param name the name of the metric
	 * @param matchers values by label, alternatives apart
	 */
	record Selector(String name, Map<String, List<String>> matchers) {

		boolean recorded() {
			return this.name.contains(":");
		}

	}

}
