package io.leaseguard.startup;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.ApplicationContext;
import org.springframework.kafka.config.KafkaListenerContainerFactory;
import org.springframework.kafka.config.KafkaListenerEndpoint;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.listener.MessageListenerContainer;

import io.leaseguard.container.ListenerMethod;

/**
 * A registry that makes each container known to the {@link LeaseAdmission} when it is
 * created: the one place that sees containers which are registered at run time, in their
 * final form (that is, after retry topics have decorated them) and before they start.
 */
class GuardedKafkaListenerEndpointRegistry extends KafkaListenerEndpointRegistry {

	private @Nullable ObjectProvider<LeaseAdmission> admission;

	@Override
	public void setApplicationContext(ApplicationContext applicationContext) {
		super.setApplicationContext(applicationContext);
		this.admission = applicationContext.getBeanProvider(LeaseAdmission.class);
	}

	@Override
	protected MessageListenerContainer createListenerContainer(KafkaListenerEndpoint endpoint,
			KafkaListenerContainerFactory<?> factory) {
		MessageListenerContainer container = super.createListenerContainer(endpoint, factory);
		if (this.admission != null) {
			this.admission.ifAvailable((admission) -> admission.register(container, ListenerMethod.of(endpoint)));
		}
		return container;
	}

}
