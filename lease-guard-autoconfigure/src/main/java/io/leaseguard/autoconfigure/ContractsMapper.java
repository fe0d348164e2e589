package io.leaseguard.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.Severity;
import io.leaseguard.startup.LeaseViolationException;
import io.leaseguard.startup.ListenerContract;
import io.leaseguard.startup.ListenerContracts;

/**
 * Turns {@link LeaseGuardProperties} into contracts, and refuses values that can't be
 * meant: all of them at once.
 */
final class ContractsMapper {

	private static final Duration DEFAULT_MIN_LEASE = Duration.ofMinutes(1);

	private final LeaseGuardProperties properties;

	private final List<Finding> problems = new ArrayList<>();

	private ContractsMapper(LeaseGuardProperties properties) {
		this.properties = properties;
	}

	/**
	 * Map the properties.
	 * @param properties the properties
	 * @return the contracts
	 * @throws LeaseViolationException if a value is out of its range
	 */
	static ListenerContracts map(LeaseGuardProperties properties) {
		return new ContractsMapper(properties).map();
	}

	private ListenerContracts map() {
		LeaseGuardProperties p = this.properties;
		check("", p.recordTimeout(), p.batchTimeout(), p.recordOverhead(), p.safetyFactor(), p.maxDetectionDelay(),
				p.minLease(), p.retryBackoff(), p.recoveryTimeout());
		p.listeners()
			.forEach((id, listener) -> check("listeners." + id + ".", listener.recordTimeout(), listener.batchTimeout(),
					listener.recordOverhead(), listener.safetyFactor(), listener.maxDetectionDelay(),
					listener.minLease(), listener.retryBackoff(), listener.recoveryTimeout()));
		positive("watchdog.interval", p.watchdog().interval());
		positive("recovery.window", p.recovery().window());
		notNegative("recovery.cool-down", p.recovery().coolDown());
		if (p.recovery().maxAttempts() < 1) {
			problem("recovery.max-attempts", p.recovery().maxAttempts(), "be at least 1");
		}
		if (!this.problems.isEmpty()) {
			throw new LeaseViolationException(this.problems);
		}
		Map<String, ListenerContract> contracts = new LinkedHashMap<>();
		p.listeners().forEach((id, listener) -> contracts.put(id, contract(listener)));
		return new ListenerContracts(new ListenerContract(true, p.recordTimeout(), p.batchTimeout(), p.recordOverhead(),
				p.safetyFactor(), p.maxDetectionDelay(), minLease(null, p.maxDetectionDelay()), p.retryBackoff(),
				p.recoveryTimeout(), p.batchSplitting().enabled(), false), contracts);
	}

	private ListenerContract contract(LeaseGuardProperties.Listener listener) {
		LeaseGuardProperties p = this.properties;
		// A listener that declares one of the two timeouts does not inherit the other.
		boolean own = listener.recordTimeout() != null || listener.batchTimeout() != null;
		LeaseGuardProperties.ListenerBatchSplitting splitting = listener.batchSplitting();
		Boolean ownSplitting = (splitting != null) ? splitting.enabled() : null;
		Duration maxDetectionDelay = either(listener.maxDetectionDelay(), p.maxDetectionDelay());
		return new ListenerContract(listener.enabled(), own ? listener.recordTimeout() : p.recordTimeout(),
				own ? listener.batchTimeout() : p.batchTimeout(), either(listener.recordOverhead(), p.recordOverhead()),
				(listener.safetyFactor() != null) ? listener.safetyFactor() : p.safetyFactor(), maxDetectionDelay,
				minLease(listener.minLease(), maxDetectionDelay),
				(listener.retryBackoff() != null) ? listener.retryBackoff() : p.retryBackoff(),
				(listener.recoveryTimeout() != null) ? listener.recoveryTimeout() : p.recoveryTimeout(),
				(ownSplitting != null) ? ownSplitting : p.batchSplitting().enabled(), ownSplitting != null);
	}

	/**
	 * A default that nobody wrote must not refuse an application, so it yields to the
	 * tolerated detection delay.
	 * @param own the value of the listener, if any
	 * @param maxDetectionDelay the tolerated detection delay
	 * @return the shortest lease to derive
	 */
	private Duration minLease(@Nullable Duration own, Duration maxDetectionDelay) {
		Duration set = (own != null) ? own : this.properties.minLease();
		if (set != null) {
			return set;
		}
		return (DEFAULT_MIN_LEASE.compareTo(maxDetectionDelay) <= 0) ? DEFAULT_MIN_LEASE : maxDetectionDelay;
	}

	private static Duration either(@Nullable Duration own, Duration inherited) {
		return (own != null) ? own : inherited;
	}

	private void check(String prefix, @Nullable Duration recordTimeout, @Nullable Duration batchTimeout,
			@Nullable Duration recordOverhead, @Nullable Double safetyFactor, @Nullable Duration maxDetectionDelay,
			@Nullable Duration minLease, @Nullable Duration retryBackoff, @Nullable Duration recoveryTimeout) {
		positive(prefix + "record-timeout", recordTimeout);
		positive(prefix + "batch-timeout", batchTimeout);
		notNegative(prefix + "record-overhead", recordOverhead);
		if (safetyFactor != null && !(safetyFactor >= 1 && safetyFactor < Double.POSITIVE_INFINITY)) {
			problem(prefix + "safety-factor", safetyFactor, "be at least 1");
		}
		positive(prefix + "max-detection-delay", maxDetectionDelay);
		notNegative(prefix + "min-lease", minLease);
		notNegative(prefix + "retry-backoff", retryBackoff);
		notNegative(prefix + "recovery-timeout", recoveryTimeout);
	}

	private void positive(String key, @Nullable Duration value) {
		if (value != null && (value.isNegative() || value.isZero())) {
			problem(key, value, "be above zero");
		}
	}

	private void notNegative(String key, @Nullable Duration value) {
		if (value != null && value.isNegative()) {
			problem(key, value, "not be negative");
		}
	}

	private void problem(String key, Object value, String rule) {
		String property = "lease-guard." + key;
		this.problems.add(new Finding("invalid-terms", Severity.ERROR, property,
				"%s is '%s', but it must %s.".formatted(property, value, rule),
				"Change or remove %s.".formatted(property), Map.of()));
	}

}
