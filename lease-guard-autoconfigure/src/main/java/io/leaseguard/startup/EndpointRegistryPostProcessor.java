package io.leaseguard.startup;

import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.kafka.config.KafkaListenerConfigUtils;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;

/**
 * Lets the endpoint registry of spring-kafka tell the guard of containers that are
 * registered at run time. A registry of the application's own is left alone.
 *
 * @since 0.1.0
 */
public final class EndpointRegistryPostProcessor implements BeanFactoryPostProcessor {

	private static final String REGISTRY = KafkaListenerConfigUtils.KAFKA_LISTENER_ENDPOINT_REGISTRY_BEAN_NAME;

	@Override
	public void postProcessBeanFactory(ConfigurableListableBeanFactory beanFactory) {
		if (beanFactory.containsBeanDefinition(REGISTRY)) {
			BeanDefinition definition = beanFactory.getBeanDefinition(REGISTRY);
			if (KafkaListenerEndpointRegistry.class.getName().equals(definition.getBeanClassName())) {
				definition.setBeanClassName(GuardedKafkaListenerEndpointRegistry.class.getName());
			}
		}
	}

}
