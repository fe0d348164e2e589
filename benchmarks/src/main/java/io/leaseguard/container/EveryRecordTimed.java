package io.leaseguard.container;

import org.apache.kafka.clients.consumer.Consumer;

/**
 * Makes consumers that read the clock for every record, as slow records make them do. A
 * benchmark can't wait for slow records.
 */
public final class EveryRecordTimed {

	private EveryRecordTimed() {
	}

	/**
	 * Wrap a consumer.
	 * @param delegate the consumer
	 * @param <K> the key type
	 * @param <V> the value type
	 * @return a consumer whose stride is always 1
	 */
	public static <K, V> Consumer<K, V> wrap(Consumer<K, V> delegate) {
		return new LeaseConsumer<>(delegate, new ConsumerProgress(1));
	}

}
