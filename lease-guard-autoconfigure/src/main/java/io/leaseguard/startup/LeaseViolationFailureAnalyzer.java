package io.leaseguard.startup;

import java.util.List;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

import io.leaseguard.lease.Finding;

/**
 * Explains a {@link LeaseViolationException}: all violations with what to change.
 */
class LeaseViolationFailureAnalyzer extends AbstractFailureAnalyzer<LeaseViolationException> {

	private static final String PREFIX = "lease-guard.";

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, LeaseViolationException cause) {
		List<Finding> findings = cause.findings();
		StringBuilder description = new StringBuilder((findings.size() == 1)
				? "Lease Guard refuses a setting that would break a consumer's lease:\n"
				: "Lease Guard refuses %d settings that would break a consumer's lease:\n".formatted(findings.size()));
		StringBuilder action = new StringBuilder();
		boolean listener = false;
		for (Finding finding : findings) {
			boolean terms = finding.subject().startsWith(PREFIX);
			listener |= !terms;
			String subject = terms ? finding.subject() : "Listener '" + finding.subject() + "'";
			description.append("\n    - ")
				.append(subject)
				.append(" [")
				.append(finding.rule())
				.append("]: ")
				.append(finding.message());
			action.append((findings.size() == 1) ? "" : "    - " + subject + ": ").append(finding.fix()).append("\n");
		}
		if (listener) {
			action.append("You can also set 'lease-guard.on-violation' to 'warn' to start all the same and see "
					+ "the findings in the log and at the 'leases' endpoint.");
		}
		String actions = (findings.size() == 1) ? action.toString() : "Change the following:\n\n" + action;
		return new FailureAnalysis(description.toString(), actions.strip(), cause);
	}

}
