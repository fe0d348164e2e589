package io.leaseguard.sample.observability;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.http.MediaType;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.web.client.RestClient;

import io.leaseguard.sample.SampleApplication;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Dashboard, rules and page name what the running sample exposes: every metric by its
 * name, every label, and every value of a label. The sample runs with a heartbeat that
 * gives it a finding, and is asked for a repair, so that each kind of meter is there.
 */
@DirtiesContext
@SpringBootTest(classes = SampleApplication.class, webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
		properties = { "spring.kafka.consumer.heartbeat-interval=4s",
				"management.endpoint.leases.access=unrestricted" })
class ObservabilityTests {

	/**
	 * The labels that Prometheus itself adds to what it scrapes.
	 */
	private static final Set<String> TARGET_LABELS = Set.of("instance", "pod");

	private static final Pattern ANNOTATION_LABEL = Pattern.compile("\\$labels\\.(\\w+)");

	private static final Pattern METRIC = Pattern.compile("`(lease_guard_\\w+)`");

	private final RestClient client;

	private Scrape scrape = new Scrape(Map.of());

	ObservabilityTests(@LocalServerPort int port) {
		this.client = RestClient.builder().baseUrl("http://localhost:" + port).build();
	}

	@BeforeEach
	void scrape() {
		Set<String> named = namedMetrics();
		Awaitility.await().atMost(Duration.ofSeconds(90)).pollInterval(Duration.ofSeconds(1)).untilAsserted(() -> {
			this.scrape = Scrape.of(prometheus());
			if (!this.scrape.names().contains("lease_guard_recoveries_total")) {
				rejoin();
			}
			assertThat(this.scrape.names()).containsAll(named);
		});
	}

	@Test
	void everyMeterHasItsPlaceInDashboardOrRulesAndOnThePage() {
		assertThat(namedMetrics()).isEqualTo(this.scrape.names());
		assertThat(ObservabilityPages.matches(METRIC, ObservabilityPages.readme())).isEqualTo(this.scrape.names());
	}

	@Test
	void everyLabelOfTheDashboardIsOneOfItsMetric() {
		for (ObservabilityPages.PanelQuery panel : ObservabilityPages.dashboard()) {
			assertThat(panel.query().selectors()).as(panel.panel()).isNotEmpty();
			Set<String> labels = labels(panel.query(), Map.of(), panel.panel());
			assertThat(labels).as(panel.panel()).containsAll(panel.query().named()).containsAll(panel.legend());
		}
	}

	@Test
	void everyLabelOfTheRulesIsOneOfItsMetric() {
		Map<String, Set<String>> recorded = new HashMap<>();
		for (ObservabilityPages.Rule rule : ObservabilityPages.rules()) {
			Set<String> labels = labels(rule.query(), recorded, rule.name());
			assertThat(labels).as(rule.name()).containsAll(rule.query().named());
			labels.removeAll(rule.query().removed());
			recorded.put(rule.name(), labels);
			rule.annotations()
				.values()
				.forEach((text) -> assertThat(labels).as(rule.name())
					.containsAll(ObservabilityPages.matches(ANNOTATION_LABEL, text)));
		}
	}

	/**
	 * The labels of the metrics that a query selects, after each of its matchers was
	 * found to be one.
	 */
	private Set<String> labels(PromQuery query, Map<String, Set<String>> recorded, String where) {
		Set<String> labels = new TreeSet<>(TARGET_LABELS);
		for (PromQuery.Selector selector : query.selectors()) {
			Set<String> own = labels(selector, recorded, where);
			assertThat(own).as(where).containsAll(selector.matchers().keySet());
			labels.addAll(own);
		}
		return labels;
	}

	private Set<String> labels(PromQuery.Selector selector, Map<String, Set<String>> recorded, String where) {
		if (selector.recorded()) {
			assertThat(recorded).as(where).containsKey(selector.name());
			return recorded.getOrDefault(selector.name(), Set.of());
		}
		assertThat(this.scrape.labels()).as(where).containsKey(selector.name());
		Map<String, Set<String>> labels = this.scrape.labels().getOrDefault(selector.name(), Map.of());
		assertValues(selector, "status", labels, where);
		assertValues(selector, "quantile", labels, where);
		assertThat(ObservabilityPages.guardRules()).as(where)
			.containsAll(selector.matchers().getOrDefault("rule", List.of()));
		return labels.keySet();
	}

	private void assertValues(PromQuery.Selector selector, String label, Map<String, Set<String>> labels,
			String where) {
		assertThat(labels.getOrDefault(label, Set.of())).as(where)
			.containsAll(selector.matchers().getOrDefault(label, List.of()));
	}

	private static Set<String> namedMetrics() {
		Set<String> named = new TreeSet<>();
		ObservabilityPages.dashboard().forEach((panel) -> addMetrics(panel.query(), named));
		ObservabilityPages.rules().forEach((rule) -> addMetrics(rule.query(), named));
		return named;
	}

	private static void addMetrics(PromQuery query, Set<String> named) {
		query.selectors()
			.stream()
			.filter((selector) -> !selector.recorded())
			.forEach((selector) -> named.add(selector.name()));
	}

	private String prometheus() {
		String body = this.client.get().uri("/actuator/prometheus").retrieve().body(String.class);
		return (body != null) ? body : "";
	}

	private void rejoin() {
		this.client.post()
			.uri("/actuator/leases/payments")
			.contentType(MediaType.APPLICATION_JSON)
			.body(Map.of("action", "rejoin"))
			.retrieve()
			.toBodilessEntity();
	}

}
