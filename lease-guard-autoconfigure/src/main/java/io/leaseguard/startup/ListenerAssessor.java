package io.leaseguard.startup;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

import io.leaseguard.container.ContainerConfiguration;
import io.leaseguard.lease.Finding;
import io.leaseguard.lease.Judgement;
import io.leaseguard.lease.LeaseSettings;
import io.leaseguard.lease.LeaseTerms;
import io.leaseguard.lease.rule.LeaseLaw;

/**
 * Assesses listeners: finds the contract of each, reads its configuration, asks the law,
 * and looks at how the configuration has come about.
 *
 * @since 0.1.0
 */
public final class ListenerAssessor {

	private final ListenerContracts contracts;

	private final boolean apply;

	private final List<WiringCheck> checks;

	/**
	 * Create an assessor.
	 * @param contracts the contracts of the listeners
	 * @param apply whether to write derived settings
	 * @param checks what to check beside the law
	 */
	public ListenerAssessor(ListenerContracts contracts, boolean apply, List<WiringCheck> checks) {
		this.contracts = contracts;
		this.apply = apply;
		this.checks = List.copyOf(checks);
	}

	ListenerContracts contracts() {
		return this.contracts;
	}

	/**
	 * Assess listeners.
	 * @param candidates the containers to judge together
	 * @return those that are to be guarded, each with its assessment
	 */
	List<Candidate> assess(Collection<Candidate> candidates) {
		List<Candidate> guarded = candidates.stream().filter((candidate) -> contract(candidate).enabled()).toList();
		List<ContainerConfiguration> all = guarded.stream().map(Candidate::configuration).toList();
		guarded.forEach((candidate) -> candidate.assessed(assess(candidate, all)));
		return guarded;
	}

	private ListenerContract contract(Candidate candidate) {
		return this.contracts.of(candidate.configuration().listenerId(), candidate.configuration().mainListenerId(),
				candidate.annotated().declarations());
	}

	private ListenerAssessment assess(Candidate candidate, Collection<ContainerConfiguration> all) {
		ContainerConfiguration configuration = candidate.configuration();
		Boolean own = this.contracts.splitting().own(configuration.listenerId(), configuration.mainListenerId());
		if ((own != null) ? own : this.contracts.splitting().all()) {
			configuration.splittingWanted(own != null);
		}
		LeaseTerms terms = contract(candidate).terms(configuration.batchListener(), configuration.fixedCosts());
		List<Finding> more = new ArrayList<>(candidate.annotated().problems());
		more.addAll(configuration.findings());
		this.checks.forEach((check) -> more.addAll(check.examine(configuration, all)));
		Judgement judgement = judge(configuration, terms, configuration.settings(),
				this.apply && !candidate.container().isRunning());
		return new ListenerAssessment(configuration.listenerId(), configuration.groupId(),
				configuration.batchListener(), true, judgement.with(more));
	}

	/**
	 * Judge a listener under the law alone.
	 * @param configuration its configuration
	 * @param terms its terms
	 * @param settings its settings, or others to try
	 * @param derivable whether the guard may write derived settings
	 * @return the judgement
	 */
	static Judgement judge(ContainerConfiguration configuration, LeaseTerms terms, LeaseSettings settings,
			boolean derivable) {
		return LeaseLaw.judge(configuration.listenerId(), terms, settings, derivable, configuration.facts());
	}

}
