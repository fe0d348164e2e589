package io.leaseguard.sample.observability;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

/**
 * The rules of Prometheus by themselves: their form, their tests, and the page that tells
 * what to do. {@code promtool} comes from the path, unless the system property
 * {@code promtool} or the environment variable {@code PROMTOOL} names it.
 */
class PrometheusRulesTests {

	private static final Pattern SECTION = Pattern.compile("^### (LeaseGuard\\w+)$", Pattern.MULTILINE);

	private static final Set<String> SEVERITIES = Set.of("page", "ticket");

	@Test
	void everyAlertSaysHowUrgentItIsAndWhereItIsExplained() {
		for (ObservabilityPages.Rule rule : alerts()) {
			assertThat(SEVERITIES).as(rule.name()).contains(rule.labels().get("severity"));
			assertThat(rule.annotations()).as(rule.name())
				.containsOnlyKeys("summary", "description", "runbook_url")
				.containsEntry("runbook_url", "docs/observability/README.md#" + rule.name().toLowerCase(Locale.ROOT));
		}
	}

	@Test
	void everyAlertHasASectionOnThePageAndIsTested() {
		Set<String> alerts = alerts().stream()
			.map(ObservabilityPages.Rule::name)
			.collect(Collectors.toCollection(TreeSet::new));
		assertThat(ObservabilityPages.matches(SECTION, ObservabilityPages.readme())).isEqualTo(alerts);
		String tests = ObservabilityPages.read(ObservabilityPages.RULES_TEST);
		assertThat(alerts).allSatisfy((alert) -> assertThat(tests).contains(alert));
	}

	@Test
	void promtoolAcceptsTheRules() throws Exception {
		promtool("check", "rules", ObservabilityPages.RULES.toString());
	}

	@Test
	void promtoolFindsThatEachAlertFiresAndStaysSilent() throws Exception {
		promtool("test", "rules", ObservabilityPages.RULES_TEST.toString());
	}

	@Test
	void promtoolAcceptsEveryQueryOfTheDashboard(@TempDir Path folder) throws Exception {
		StringBuilder rules = new StringBuilder("groups:\n  - name: dashboard\n    rules:\n");
		int number = 0;
		for (ObservabilityPages.PanelQuery panel : ObservabilityPages.dashboard()) {
			if (!panel.panel().startsWith("$")) {
				rules.append("      - record: query:%d\n        expr: |\n          %s\n".formatted(number++,
						panel.query().text().replace("$__range", "1h")));
			}
		}
		Path file = Files.writeString(folder.resolve("dashboard.yml"), rules);
		assertThat(promtool("check", "rules", file.toString())).contains(number + " rules found");
	}

	private static List<ObservabilityPages.Rule> alerts() {
		return ObservabilityPages.rules().stream().filter(ObservabilityPages.Rule::alert).toList();
	}

	private static String promtool(String... arguments) throws IOException, InterruptedException {
		List<String> command = new ArrayList<>();
		command.add(System.getProperty("promtool", System.getenv().getOrDefault("PROMTOOL", "promtool")));
		command.addAll(List.of(arguments));
		Process process;
		try {
			process = new ProcessBuilder(command).redirectErrorStream(true).start();
		}
		catch (IOException ex) {
			return abort("The rules of Prometheus are not tested: there is no " + command.get(0)
					+ ". Install the package 'prometheus', or name promtool by -Dpromtool or PROMTOOL.");
		}
		String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		assertThat(process.waitFor()).as(output).isZero();
		return output;
	}

}
