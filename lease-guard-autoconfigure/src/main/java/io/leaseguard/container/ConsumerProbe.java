package io.leaseguard.container;

import org.jspecify.annotations.Nullable;
import org.springframework.kafka.listener.KafkaMessageListenerContainer;

/**
 * Finds the {@link LeaseConsumer} inside a container, which has no accessor for its
 * consumer. The container is asked for its metrics, and whichever consumer answers that
 * call is the one: exact also when another post-processor has wrapped ours, when events
 * arrive on a foreign thread, and when client ids collide.
 *
 * @since 0.1.0
 */
public final class ConsumerProbe {

	private static final ThreadLocal<@Nullable ConsumerProbe> CURRENT = new ThreadLocal<>();

	private @Nullable LeaseConsumer<?, ?> found;

	private ConsumerProbe() {
	}

	/**
	 * Find the consumer of a container.
	 * @param container the container, a child where it is concurrent
	 * @return the consumer, or {@code null} when its factory does not support
	 * post-processors or it has none yet
	 */
	public static @Nullable LeaseConsumer<?, ?> find(KafkaMessageListenerContainer<?, ?> container) {
		ConsumerProbe probe = new ConsumerProbe();
		CURRENT.set(probe);
		try {
			container.metrics();
			return probe.found;
		}
		finally {
			CURRENT.remove();
		}
	}

	static void answer(LeaseConsumer<?, ?> consumer) {
		ConsumerProbe probe = CURRENT.get();
		if (probe != null) {
			probe.found = consumer;
		}
	}

}
