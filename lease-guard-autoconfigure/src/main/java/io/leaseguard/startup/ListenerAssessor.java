package io.leaseguard.startup;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.kafka.listener.AbstractMessageListenerContainer;

import io.leaseguard.container.ContainerConfiguration;
import io.leaseguard.lease.Finding;
import io.leaseguard.lease.Judgement;
import io.leaseguard.lease.LeaseTerms;
import io.leaseguard.lease.rule.LeaseLaw;

/**
 * Assesses one listener: finds its contract, reads its configuration, and asks the law.
 *
 * @since 0.1.0
 */
public final class ListenerAssessor {

	private final ListenerContracts contracts;

	private final boolean apply;

	/**
	 * Create an assessor.
	 * @param contracts the contracts of the listeners
	 * @param apply whether to write derived settings
	 */
	public ListenerAssessor(ListenerContracts contracts, boolean apply) {
		this.contracts = contracts;
		this.apply = apply;
	}

	ListenerContracts contracts() {
		return this.contracts;
	}

	/**
	 * Assess the listener of a container.
	 * @param container the container
	 * @param configuration its effective configuration
	 * @param annotated what its code declares
	 * @return the assessment, or {@code null} when the listener is not to be guarded
	 */
	@Nullable ListenerAssessment assess(AbstractMessageListenerContainer<?, ?> container, ContainerConfiguration configuration,
			AnnotatedTerms annotated) {
		String listenerId = configuration.listenerId();
		ListenerContract contract = this.contracts.of(listenerId, configuration.mainListenerId(),
				annotated.declarations());
		if (!contract.enabled()) {
			return null;
		}
		LeaseTerms terms = contract.terms(configuration.batchListener(), configuration.fixedCosts());
		boolean derivable = this.apply && !container.isRunning();
		Judgement judgement = LeaseLaw.judge(listenerId, terms, configuration.settings(), derivable,
				configuration.facts());
		List<Finding> more = new ArrayList<>(annotated.problems());
		more.addAll(configuration.findings());
		return new ListenerAssessment(listenerId, configuration.groupId(), configuration.batchListener(), true,
				judgement.with(more));
	}

}
