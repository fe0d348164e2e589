package io.leaseguard.startup;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.kafka.listener.AbstractMessageListenerContainer;

import io.leaseguard.container.ContainerConfiguration;
import io.leaseguard.lease.Finding;
import io.leaseguard.lease.Judgement;
import io.leaseguard.lease.LeaseKeys;
import io.leaseguard.lease.Setting;
import io.leaseguard.lease.SettingOrigin;
import io.leaseguard.lease.Severity;
import io.leaseguard.lease.Verdict;

/**
 * A container on its way through the admission.
 */
final class Candidate {

	private final AbstractMessageListenerContainer<?, ?> container;

	private final ContainerConfiguration configuration;

	private final AnnotatedTerms annotated;

	private @Nullable ListenerAnnotation annotation;

	private @Nullable ListenerAssessment assessment;

	Candidate(AbstractMessageListenerContainer<?, ?> container, ContainerConfiguration configuration,
			AnnotatedTerms annotated) {
		this.container = container;
		this.configuration = configuration;
		this.annotated = annotated;
		this.annotation = annotated.annotation();
	}

	/**
	 * Let dead-letter topics, whose handlers are no annotated methods, share the
	 * annotation of the listener that they belong to: it makes their containers too.
	 * @param candidates the containers that are judged together
	 */
	static void shareAnnotations(Collection<Candidate> candidates) {
		Map<String, Candidate> byListener = new HashMap<>();
		candidates.forEach((candidate) -> byListener.put(candidate.configuration.listenerId(), candidate));
		candidates.forEach((candidate) -> {
			String mainId = candidate.configuration.mainListenerId();
			Candidate main = (mainId != null) ? byListener.get(mainId) : null;
			if (candidate.annotation == null && main != null) {
				candidate.annotation = main.annotation;
			}
		});
	}

	AbstractMessageListenerContainer<?, ?> container() {
		return this.container;
	}

	ContainerConfiguration configuration() {
		return this.configuration;
	}

	AnnotatedTerms annotated() {
		return this.annotated;
	}

	/**
	 * Return where the {@code @KafkaListener} stands that has made the container.
	 * @return the place, {@code null} when there is none or it is not known
	 */
	@Nullable ListenerAnnotation annotation() {
		return this.annotation;
	}

	void assessed(ListenerAssessment assessment) {
		this.assessment = assessment;
	}

	ListenerAssessment assessment() {
		if (this.assessment == null) {
			throw new IllegalStateException("'" + this.configuration.listenerId() + "' is not assessed");
		}
		return this.assessment;
	}

	List<Finding> errors() {
		return assessment().judgement()
			.findings()
			.stream()
			.filter((finding) -> finding.severity() == Severity.ERROR)
			.toList();
	}

	/**
	 * Return what the guard is to write into the container.
	 * @return settings as strings by key, empty when there is nothing to write
	 */
	Map<String, String> derived() {
		Judgement judgement = assessment().judgement();
		Map<String, String> derived = new LinkedHashMap<>();
		if (judgement.verdict() == Verdict.DERIVED) {
			put(derived, LeaseKeys.MAX_POLL_RECORDS, judgement.settings().maxPollRecords());
			put(derived, LeaseKeys.MAX_POLL_INTERVAL, judgement.settings().maxPollInterval());
		}
		return derived;
	}

	private void put(Map<String, String> derived, String key, Setting setting) {
		if (setting.origin() == SettingOrigin.DERIVED) {
			derived.put(key, Integer.toString(setting.value()));
		}
	}

}
