package io.leaseguard.startup;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.listener.AbstractMessageListenerContainer;
import org.springframework.kafka.listener.MessageListenerContainer;

import io.leaseguard.container.ConsumerTerms;
import io.leaseguard.container.ContainerConfiguration;
import io.leaseguard.container.ContainerTaps;
import io.leaseguard.lease.Finding;
import io.leaseguard.lease.Judgement;
import io.leaseguard.lease.LeaseSettings;
import io.leaseguard.lease.LeaseTerms;
import io.leaseguard.lease.Setting;
import io.leaseguard.lease.SettingOrigin;
import io.leaseguard.lease.Severity;
import io.leaseguard.lease.Verdict;
import io.leaseguard.lease.rule.LeaseLaw;
import io.leaseguard.lease.rule.ListenerFacts;

/**
 * Admits listener containers: each is judged before it starts, derived settings and taps
 * are put into it, and unlawful ones are refused. While the application starts, all
 * containers are judged together so that all violations come in one message; a container
 * that is registered later is judged at once.
 *
 * @since 0.1.0
 */
public final class LeaseAdmission {

	private static final Log logger = LogFactory.getLog(LeaseAdmission.class);

	private final ListenerContracts contracts;

	private final ViolationPolicy policy;

	private final boolean apply;

	private final ListenerAssessments assessments;

	/**
	 * Weak, so that containers that the application drops can go.
	 */
	private final Set<AbstractMessageListenerContainer<?, ?>> known = Collections.newSetFromMap(new WeakHashMap<>());

	private final Map<AbstractMessageListenerContainer<?, ?>, Map<String, String>> written = new WeakHashMap<>();

	private final Set<String> unmatched = ConcurrentHashMap.newKeySet();

	private boolean open;

	/**
	 * Create an admission.
	 * @param contracts the contracts of the listeners
	 * @param policy what to do about violations
	 * @param apply whether to write derived settings
	 * @param assessments where to keep the outcome
	 */
	public LeaseAdmission(ListenerContracts contracts, ViolationPolicy policy, boolean apply,
			ListenerAssessments assessments) {
		this.contracts = contracts;
		this.policy = policy;
		this.apply = apply;
		this.assessments = assessments;
		this.unmatched.addAll(contracts.listenerIds());
	}

	/**
	 * Make a container known. Before start-up has come to its end it is judged together
	 * with the others, later at once.
	 * @param container the container, not running
	 * @throws LeaseViolationException if it is judged at once and refused
	 */
	public synchronized void register(MessageListenerContainer container) {
		if (container instanceof AbstractMessageListenerContainer<?, ?> candidate && this.known.add(candidate)
				&& this.open) {
			admit(List.of(candidate));
		}
	}

	/**
	 * Judge all known containers, refuse or equip them, and report. Containers that come
	 * later are judged one by one.
	 * @param containers containers that may not be known yet
	 * @throws LeaseViolationException if any is refused
	 */
	synchronized void open(Collection<? extends MessageListenerContainer> containers) {
		for (MessageListenerContainer container : containers) {
			if (container instanceof AbstractMessageListenerContainer<?, ?> candidate) {
				this.known.add(candidate);
			}
		}
		admit(List.copyOf(this.known));
		this.open = true;
		if (!this.unmatched.isEmpty()) {
			logger.warn("No listener so far has an id for which 'lease-guard.listeners' declares terms: "
					+ new TreeSet<>(this.unmatched));
		}
	}

	synchronized void close() {
		this.open = false;
	}

	private void admit(Collection<AbstractMessageListenerContainer<?, ?>> containers) {
		Map<AbstractMessageListenerContainer<?, ?>, Candidate> admitted = new LinkedHashMap<>();
		List<Finding> violations = new ArrayList<>();
		for (AbstractMessageListenerContainer<?, ?> container : containers) {
			Candidate candidate = assess(container);
			if (candidate != null) {
				admitted.put(container, candidate);
				candidate.assessment()
					.judgement()
					.findings()
					.stream()
					.filter((finding) -> finding.severity() == Severity.ERROR)
					.forEach(violations::add);
			}
		}
		if (this.policy == ViolationPolicy.FAIL && !violations.isEmpty()) {
			containers.forEach(this.known::remove);
			throw new LeaseViolationException(violations);
		}
		List<ListenerAssessment> outcome = new ArrayList<>();
		admitted.forEach((container, candidate) -> outcome.add(equip(container, candidate)));
		report(outcome, !violations.isEmpty());
	}

	private @Nullable Candidate assess(AbstractMessageListenerContainer<?, ?> container) {
		Map<String, String> derived = this.written.getOrDefault(container, Map.of());
		ContainerConfiguration configuration = ContainerConfiguration.of(container, derived);
		String listenerId = configuration.listenerId();
		this.unmatched.remove(listenerId);
		ListenerContract contract = this.contracts.of(listenerId, configuration.mainListenerId());
		if (!contract.enabled()) {
			return null;
		}
		LeaseTerms terms = contract.terms(configuration.batchListener(), configuration.idleBetweenPollsMs());
		LeaseSettings settings = configuration.settings();
		boolean derivable = this.apply && !container.isRunning();
		ListenerFacts facts = configuration.facts(contract.splitting(), contract.ownSplitting());
		Judgement judgement = LeaseLaw.judge(listenerId, terms, settings, derivable, facts);
		List<ContainerConfiguration.InvalidSetting> invalid = configuration.invalid();
		if (!invalid.isEmpty()) {
			judgement = withInvalid(listenerId, judgement, settings, invalid);
		}
		ListenerAssessment assessment = new ListenerAssessment(listenerId, configuration.groupId(),
				configuration.batchListener(), true, judgement);
		return new Candidate(assessment, facts.splitting().possible());
	}

	private Judgement withInvalid(String listenerId, Judgement judgement, LeaseSettings settings,
			List<ContainerConfiguration.InvalidSetting> invalid) {
		List<Finding> findings = new ArrayList<>();
		for (ContainerConfiguration.InvalidSetting setting : invalid) {
			findings.add(new Finding("invalid-value", Severity.ERROR, listenerId,
					"%s is '%s' (%s), which Kafka refuses: %s.".formatted(setting.key(), setting.value(),
							setting.value().getClass().getSimpleName(), setting.reason()),
					"Set %s to a whole number, for example %s=%d.".formatted(setting.key(), setting.key(),
							example(setting.key(), settings)),
					Map.of()));
		}
		findings.addAll(judgement.findings());
		return new Judgement(judgement.terms(), settings, Verdict.VIOLATION, findings);
	}

	private int example(String key, LeaseSettings settings) {
		return key.equals(ConsumerConfig.MAX_POLL_RECORDS_CONFIG) ? settings.maxPollRecords().value()
				: settings.maxPollInterval().value();
	}

	private ListenerAssessment equip(AbstractMessageListenerContainer<?, ?> container, Candidate candidate) {
		ListenerAssessment assessment = candidate.assessment();
		Judgement judgement = assessment.judgement();
		if (judgement.verdict() == Verdict.DERIVED) {
			Map<String, String> derived = new LinkedHashMap<>();
			putDerived(derived, ConsumerConfig.MAX_POLL_RECORDS_CONFIG, judgement.settings().maxPollRecords());
			putDerived(derived, ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG, judgement.settings().maxPollInterval());
			ContainerTaps.override(container, derived);
			this.written.put(container, derived);
		}
		ConsumerTerms terms = ConsumerTerms.of(judgement, assessment.batchListener(), candidate.splitting());
		ListenerAssessment outcome = assessment.withWatchable(ContainerTaps.install(container, terms));
		this.assessments.put(outcome);
		return outcome;
	}

	private void putDerived(Map<String, String> derived, String key, Setting setting) {
		if (setting.origin() == SettingOrigin.DERIVED) {
			derived.put(key, Integer.toString(setting.value()));
		}
	}

	private void report(List<ListenerAssessment> outcome, boolean violations) {
		if (outcome.isEmpty()) {
			return;
		}
		if (violations) {
			logger.warn(LeaseReport.format(outcome));
		}
		else {
			logger.info(LeaseReport.format(outcome));
		}
	}

	/**
	 * A container on its way to be admitted.
	 *
	 * @param assessment what is found out about its listener
	 * @param splitting whether its batches are split
	 */
	private record Candidate(ListenerAssessment assessment, boolean splitting) {
	}

}
