package io.leaseguard.startup;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import io.leaseguard.lease.Judgement;
import io.leaseguard.lease.LeaseTerms;
import io.leaseguard.lease.Millis;
import io.leaseguard.lease.Setting;
import io.leaseguard.lease.SettingOrigin;
import io.leaseguard.lease.Severity;
import io.leaseguard.lease.Verdict;

/**
 * Formats the assessments as the table that is logged at start-up, violations first.
 * Where there are many, those without a violation are named in a line and no more: the
 * endpoint has their numbers, and so has the log at debug level.
 */
final class LeaseReport {

	private static final List<String> HEADER = List.of("listener", "batch size", "record timeout", "required lease",
			"lease", "detection delay", "verdict");

	/**
	 * As many as fit a screen with their findings.
	 */
	private static final int LONGEST_TABLE = 12;

	private LeaseReport() {
	}

	static String format(Collection<ListenerAssessment> assessments, boolean full, FoundPlaces places) {
		List<ListenerAssessment> sorted = new ArrayList<>(assessments);
		sorted.sort(Comparator
			.comparing((ListenerAssessment assessment) -> assessment.judgement().verdict() != Verdict.VIOLATION)
			.thenComparing(ListenerAssessment::listenerId));
		boolean fold = !full && sorted.size() > LONGEST_TABLE;
		List<ListenerAssessment> shown = sorted.stream()
			.filter((assessment) -> !fold || assessment.judgement().verdict() == Verdict.VIOLATION)
			.toList();
		StringBuilder report = new StringBuilder(
				"The leases of " + sorted.size() + ((sorted.size() == 1) ? " listener:" : " listeners:"));
		if (!shown.isEmpty()) {
			List<List<String>> rows = new ArrayList<>();
			rows.add(HEADER);
			shown.forEach((assessment) -> rows.add(row(assessment)));
			appendTable(report, rows);
		}
		if (!fold) {
			appendFolded(report, sorted, Verdict.UNDECLARED, "", "judged in part, for want of a record-timeout");
		}
		if (fold) {
			String more = shown.isEmpty() ? "" : " more";
			appendFolded(report, sorted, Verdict.LAWFUL, more, "lawful as set");
			appendFolded(report, sorted, Verdict.DERIVED, more, "lawful with a derived lease or batch size");
			appendFolded(report, sorted, Verdict.UNDECLARED, more, "judged in part, for want of a record-timeout");
		}
		Set<String> said = new HashSet<>();
		GroupedFindings.of(sorted.stream().flatMap((assessment) -> assessment.judgement().findings().stream()).toList())
			.forEach((group) -> report.append("\n  ")
				.append(group.finding().severity())
				.append(" ")
				.append(group.subjects())
				.append(" [")
				.append(group.finding().rule())
				.append("]: ")
				.append(group.finding().message())
				.append(places(places, group, said))
				.append(" ")
				.append(group.finding().fix())
				.append(" See ")
				.append(group.finding().reference())
				.append("."));
		return report.toString();
	}

	private static String places(FoundPlaces places, GroupedFindings group, Set<String> said) {
		return (group.finding().severity() != Severity.ERROR) ? ""
				: places.sentences(group, said)
					.stream()
					.map((sentence) -> " " + sentence)
					.collect(Collectors.joining());
	}

	private static void appendFolded(StringBuilder report, List<ListenerAssessment> assessments, Verdict verdict,
			String more, String meaning) {
		List<String> listeners = assessments.stream()
			.filter((assessment) -> assessment.judgement().verdict() == verdict)
			.map(ListenerAssessment::listenerId)
			.collect(Collectors.toList());
		if (!listeners.isEmpty()) {
			report.append("\n  ")
				.append(listeners.size())
				.append(more)
				.append((listeners.size() == 1) ? " listener is " : " listeners are ")
				.append(meaning)
				.append(": ")
				.append(GroupedFindings.list(listeners));
		}
	}

	private static List<String> row(ListenerAssessment assessment) {
		Judgement judgement = assessment.judgement();
		Long required = judgement.requiredLeaseMs();
		return List.of(assessment.listenerId(),
				judgement.settings().maxPollRecords().value() + mark(judgement.settings().maxPollRecords()),
				timeout(judgement.terms()), (required != null) ? Millis.format(required) : "-",
				Millis.format(judgement.leaseMs()) + mark(judgement.settings().maxPollInterval()),
				Millis.format(judgement.detectionDelayMs()), judgement.verdict().name());
	}

	private static String timeout(LeaseTerms terms) {
		if (terms.batchTimeout() != null) {
			return millis(terms.batchTimeout()) + " (batch)";
		}
		return (terms.recordTimeout() != null) ? millis(terms.recordTimeout()) : "-";
	}

	private static String millis(@Nullable Duration duration) {
		return (duration != null) ? Millis.format(Millis.ceil(duration)) : "-";
	}

	private static String mark(Setting setting) {
		return (setting.origin() == SettingOrigin.DERIVED) ? " (derived)" : "";
	}

	private static void appendTable(StringBuilder report, List<List<String>> rows) {
		int[] widths = new int[HEADER.size()];
		for (List<String> row : rows) {
			for (int i = 0; i < widths.length; i++) {
				widths[i] = Math.max(widths[i], row.get(i).length());
			}
		}
		for (List<String> row : rows) {
			StringBuilder line = new StringBuilder("  ");
			for (int i = 0; i < widths.length; i++) {
				line.append(row.get(i)).append(" ".repeat(widths[i] - row.get(i).length() + 2));
			}
			report.append("\n").append(line.toString().stripTrailing());
		}
	}

}
