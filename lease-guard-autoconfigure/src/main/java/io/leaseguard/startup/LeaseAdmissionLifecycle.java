package io.leaseguard.startup;

import java.util.ArrayList;
import java.util.List;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.listener.MessageListenerContainer;

/**
 * Opens the admission before any container starts: in the earliest phase, because the
 * phase of a container may be anything.
 *
 * @since 0.1.0
 */
public final class LeaseAdmissionLifecycle implements SmartLifecycle {

	private final LeaseAdmission admission;

	private final ListableBeanFactory beanFactory;

	private volatile boolean running;

	/**
	 * Create a lifecycle.
	 * @param admission the admission to open
	 * @param beanFactory where to find the registries and containers
	 */
	public LeaseAdmissionLifecycle(LeaseAdmission admission, ListableBeanFactory beanFactory) {
		this.admission = admission;
		this.beanFactory = beanFactory;
	}

	@Override
	public void start() {
		List<MessageListenerContainer> containers = new ArrayList<>();
		this.beanFactory.getBeansOfType(KafkaListenerEndpointRegistry.class, false, false)
			.values()
			.forEach((registry) -> containers.addAll(registry.getListenerContainers()));
		// Prototypes belong to whoever asks for them: never made by us.
		containers.addAll(this.beanFactory.getBeansOfType(MessageListenerContainer.class, false, false).values());
		this.admission.open(containers);
		this.running = true;
	}

	@Override
	public void stop() {
		this.admission.close();
		this.running = false;
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	@Override
	public int getPhase() {
		return Integer.MIN_VALUE;
	}

}
