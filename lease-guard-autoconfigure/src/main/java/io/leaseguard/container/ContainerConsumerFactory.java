package io.leaseguard.container;

import java.lang.reflect.Field;

import org.jspecify.annotations.Nullable;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.listener.AbstractMessageListenerContainer;
import org.springframework.util.ReflectionUtils;

/**
 * Finds the factory that a container really uses, for which the container has no
 * accessor. A typed factory bean need not be the one.
 */
final class ContainerConsumerFactory {

	private static final @Nullable Field FIELD = field();

	private ContainerConsumerFactory() {
	}

	private static @Nullable Field field() {
		Field field = ReflectionUtils.findField(AbstractMessageListenerContainer.class, "consumerFactory");
		if (field != null) {
			ReflectionUtils.makeAccessible(field);
		}
		return field;
	}

	/**
	 * Find the factory of a container.
	 * @param container the container
	 * @return the factory, or {@code null} when it can't be read
	 */
	static @Nullable ConsumerFactory<?, ?> of(AbstractMessageListenerContainer<?, ?> container) {
		return (FIELD != null) ? (ConsumerFactory<?, ?>) ReflectionUtils.getField(FIELD, container) : null;
	}

}
