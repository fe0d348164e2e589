package io.leaseguard.watchdog;

import java.util.List;

/**
 * Attends to the consumers once a tick, on the thread of the watchdog, after the status
 * of each is known: whether one may be repaired can depend on the others. Must not block.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface ConsumerRecovery {

	/**
	 * Attend to the consumers.
	 * @param consumers all live consumers with what the tick has found out about them,
	 * sorted by listener id, then by index
	 * @param nowNanos the time of the tick, as of {@link System#nanoTime()}
	 */
	void attend(List<LiveConsumer> consumers, long nowNanos);

	/**
	 * Return whether this recovery repairs anything and tells what it tries, as opposed
	 * to one that is switched off.
	 * @return whether it may ever try a repair; true unless said otherwise
	 */
	default boolean active() {
		return true;
	}

}
