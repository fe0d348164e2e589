package io.leaseguard.startup;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.springframework.boot.diagnostics.FailureAnalysis;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.Judgement;
import io.leaseguard.lease.Severity;
import io.leaseguard.lease.TestListener;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LeaseReport} and {@link LeaseViolationFailureAnalyzer}: readable with
 * one listener and with sixty.
 */
class LeaseReportTests {

	@Test
	void oneListenerIsATable() {
		String report = LeaseReport.format(List.of(assessment("one", lawful())), false, FoundPlaces.NONE);
		assertThat(report.lines()).containsExactly("The leases of 1 listener:",
				"  listener  batch size  record timeout  required lease  lease             detection delay  verdict",
				"  one       500         2s              26m15s          26m16s (derived)  26m16s           DERIVED");
	}

	@Test
	void sixtyListenersFoldToTheViolationsAndALine() {
		List<ListenerAssessment> assessments = new ArrayList<>();
		IntStream.range(0, 57).forEach((i) -> assessments.add(assessment("listener-" + (10 + i), lawful())));
		assessments.add(assessment("payments", endless()));
		assessments.add(assessment("billing", endless()));
		assessments.add(assessment("quiet", new TestListener().judge()));
		String report = LeaseReport.format(assessments, false, FoundPlaces.NONE);
		assertThat(report.lines()).hasSizeLessThan(10);
		assertThat(report.lines().toList().get(2)).startsWith("  billing ").endsWith("VIOLATION");
		assertThat(report.lines().toList().get(3)).startsWith("  payments ").endsWith("VIOLATION");
		assertThat(report)
			.contains("  57 more listeners are lawful with a derived lease or batch size: listener-10, listener-11, ")
			.contains("listener-29 and 37 more")
			.contains("  1 more listener is judged in part, for want of a record-timeout: quiet");
		assertThat(report).containsOnlyOnce("[lease-too-long]")
			.contains("ERROR billing, payments [lease-too-long]")
			.contains("See docs/rules.md#lease-too-long.");
		assertThat(LeaseReport.format(assessments, true, FoundPlaces.NONE).lines()).hasSizeGreaterThan(60);
	}

	@Test
	void warningThatAllShareIsToldOnce() {
		List<ListenerAssessment> assessments = IntStream.range(0, 60)
			.mapToObj((i) -> assessment("listener-" + i,
					lawful().with(List.of(new Finding("ignored-key", Severity.WARNING, "listener-" + i,
							"'x' is no key.", "Remove x.", Map.of())))))
			.toList();
		assertThat(LeaseReport.format(assessments, false, FoundPlaces.NONE)).containsOnlyOnce("'x' is no key.")
			.contains("WARNING listener-0, listener-1, ")
			.contains("60 listeners are lawful");
	}

	@Test
	void refusalNamesTheLineToPasteAndWhereTheRuleIsExplained() {
		LeaseViolationException violation = new LeaseViolationException(endless().findings(),
				Map.of("payments", "@KafkaListener(id = \"payments\", properties = \"max.poll.interval.ms=1576000\")"),
				FoundPlaces.NONE);
		FailureAnalysis analysis = new LeaseViolationFailureAnalyzer().analyze(violation, violation);
		assertThat(analysis.getDescription())
			.contains("- Listener 'payments' [lease-too-long]: max.poll.interval.ms is");
		assertThat(Objects.requireNonNull(analysis.getAction()).lines()).hasSize(4)
			.contains("    @KafkaListener(id = \"payments\", properties = \"max.poll.interval.ms=1576000\")")
			.contains("The rules are explained in docs/rules.md#lease-too-long.");
	}

	@Test
	void sixtyRefusalsOfOneKindAreTold() {
		List<Finding> findings = IntStream.range(0, 60)
			.mapToObj((i) -> new Finding("lease-too-long", Severity.ERROR, "listener-" + i, "Too long.", "Shorten it.",
					Map.of()))
			.toList();
		Map<String, String> remedies = Map.of("listener-0", "line 0", "listener-1", "line 1", "listener-2", "line 2",
				"listener-3", "line 3", "listener-4", "line 4");
		LeaseViolationException violation = new LeaseViolationException(findings, remedies, FoundPlaces.NONE);
		FailureAnalysis analysis = new LeaseViolationFailureAnalyzer().analyze(violation, violation);
		assertThat(analysis.getDescription()).contains("60 settings")
			.containsOnlyOnce("Too long.")
			.contains("Listeners 'listener-0', 'listener-1', ")
			.contains("and 40 more [lease-too-long]");
		assertThat(analysis.getAction()).contains("line 0", "line 1", "line 2", "and so on for the other 2")
			.doesNotContain("line 3");
	}

	@Test
	void placeIsToldOncePerKeyAndOfWhomWhereTheyDiffer() {
		List<Finding> findings = Stream.of("one", "two", "three", "four", "five")
			.map((listener) -> finding("lease-too-long", listener, "max.poll.interval.ms is 2147483647."))
			.toList();
		Map<String, String> property = Map.of("max.poll.interval.ms", "by spring.kafka.consumer.max-poll-interval");
		FoundPlaces places = new FoundPlaces(Map.of("one", property, "two", property, "three",
				Map.of("max.poll.interval.ms", "in the consumer factory 'three'"), "four", property));
		assertThat(sentences(places, findings)).containsExactly(
				"max.poll.interval.ms of 'one', 'two', 'four' was set by spring.kafka.consumer.max-poll-interval.",
				"max.poll.interval.ms of 'three' was set in the consumer factory 'three'.");
		assertThat(sentences(places, findings.subList(0, 2)))
			.containsExactly("max.poll.interval.ms was set by spring.kafka.consumer.max-poll-interval.");
		List<Finding> apart = List.of(findings.get(0),
				finding("implausible-lease", "one", "max.poll.interval.ms is 5."));
		assertThat(sentences(places, apart)).hasSize(1);
	}

	@Test
	void lastOfTheLinesIsNotSpentOnASinglePlace() {
		Map<String, Map<String, String>> places = new HashMap<>();
		List<Finding> findings = new ArrayList<>();
		for (int i = 0; i < 4; i++) {
			places.put("l" + i, Map.of("max.poll.records", "in the properties of @KafkaListener on L.l" + i));
			findings.add(finding("lease-too-short", "l" + i, "max.poll.interval.ms is 5: 5 x (1s) = 5s."));
		}
		assertThat(sentences(new FoundPlaces(places), findings)).hasSize(4)
			.last()
			.isEqualTo("max.poll.records of 'l3' was set in the properties of @KafkaListener on L.l3.");
	}

	@Test
	void placesOfManyAreCutShort() {
		Map<String, Map<String, String>> places = new HashMap<>();
		List<Finding> findings = new ArrayList<>();
		for (int i = 0; i < 9; i++) {
			places.put("l" + i, Map.of("max.poll.records", "in the properties of @KafkaListener on L.l" + i));
			findings.add(finding("lease-too-short", "l" + i, "max.poll.interval.ms is 5: 5 x (1s) = 5s."));
		}
		assertThat(sentences(new FoundPlaces(places), findings)).hasSize(4)
			.first()
			.isEqualTo("max.poll.records of 'l0' was set in the properties of @KafkaListener on L.l0.");
		assertThat(sentences(new FoundPlaces(places), findings)).last()
			.isEqualTo("max.poll.records was set in 6 more places.");
	}

	@Test
	void onlySettingsThatTheFindingIsAboutHavePlaces() {
		assertThat(FoundPlaces.keys(finding("heartbeat-interval", "one",
				"heartbeat.interval.ms is 50000, but session.timeout.ms. is 45000")))
			.containsExactly("session.timeout.ms", "heartbeat.interval.ms");
		assertThat(FoundPlaces.keys(finding("x", "one", "my.max.poll.records, max.poll.records.x, ssl.key.password")))
			.isEmpty();
	}

	@Test
	void reportNamesThePlaceInTheLineOfTheFinding() {
		FoundPlaces places = new FoundPlaces(
				Map.of("one", Map.of("max.poll.interval.ms", "in the consumer factory 'slow'")));
		assertThat(LeaseReport.format(List.of(assessment("one", endless())), false, places).lines()).last()
			.asString()
			.startsWith("  ERROR one [lease-too-long]")
			.contains(
					"is 30m. max.poll.interval.ms was set in the consumer factory 'slow'. Remove max.poll.interval.ms");
	}

	private static List<String> sentences(FoundPlaces places, List<Finding> findings) {
		Set<String> said = new HashSet<>();
		return GroupedFindings.of(findings)
			.stream()
			.flatMap((group) -> places.sentences(group, said).stream())
			.toList();
	}

	private static Finding finding(String rule, String listener, String message) {
		return new Finding(rule, Severity.ERROR, listener, message, "Change it.", Map.of());
	}

	private static Judgement lawful() {
		return new TestListener().recordTimeout(Duration.ofSeconds(2)).judge();
	}

	private static Judgement endless() {
		return new TestListener().recordTimeout(Duration.ofSeconds(2)).maxPollInterval(Integer.MAX_VALUE).judge();
	}

	private static ListenerAssessment assessment(String listener, Judgement judgement) {
		return new ListenerAssessment(listener, listener, false, true,
				new Judgement(judgement.terms(), judgement.settings(), judgement.verdict(),
						judgement.findings()
							.stream()
							.map((finding) -> new Finding(finding.rule(), finding.severity(), listener,
									finding.message(), finding.fix(), finding.numbers()))
							.toList()));
	}

}
