package io.leaseguard.watchdog;

import java.util.Set;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.kafka.listener.AbstractMessageListenerContainer;

import io.leaseguard.startup.ListenerAssessment;
import io.leaseguard.startup.ListenerAssessments;

/**
 * The containers that should have started with the application but did not. Looks once,
 * when the application has started all that it means to start: whoever stops a container
 * later, or registers one without starting it, does so on purpose.
 *
 * @since 0.1.0
 */
public final class MissedStarts implements ApplicationListener<ContextRefreshedEvent> {

	private final ListenerAssessments assessments;

	private final LiveConsumers consumers;

	private volatile @Nullable Set<String> missed;

	/**
	 * Create the registry.
	 * @param assessments the assessments
	 * @param consumers the consumers that run
	 */
	public MissedStarts(ListenerAssessments assessments, LiveConsumers consumers) {
		this.assessments = assessments;
		this.consumers = consumers;
	}

	@Override
	public void onApplicationEvent(ContextRefreshedEvent event) {
		if (this.missed == null) {
			this.missed = this.assessments.all()
				.stream()
				.map(ListenerAssessment::listenerId)
				.filter(this::missing)
				.collect(Collectors.toUnmodifiableSet());
		}
	}

	private boolean missing(String listenerId) {
		AbstractMessageListenerContainer<?, ?> container = this.assessments.container(listenerId);
		return container != null && container.isAutoStartup() && !container.isRunning()
				&& !this.consumers.everStarted(listenerId);
	}

	/**
	 * Return whether a listener has missed its start and not been started since.
	 * @param listenerId the listener id
	 * @return whether it has
	 */
	boolean contains(String listenerId) {
		Set<String> missed = this.missed;
		return missed != null && missed.contains(listenerId) && missing(listenerId);
	}

}
