package io.leaseguard.deadline;

import java.util.ArrayList;
import java.util.List;

import org.springframework.kafka.annotation.KafkaListenerConfigurer;
import org.springframework.kafka.config.KafkaListenerEndpointRegistrar;
import org.springframework.messaging.handler.invocation.HandlerMethodArgumentResolver;

/**
 * Adds the {@link LeaseDeadlineArgumentResolver} to those that the application has set.
 * Registrars have a setter alone, which replaces all, so the ones there are read first.
 *
 * @since 0.1.0
 */
public final class LeaseDeadlineConfigurer implements KafkaListenerConfigurer {

	@Override
	public void configureKafkaListeners(KafkaListenerEndpointRegistrar registrar) {
		List<HandlerMethodArgumentResolver> resolvers = new ArrayList<>(registrar.getCustomMethodArgumentResolvers());
		resolvers.add(new LeaseDeadlineArgumentResolver());
		registrar.setCustomMethodArgumentResolvers(resolvers.toArray(HandlerMethodArgumentResolver[]::new));
	}

}
