package io.leaseguard.lease;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The outcome of judging one listener.
 *
 * @param terms the terms it was judged by
 * @param settings the settings it ends up with, derived ones filled in
 * @param verdict the verdict
 * @param findings the broken rules, errors first
 * @since 0.1.0
 */
public record Judgement(LeaseTerms terms, LeaseSettings settings, Verdict verdict, List<Finding> findings) {

	public Judgement {
		findings = List.copyOf(findings);
	}

	/**
	 * Return this judgement with more findings. An error among them makes it a violation.
	 * @param more the findings to add
	 * @return the judgement, errors first
	 */
	public Judgement with(List<Finding> more) {
		if (more.isEmpty()) {
			return this;
		}
		List<Finding> all = new ArrayList<>(more);
		all.addAll(this.findings);
		all.sort(Comparator.comparing(Finding::severity).reversed());
		boolean error = all.get(0).severity() == Severity.ERROR;
		return new Judgement(this.terms, this.settings, error ? Verdict.VIOLATION : this.verdict, all);
	}

	/**
	 * Return the required lease.
	 * @return milliseconds, or {@code null} when nothing is declared
	 */
	public @Nullable Long requiredLeaseMs() {
		return this.terms.declared() ? LeaseEquation.requiredLease(this.terms, this.settings.maxPollRecords().value())
				: null;
	}

	/**
	 * Return the lease.
	 * @return milliseconds
	 */
	public int leaseMs() {
		return this.settings.maxPollInterval().value();
	}

	/**
	 * Return how long a stuck consumer keeps its partitions.
	 * @return milliseconds
	 */
	public long detectionDelayMs() {
		return this.settings.detectionDelayMs();
	}

	/**
	 * Return the equation with its numbers.
	 * @return the equation, or {@code null} when nothing is declared
	 */
	public @Nullable String equation() {
		return LeaseEquation.describe(this.terms, this.settings.maxPollRecords().value(), leaseMs());
	}

}
