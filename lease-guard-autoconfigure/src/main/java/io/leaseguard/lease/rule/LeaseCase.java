package io.leaseguard.lease.rule;

import java.util.Map;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.LeaseDerivation;
import io.leaseguard.lease.LeaseEquation;
import io.leaseguard.lease.LeaseSettings;
import io.leaseguard.lease.LeaseTerms;
import io.leaseguard.lease.Millis;
import io.leaseguard.lease.Severity;

/**
 * One listener before the law.
 *
 * @param listener the listener id
 * @param terms its terms
 * @param given the settings as the application has them
 * @param settings the settings it would run with, derived ones filled in
 * @param derivable whether the guard may write derived settings
 * @param facts what else is known of it
 * @since 0.1.0
 */
public record LeaseCase(String listener, LeaseTerms terms, LeaseSettings given, LeaseSettings settings,
		boolean derivable, ListenerFacts facts) {

	/**
	 * Bring a listener before the law: derive what is left open.
	 * @param listener the listener id
	 * @param terms its terms
	 * @param given the settings as the application has them
	 * @param derivable whether the guard may write derived settings; if not, the settings
	 * are judged as they are
	 * @param facts what else is known of it
	 * @return the case
	 */
	public static LeaseCase of(String listener, LeaseTerms terms, LeaseSettings given, boolean derivable,
			ListenerFacts facts) {
		// The sleep between polls depends on the lease, and the lease that is derived on
		// the sleep. One of them has to come first: a lease that is set, else the sleep.
		boolean leaseOpen = derivable && !given.maxPollInterval().explicit();
		LeaseTerms applied = leaseOpen ? terms : terms.withFixedCosts(terms.fixedCosts().withoutIdle());
		LeaseSettings settings = derivable ? LeaseDerivation.derive(applied, given) : given;
		return new LeaseCase(listener, applied, given, settings, derivable, facts);
	}

	Finding finding(String rule, Severity severity, String message, String fix, Map<String, Long> numbers) {
		return new Finding(rule, severity, this.listener, message, fix, numbers);
	}

	/**
	 * Return whether the lease is left to the guard. What it does not derive then, it
	 * could not.
	 * @return whether the lease is open
	 */
	boolean leaseOpen() {
		return this.derivable && this.terms.declared() && !this.given.maxPollInterval().explicit();
	}

	boolean delayTolerated() {
		return this.settings.detectionDelayMs() <= this.terms.maxDetectionDelayMs();
	}

	long longestLeaseMs() {
		return LeaseEquation.longestLease(this.terms, this.given.pulse());
	}

	/**
	 * Return what a batch size needs, ready to read.
	 * @param batchSize the batch size
	 * @return for example {@code a lease of 26m16s (500 x (2s + 100ms) x 1.5 = 26m15s)}
	 */
	String need(int batchSize) {
		long shortest = LeaseEquation.shortestLease(this.terms, batchSize);
		return ((shortest != Millis.UNBOUNDED) ? "a lease of " + Millis.format(shortest) : "an unbounded lease") + " ("
				+ LeaseEquation.describeRequired(this.terms, batchSize) + ")";
	}

	/**
	 * Return what keeps a lease from being longer, ready to read.
	 * @return for example {@code max-detection-delay is 10m}
	 */
	String limit() {
		if (longestLeaseMs() == LeaseEquation.LONGEST_LEASE_MS) {
			return "Kafka knows no lease above " + Millis.format(LeaseEquation.LONGEST_LEASE_MS);
		}
		int surcharge = this.given.pulse().detectionSurchargeMs();
		return "max-detection-delay is " + Millis.format(this.terms.maxDetectionDelayMs()) + ((surcharge > 0)
				? ", of which the session timeout of a static member takes " + Millis.format(surcharge) : "");
	}

	/**
	 * Return the listener id as it is written in the key of a property.
	 * @return the id, in brackets where it has characters that a key can't have
	 */
	String propertyKey() {
		return this.listener.matches("[A-Za-z0-9-]+") ? this.listener : "[" + this.listener + "]";
	}

	/**
	 * Return the lease that a cost alone must stay below: the one that is set, or the
	 * longest that may be derived.
	 * @return milliseconds
	 */
	long leaseToFitMs() {
		return leaseOpen() ? longestLeaseMs() : this.settings.maxPollInterval().value();
	}

	/**
	 * Return the same, ready to read.
	 * @return for example {@code the lease of 5m}
	 */
	String leaseToFit() {
		return leaseOpen() ? "any lease that may be derived (" + limit() + ")"
				: "the lease of " + Millis.format(leaseToFitMs());
	}

	/**
	 * Return what a cost alone must be to leave the lease any room.
	 * @return for example {@code less than 5m}
	 */
	String lessThanTheLease() {
		return "less than " + Millis.formatProperty(leaseToFitMs());
	}

	/**
	 * Return a sentence that tells what the fixed cost in the equation consists of.
	 * @return the sentence with a space before it, empty when there is no fixed cost
	 */
	String fixedCost() {
		String costs = this.terms.fixedCosts().describe();
		return costs.isEmpty() ? "" : " The fixed cost is " + costs + ".";
	}

}
