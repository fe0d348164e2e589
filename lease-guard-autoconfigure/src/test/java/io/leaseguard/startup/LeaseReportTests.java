package io.leaseguard.startup;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

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
		String report = LeaseReport.format(List.of(assessment("one", lawful())), false);
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
		String report = LeaseReport.format(assessments, false);
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
		assertThat(LeaseReport.format(assessments, true).lines()).hasSizeGreaterThan(60);
	}

	@Test
	void warningThatAllShareIsToldOnce() {
		List<ListenerAssessment> assessments = IntStream.range(0, 60)
			.mapToObj((i) -> assessment("listener-" + i,
					lawful().with(List.of(new Finding("ignored-key", Severity.WARNING, "listener-" + i,
							"'x' is no key.", "Remove x.", Map.of())))))
			.toList();
		assertThat(LeaseReport.format(assessments, false)).containsOnlyOnce("'x' is no key.")
			.contains("WARNING listener-0, listener-1, ")
			.contains("60 listeners are lawful");
	}

	@Test
	void refusalNamesTheLineToPasteAndWhereTheRuleIsExplained() {
		LeaseViolationException violation = new LeaseViolationException(endless().findings(),
				Map.of("payments", "@KafkaListener(id = \"payments\", properties = \"max.poll.interval.ms=1576000\")"));
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
		LeaseViolationException violation = new LeaseViolationException(findings, remedies);
		FailureAnalysis analysis = new LeaseViolationFailureAnalyzer().analyze(violation, violation);
		assertThat(analysis.getDescription()).contains("60 settings")
			.containsOnlyOnce("Too long.")
			.contains("Listeners 'listener-0', 'listener-1', ")
			.contains("and 40 more [lease-too-long]");
		assertThat(analysis.getAction()).contains("line 0", "line 1", "line 2", "and so on for the other 2")
			.doesNotContain("line 3");
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
