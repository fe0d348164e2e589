package io.leaseguard.startup;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

import io.leaseguard.lease.Finding;

/**
 * Explains a {@link LeaseViolationException}: all violations with what to change, and
 * where it can be told, where it was set and the line of configuration that changes it.
 */
class LeaseViolationFailureAnalyzer extends AbstractFailureAnalyzer<LeaseViolationException> {

	private static final String SECTION = "lease-guard";

	private static final String PREFIX = SECTION + ".";

	/**
	 * So many listeners in the same trouble show the pattern.
	 */
	private static final int PASTED = 3;

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, LeaseViolationException cause) {
		List<GroupedFindings> groups = GroupedFindings.of(cause.findings());
		StringBuilder description = new StringBuilder(heading(cause.findings()));
		Set<String> places = new LinkedHashSet<>();
		for (GroupedFindings group : groups) {
			description.append("\n    - ")
				.append(subject(group))
				.append(" [")
				.append(group.finding().rule())
				.append("]: ")
				.append(group.finding().message());
			cause.places()
				.sentences(group, places)
				.forEach((sentence) -> description.append("\n        ").append(sentence));
		}
		return new FailureAnalysis(description.toString(), action(cause, groups), cause);
	}

	private static String heading(List<Finding> findings) {
		long written = findings.stream().filter((finding) -> isProperty(finding.subject())).count();
		if (findings.size() == 1) {
			return "Lease Guard refuses a setting that "
					+ ((written > 0) ? "can't be meant as it is written:\n" : "would break a consumer's lease:\n");
		}
		String settings = "Lease Guard refuses %d settings that ".formatted(findings.size());
		if (written == 0) {
			return settings + "would break a consumer's lease:\n";
		}
		return settings + "can't be meant as they are written"
				+ ((written < findings.size()) ? " or would break a consumer's lease:\n" : ":\n");
	}

	private String action(LeaseViolationException cause, List<GroupedFindings> groups) {
		StringBuilder action = new StringBuilder((groups.size() == 1) ? "" : "Change the following:\n\n");
		Set<String> pasted = new LinkedHashSet<>();
		for (GroupedFindings group : groups) {
			action.append((groups.size() == 1) ? "" : "    - " + subject(group) + ": ")
				.append(group.finding().fix())
				.append("\n");
			for (String line : lines(cause, group, pasted)) {
				action.append((groups.size() == 1) ? "    " : "        ").append(line).append("\n");
			}
		}
		action.append("The rules are explained in ").append(String.join(", ", references(groups))).append(".\n");
		if (cause.findings().stream().noneMatch((finding) -> isProperty(finding.subject()))) {
			action.append("You can also set 'lease-guard.on-violation' to 'warn' to start all the same, but for what "
					+ "Kafka itself refuses, and see the findings in the log and at the 'leases' endpoint.");
		}
		return action.toString().strip();
	}

	private List<String> lines(LeaseViolationException cause, GroupedFindings group, Set<String> pasted) {
		List<String> fresh = group.listeners()
			.stream()
			.map(cause.remedies()::get)
			.filter(Objects::nonNull)
			.filter(pasted::add)
			.toList();
		if (fresh.size() <= PASTED) {
			return fresh;
		}
		List<String> lines = new ArrayList<>(fresh.subList(0, PASTED));
		lines.add("and so on for the other " + (fresh.size() - PASTED));
		return lines;
	}

	private Collection<String> references(List<GroupedFindings> groups) {
		return new LinkedHashSet<>(groups.stream().map(GroupedFindings::finding).map(Finding::reference).toList());
	}

	private static String subject(GroupedFindings group) {
		List<String> subjects = group.listeners();
		if (isProperty(subjects.get(0))) {
			return group.subjects();
		}
		return (subjects.size() == 1) ? "Listener '" + subjects.get(0) + "'"
				: "Listeners " + GroupedFindings.quoted(subjects);
	}

	private static boolean isProperty(String subject) {
		return subject.startsWith(PREFIX) || subject.equals(SECTION);
	}

}
