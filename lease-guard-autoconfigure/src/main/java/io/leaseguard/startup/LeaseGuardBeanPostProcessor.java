package io.leaseguard.startup;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.kafka.config.AbstractKafkaListenerContainerFactory;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.listener.MessageListenerContainer;

import io.leaseguard.container.ContainerFactoryTap;
import io.leaseguard.container.LeaseConsumerPostProcessor;

/**
 * Reaches the Kafka beans of the application: consumer factories are tapped in place,
 * containers made known to the {@link LeaseAdmission}.
 *
 * @since 0.1.0
 */
public final class LeaseGuardBeanPostProcessor implements BeanPostProcessor {

	private final ObjectProvider<LeaseAdmission> admission;

	/**
	 * Create a post-processor.
	 * @param admission the admission, taken only when there is a container
	 */
	public LeaseGuardBeanPostProcessor(ObjectProvider<LeaseAdmission> admission) {
		this.admission = admission;
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		if (bean instanceof ConsumerFactory<?, ?> factory) {
			LeaseConsumerPostProcessor.addTo(factory);
		}
		if (bean instanceof AbstractKafkaListenerContainerFactory<?, ?, ?> factory) {
			ContainerFactoryTap.install(factory,
					(container) -> this.admission.ifAvailable((admission) -> admission.created(container)));
		}
		if (bean instanceof MessageListenerContainer container) {
			this.admission.getObject().register(container);
		}
		return bean;
	}

}
