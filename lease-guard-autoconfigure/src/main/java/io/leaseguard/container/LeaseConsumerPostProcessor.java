package io.leaseguard.container;

import org.apache.kafka.clients.consumer.Consumer;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.core.ConsumerPostProcessor;

/**
 * Wraps every consumer of a factory in a {@link LeaseConsumer}. Added to factories in
 * place: a factory is never proxied or replaced, because applications inject its class.
 *
 * @param <K> the key type
 * @param <V> the value type
 * @since 0.1.0
 */
public final class LeaseConsumerPostProcessor<K, V> implements ConsumerPostProcessor<K, V> {

	private LeaseConsumerPostProcessor() {
	}

	@Override
	public Consumer<K, V> apply(Consumer<K, V> consumer) {
		return (consumer instanceof LeaseConsumer) ? consumer : new LeaseConsumer<>(consumer);
	}

	/**
	 * Add the post-processor to a factory, once.
	 * @param factory the factory
	 * @param <K> the key type
	 * @param <V> the value type
	 * @return whether the factory has it now; {@code false} for a factory of the
	 * application that does not support post-processors, whose consumers can't be watched
	 */
	public static <K, V> boolean addTo(ConsumerFactory<K, V> factory) {
		try {
			if (!isOn(factory)) {
				factory.addPostProcessor(new LeaseConsumerPostProcessor<>());
			}
			return isOn(factory);
		}
		catch (RuntimeException ex) {
			// A usual way of saying no, and no reason for the application not to start.
			return false;
		}
	}

	private static boolean isOn(ConsumerFactory<?, ?> factory) {
		return factory.getPostProcessors().stream().anyMatch(LeaseConsumerPostProcessor.class::isInstance);
	}

}
