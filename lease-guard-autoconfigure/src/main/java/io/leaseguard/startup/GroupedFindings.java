package io.leaseguard.startup;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.leaseguard.lease.Finding;

/**
 * Findings that say the same of several listeners, said once.
 *
 * @param finding the finding of the first of them
 * @param listeners the subjects
 */
record GroupedFindings(Finding finding, List<String> listeners) {

	private static final int NAMED = 20;

	/**
	 * Group findings.
	 * @param findings the findings
	 * @return the groups, errors first and else in the order of the findings
	 */
	static List<GroupedFindings> of(Collection<Finding> findings) {
		Map<List<Object>, GroupedFindings> groups = new LinkedHashMap<>();
		for (Finding finding : findings) {
			groups
				.computeIfAbsent(List.of(finding.severity(), finding.rule(), finding.message(), finding.fix()),
						(key) -> new GroupedFindings(finding, new ArrayList<>()))
				.listeners()
				.add(finding.subject());
		}
		List<GroupedFindings> sorted = new ArrayList<>(groups.values());
		sorted.sort((a, b) -> b.finding().severity().compareTo(a.finding().severity()));
		return sorted;
	}

	/**
	 * Return the subjects, ready to read.
	 * @return for example {@code a, b, c}
	 */
	String subjects() {
		return list(this.listeners);
	}

	static String quoted(List<String> names) {
		return list(names.stream().map((name) -> "'" + name + "'").toList());
	}

	static String list(List<String> names) {
		if (names.size() <= NAMED) {
			return String.join(", ", names);
		}
		return String.join(", ", names.subList(0, NAMED)) + " and " + (names.size() - NAMED) + " more";
	}

}
