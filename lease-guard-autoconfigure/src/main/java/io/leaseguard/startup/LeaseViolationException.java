package io.leaseguard.startup;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

	private final transient Map<String, String> remedies;

	private final transient FoundPlaces places;

	/**
	 * Create an exception.
	 * @param findings the violations, all of them
	 */
	public LeaseViolationException(List<Finding> findings) {
		this(findings, Map.of(), FoundPlaces.NONE);
	}

	LeaseViolationException(List<Finding> findings, Map<String, String> remedies, FoundPlaces places) {
		super(findings.stream()
			.map((finding) -> finding.subject() + " [" + finding.rule() + "]: " + finding.message() + " "
					+ finding.fix())
			.collect(Collectors.joining("\n")));
		this.findings = List.copyOf(findings);
		this.remedies = Collections.unmodifiableMap(new LinkedHashMap<>(remedies));
		this.places = places;
	}

	/**
	 * Return the violations.
	 * @return the findings
	 */
	public List<Finding> findings() {
		return this.findings;
	}

	/**
	 * Return lines of configuration that would make the listeners lawful.
	 * @return one line a listener, by listener id; not for all of them
	 */
	public Map<String, String> remedies() {
		return this.remedies;
	}

	FoundPlaces places() {
		return this.places;
	}

}
