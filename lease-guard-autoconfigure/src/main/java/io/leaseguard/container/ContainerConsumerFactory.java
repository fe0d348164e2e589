package io.leaseguard.container;

import org.jspecify.annotations.Nullable;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.listener.AbstractMessageListenerContainer;

/**
 * Finds the factory that a container really uses, for which the container has no
 * accessor. A typed factory bean need not be the one.
 */
final class ContainerConsumerFactory {

	private ContainerConsumerFactory() {
	}

	/**
	 * Find the factory of a container.
	 * @param container the container
	 * @return the factory, or {@code null} when it can't be read
	 */
	static @Nullable ConsumerFactory<?, ?> of(AbstractMessageListenerContainer<?, ?> container) {
		return Internals.read(container, AbstractMessageListenerContainer.class, "consumerFactory",
				ConsumerFactory.class);
	}

}
