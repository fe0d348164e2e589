package io.leaseguard.startup;

import java.util.List;
import java.util.stream.Collectors;

import io.leaseguard.lease.Finding;

/**
 * Thrown when listeners are refused because their settings break the law. Carries all
 * violations, not only the first.
 *
 * @since 0.1.0
 */
public class LeaseViolationException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final transient List<Finding> findings;

	public LeaseViolationException(List<Finding> findings) {
		super(findings.stream()
			.map((finding) -> finding.subject() + " [" + finding.rule() + "]: " + finding.message() + " "
					+ finding.fix())
			.collect(Collectors.joining("\n")));
		this.findings = List.copyOf(findings);
	}

	/**
	 * Return the violations.
	 * @return the findings
	 */
	public List<Finding> findings() {
		return this.findings;
	}

}
