package io.leaseguard.startup;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.Judgement;
import io.leaseguard.lease.LeaseTerms;
import io.leaseguard.lease.Millis;
import io.leaseguard.lease.Setting;
import io.leaseguard.lease.SettingOrigin;
import io.leaseguard.lease.Verdict;

/**
 * Formats the assessments as the table that is logged at start-up, violations first.
 */
final class LeaseReport {

	private static final List<String> HEADER = List.of("listener", "batch size", "record timeout", "required lease",
			"lease", "detection delay", "verdict");

	private LeaseReport() {
	}

	static String format(Collection<ListenerAssessment> assessments) {
		List<ListenerAssessment> sorted = new ArrayList<>(assessments);
		sorted.sort(Comparator
			.comparing((ListenerAssessment assessment) -> assessment.judgement().verdict() != Verdict.VIOLATION)
			.thenComparing(ListenerAssessment::listenerId));
		List<List<String>> rows = new ArrayList<>();
		rows.add(HEADER);
		sorted.forEach((assessment) -> rows.add(row(assessment)));
		StringBuilder report = new StringBuilder(
				"The leases of " + sorted.size() + ((sorted.size() == 1) ? " listener:" : " listeners:"));
		appendTable(report, rows);
		for (ListenerAssessment assessment : sorted) {
			for (Finding finding : assessment.judgement().findings()) {
				report.append("\n  ")
					.append(finding.severity())
					.append(" ")
					.append(finding.subject())
					.append(" [")
					.append(finding.rule())
					.append("]: ")
					.append(finding.message())
					.append(" ")
					.append(finding.fix());
			}
			if (!assessment.watchable()) {
				report.append("\n  INFO ")
					.append(assessment.listenerId())
					.append(": its ConsumerFactory does not support post-processors, so its consumers are judged "
							+ "but can't be watched.");
			}
		}
		return report.toString();
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
