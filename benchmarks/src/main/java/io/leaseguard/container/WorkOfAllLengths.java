package io.leaseguard.container;

import java.time.Duration;

import org.apache.kafka.clients.consumer.Consumer;

/**
 * Makes a consumer believe that its records take from a millisecond to ten seconds. A
 * benchmark can't wait for them.
 */
public final class WorkOfAllLengths {

	private static final long LONGEST_NANOS = Duration.ofSeconds(10).toNanos();

	private WorkOfAllLengths() {
	}

	/**
	 * Book such records, one of each magnitude.
	 * @param consumer the consumer
	 */
	public static void book(Consumer<?, ?> consumer) {
		if (consumer instanceof LeaseConsumer<?, ?> guarded) {
			for (long nanos = Duration.ofMillis(1).toNanos(); nanos <= LONGEST_NANOS; nanos *= 2) {
				guarded.progress().times().add(nanos, 1, 0);
			}
		}
	}

}
