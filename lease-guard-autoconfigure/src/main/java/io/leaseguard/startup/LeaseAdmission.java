package io.leaseguard.startup;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.listener.AbstractMessageListenerContainer;
import org.springframework.kafka.listener.MessageListenerContainer;

import io.leaseguard.container.ConsumerTerms;
import io.leaseguard.container.ContainerConfiguration;
import io.leaseguard.container.ContainerTaps;
import io.leaseguard.container.ListenerMethod;
import io.leaseguard.lease.Finding;
import io.leaseguard.lease.Severity;

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

	private final ListenerAssessor assessor;

	private final LeaseTermsReader reader;

	private final SettingPlaces places;

	private final ViolationPolicy policy;

	private final ListenerAssessments assessments;

	/**
	 * Weak, so that containers that the application drops can go.
	 */
	private final Set<AbstractMessageListenerContainer<?, ?>> known = Collections.newSetFromMap(new WeakHashMap<>());

	private final Map<AbstractMessageListenerContainer<?, ?>, Map<String, String>> written = new WeakHashMap<>();

	private final Map<AbstractMessageListenerContainer<?, ?>, AnnotatedTerms> annotated = new WeakHashMap<>();

	private final UnmatchedListeners unmatched;

	private boolean open;

	/**
	 * Create an admission.
	 * @param assessor assesses each listener
	 * @param reader reads what the code of a listener declares
	 * @param places finds where settings have been set
	 * @param policy what to do about violations
	 * @param assessments where to keep the outcome
	 */
	public LeaseAdmission(ListenerAssessor assessor, LeaseTermsReader reader, SettingPlaces places,
			ViolationPolicy policy, ListenerAssessments assessments) {
		this.assessor = assessor;
		this.reader = reader;
		this.places = places;
		this.policy = policy;
		this.assessments = assessments;
		this.unmatched = new UnmatchedListeners(assessor.contracts().listenerIds());
	}

	/**
	 * Make a container known whose method can only be found in the container itself.
	 * @param container the container, not running
	 * @throws LeaseViolationException if it is judged at once and refused
	 */
	public void register(MessageListenerContainer container) {
		register(container, null);
	}

	/**
	 * Make a container known. Before start-up has come to its end it is judged together
	 * with the others, later at once.
	 * @param container the container, not running
	 * @param method the method behind it, where that is known
	 * @throws LeaseViolationException if it is judged at once and refused
	 */
	synchronized void register(MessageListenerContainer container, @Nullable ListenerMethod method) {
		if (container instanceof AbstractMessageListenerContainer<?, ?> candidate) {
			if (method != null) {
				this.annotated.put(candidate, this.reader.read(ContainerConfiguration.listenerId(candidate), method));
			}
			if (this.known.add(candidate) && this.open) {
				admit(List.of(candidate));
			}
		}
	}

	/**
	 * A factory has created a container that the application will go on to build. Too
	 * early to judge it at once.
	 * @param container the container
	 */
	synchronized void created(AbstractMessageListenerContainer<?, ?> container) {
		if (!this.open) {
			this.known.add(container);
		}
	}

	/**
	 * A container is starting. Where nothing has told of it before, it is judged as it
	 * is.
	 * @param container the container
	 */
	synchronized void found(AbstractMessageListenerContainer<?, ?> container) {
		// Another context may have a guard of its own.
		if (this.open && !ContainerTaps.areIn(container) && this.known.add(container)) {
			List<Candidate> candidates = assess(List.of(container));
			boolean violations = candidates.stream().anyMatch((candidate) -> !candidate.errors().isEmpty());
			report(candidates, violations);
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
		String warning = this.unmatched.warning(this.known.stream().map(ContainerConfiguration::listenerId).toList());
		if (warning != null) {
			logger.warn(warning);
		}
	}

	synchronized void close() {
		this.open = false;
	}

	private void admit(Collection<AbstractMessageListenerContainer<?, ?>> containers) {
		List<Candidate> candidates = assess(containers);
		List<Finding> problems = this.open ? List.of() : this.assessor.contracts().problems();
		List<Finding> violations = new ArrayList<>(problems);
		candidates.forEach((candidate) -> violations.addAll(candidate.errors()));
		if (!problems.isEmpty() || (this.policy == ViolationPolicy.FAIL && !violations.isEmpty())) {
			containers.forEach(this.known::remove);
			throw new LeaseViolationException(violations, Remedies.of(candidates), this.places.find(candidates));
		}
		report(candidates, !violations.isEmpty());
	}

	private List<Candidate> assess(Collection<AbstractMessageListenerContainer<?, ?>> containers) {
		List<Candidate> candidates = new ArrayList<>();
		for (AbstractMessageListenerContainer<?, ?> container : containers) {
			ContainerConfiguration configuration = ContainerConfiguration.of(container,
					this.written.getOrDefault(container, Map.of()));
			this.unmatched.match(configuration.listenerId());
			AnnotatedTerms annotated = this.annotated.computeIfAbsent(container,
					(key) -> this.reader.read(configuration.listenerId(), ListenerMethod.of(key)));
			candidates.add(new Candidate(container, configuration, annotated));
		}
		Candidate.shareAnnotations(candidates);
		// Known containers have no order, but what is said of them must have one.
		candidates.sort(Comparator.comparing((candidate) -> candidate.configuration().listenerId()));
		return this.assessor.assess(candidates);
	}

	private ListenerAssessment equip(Candidate candidate) {
		Map<String, String> derived = candidate.derived();
		if (!derived.isEmpty()) {
			ContainerTaps.override(candidate.container(), derived);
			this.written.put(candidate.container(), derived);
		}
		ListenerAssessment assessment = candidate.assessment();
		ConsumerTerms terms = ConsumerTerms.of(assessment.judgement(), assessment.batchListener(),
				candidate.configuration().splitting());
		ListenerAssessment outcome = assessment.with(ContainerTaps.install(candidate.container(), terms));
		this.assessments.put(outcome, candidate.container());
		return outcome;
	}

	private static boolean hasWarning(ListenerAssessment assessment) {
		return assessment.judgement().findings().stream().anyMatch((finding) -> finding.severity() != Severity.INFO);
	}

	private void report(List<Candidate> candidates, boolean violations) {
		List<ListenerAssessment> outcome = candidates.stream().map(this::equip).toList();
		if (outcome.isEmpty()) {
			return;
		}
		String report = LeaseReport.format(outcome, logger.isDebugEnabled(),
				violations ? this.places.find(candidates) : FoundPlaces.NONE);
		if (violations || outcome.stream().anyMatch(LeaseAdmission::hasWarning)) {
			logger.warn(report);
		}
		else {
			logger.info(report);
		}
	}

}
