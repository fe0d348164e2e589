package io.leaseguard.sample.observability;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The pages in {@code docs/observability}.
 */
final class ObservabilityPages {

	static final Path FOLDER = Path.of("../docs/observability");

	static final Path RULES = FOLDER.resolve("lease-guard-rules.yml");

	static final Path RULES_TEST = FOLDER.resolve("lease-guard-rules-test.yml");

	private static final Pattern LEGEND_LABEL = Pattern.compile("\\{\\{(\\w+)}}");

	private static final Pattern RULE_SECTION = Pattern.compile("^## ([a-z][a-z-]+)$", Pattern.MULTILINE);

	private ObservabilityPages() {
	}

	static String read(Path path) {
		try {
			return Files.readString(path);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	static String readme() {
		return read(FOLDER.resolve("README.md"));
	}

	/**
	 * The recording and alerting rules in their order.
	 */
	@SuppressWarnings("unchecked")
	static List<Rule> rules() {
		List<Rule> rules = new ArrayList<>();
		Map<String, List<Map<String, Object>>> file = new Yaml().load(read(RULES));
		for (Map<String, Object> group : file.getOrDefault("groups", List.of())) {
			for (Map<String, Object> rule : (List<Map<String, Object>>) group.getOrDefault("rules", List.of())) {
				boolean alert = rule.containsKey("alert");
				rules.add(new Rule(String.valueOf(rule.get(alert ? "alert" : "record")), alert,
						PromQuery.of(String.valueOf(rule.get("expr"))),
						(Map<String, String>) rule.getOrDefault("labels", Map.of()),
						(Map<String, String>) rule.getOrDefault("annotations", Map.of())));
			}
		}
		return rules;
	}

	/**
	 * The queries of the panels and of the variables of the dashboard.
	 */
	static List<PanelQuery> dashboard() {
		JsonNode dashboard = JsonMapper.shared().readTree(read(FOLDER.resolve("grafana-dashboard.json")));
		List<PanelQuery> queries = new ArrayList<>();
		for (JsonNode panel : dashboard.get("panels")) {
			for (JsonNode target : panel.path("targets")) {
				queries.add(new PanelQuery(panel.get("title").asString(), PromQuery.of(target.get("expr").asString()),
						labels(target.path("legendFormat").asString(""))));
			}
		}
		for (JsonNode variable : dashboard.get("templating").get("list")) {
			if (variable.get("type").asString().equals("query")) {
				queries.add(new PanelQuery("$" + variable.get("name").asString(),
						PromQuery.of(variable.get("definition").asString()), Set.of()));
			}
		}
		return queries;
	}

	/**
	 * The ids of the rules of the guard.
	 */
	static Set<String> guardRules() {
		return matches(RULE_SECTION, read(Path.of("../docs/rules.md")));
	}

	static Set<String> matches(Pattern pattern, String text) {
		Set<String> matches = new TreeSet<>();
		Matcher matcher = pattern.matcher(text);
		while (matcher.find()) {
			matches.add(matcher.group(1));
		}
		return matches;
	}

	private static Set<String> labels(String legend) {
		return matches(LEGEND_LABEL, legend);
	}

	/**
	 * A rule of Prometheus.
	 *
	 * @param name the name of the alert, or of what is recorded
	 * @param alert whether it is an alert
	 * @param query the query
	 * @param labels further labels
	 * @param annotations the annotations of an alert
	 */
	record Rule(String name, boolean alert, PromQuery query, Map<String, String> labels,
			Map<String, String> annotations) {
	}

	/**
	 * A query of the dashboard.
	 *
	 * @param panel the title of the panel, or the name of the variable
	 * @param query the query
	 * @param legend the labels in its legend
	 */
	record PanelQuery(String panel, PromQuery query, Set<String> legend) {
	}

}
