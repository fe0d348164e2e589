package io.leaseguard.watchdog;

/**
 * Attends to a consumer once a tick, on the thread of the watchdog, after its status is
 * known. Must not block.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface ConsumerRecovery {

	/**
	 * Attend to a consumer.
	 * @param consumer the consumer with what the tick has found out about it
	 * @param nowNanos the time of the tick, as of {@link System#nanoTime()}
	 */
	void attend(LiveConsumer consumer, long nowNanos);

}
