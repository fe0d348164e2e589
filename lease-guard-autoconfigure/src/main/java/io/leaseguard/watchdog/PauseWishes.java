package io.leaseguard.watchdog;

import org.springframework.kafka.listener.AbstractMessageListenerContainer;

import io.leaseguard.container.PartitionReading;

/**
 * Whether somebody has asked for a pause. Reads the request flags of the containers
 * alone, which are free of locks; whether a consumer is paused says nothing of whose wish
 * it was.
 */
@FunctionalInterface
interface PauseWishes {

	/**
	 * Return whether a pause of a partition is asked for.
	 * @param reading the partition
	 * @param nowNanos the time
	 * @return whether it is
	 */
	boolean asksFor(PartitionReading reading, long nowNanos);

	/**
	 * Return the wishes that are told to a child container and its parent.
	 * @param child the container of the consumer
	 * @param parent its parent, or itself when it has none
	 * @return the wishes
	 */
	static PauseWishes of(AbstractMessageListenerContainer<?, ?> child, AbstractMessageListenerContainer<?, ?> parent) {
		return (reading, nowNanos) -> {
			if (reading.pausedByApplication() || child.isPauseRequested() || parent.isPauseRequested()) {
				return true;
			}
			// The back-off of a retry topic is a pause of one partition up to a known
			// time. The parent would wait for its lifecycle lock.
			boolean asked = child.isPartitionPauseRequested(reading.partition());
			return asked && (reading.dueNanos() == null || reading.dueNanos() - nowNanos > 0);
		};
	}

}
