package io.leaseguard.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.leaseguard.lease.Finding;
import io.leaseguard.startup.LeaseViolationException;
import io.leaseguard.startup.ListenerContract;
import io.leaseguard.startup.ListenerContracts;
import io.leaseguard.startup.ListenerKey;
import io.leaseguard.startup.SplittingWish;
import io.leaseguard.startup.TermsDeclaration;
import io.leaseguard.startup.TermsExamination;

/**
 * Turns {@link LeaseGuardProperties} into contracts. Terms that can't be meant, and names
 * that nobody knows, are told together with the violations of the listeners; values that
 * no part of the guard could start with are refused at once, all together.
 */
final class ContractsMapper {

	private static final String PREFIX = "lease-guard.";

	/**
	 * What counts where a default of the application is out of its range.
	 */
	private static final ListenerContract FALLBACK = new ListenerContract(true, null, null, Duration.ofMillis(100), 1.5,
			Duration.ofMinutes(30), null, null, null);

	private ContractsMapper() {
	}

	/**
	 * Map the properties.
	 * @param p the properties
	 * @param written what was found while they were bound
	 * @return the contracts
	 * @throws LeaseViolationException if a value of the watchdog or the recovery is out
	 * of its range
	 */
	static ListenerContracts map(LeaseGuardProperties p, BindingProblems written) {
		List<Finding> problems = new ArrayList<>();
		TermsExamination examination = new TermsExamination((name) -> PREFIX + name, null);
		ListenerContract defaults = examination
			.examine(new TermsDeclaration(null, p.recordTimeout(), p.batchTimeout(), p.recordOverhead(),
					p.safetyFactor(), p.maxDetectionDelay(), p.minLease(), p.retryBackoff(), p.recoveryTimeout()))
			.over(FALLBACK);
		problems.addAll(examination.problems());
		Map<String, TermsDeclaration> byListener = new LinkedHashMap<>();
		p.listeners().forEach((id, listener) -> {
			TermsExamination own = new TermsExamination((name) -> ListenerKey.property(id, name), null);
			byListener.put(id, own.examine(declaration(listener)));
			problems.addAll(own.problems());
		});
		List<Finding> others = problems(p);
		problems.addAll(others);
		List<Finding> all = Stream.concat(written.problems().stream(), problems.stream().map(written::located))
			.toList();
		if (!others.isEmpty()) {
			throw new LeaseViolationException(all);
		}
		return new ListenerContracts(defaults, byListener, all, splitting(p));
	}

	private static SplittingWish splitting(LeaseGuardProperties p) {
		Map<String, Boolean> byListener = new LinkedHashMap<>();
		p.listeners().forEach((id, listener) -> {
			LeaseGuardProperties.ListenerBatchSplitting splitting = listener.batchSplitting();
			if (splitting != null && splitting.enabled() != null) {
				byListener.put(id, splitting.enabled());
			}
		});
		return new SplittingWish(p.batchSplitting().enabled(), byListener);
	}

	private static TermsDeclaration declaration(LeaseGuardProperties.Listener listener) {
		return new TermsDeclaration(listener.enabled(), listener.recordTimeout(), listener.batchTimeout(),
				listener.recordOverhead(), listener.safetyFactor(), listener.maxDetectionDelay(), listener.minLease(),
				listener.retryBackoff(), listener.recoveryTimeout());
	}

	private static List<Finding> problems(LeaseGuardProperties p) {
		TermsExamination examination = new TermsExamination((name) -> PREFIX + name, null);
		examination.positive("watchdog.interval", p.watchdog().interval(), "1s");
		examination.positive("watchdog.progress-timeout", p.watchdog().progressTimeout(), "5m");
		examination.atLeastOne("recovery.max-attempts", p.recovery().maxAttempts(), "3");
		examination.positive("recovery.window", p.recovery().window(), "10m");
		examination.notNegative("recovery.cool-down", p.recovery().coolDown(), "30s");
		return examination.problems();
	}

}
