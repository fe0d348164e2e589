package io.leaseguard.container;

import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * How far one assigned partition had come when its consumer was about to poll.
 *
 * @param partition the partition
 * @param assignedNanos when it was first seen since it was assigned, as of
 * {@link System#nanoTime()}
 * @param position the offset to be delivered next; {@link #UNKNOWN} before the first
 * record or seek
 * @param committed the offset that this consumer committed last; {@link #UNKNOWN} when it
 * has committed none, or lets the client commit
 * @param lag records that wait behind the position; {@link #UNKNOWN} when the client was
 * asked but does not know, {@link #NOT_ASKED} when it was not asked since the position
 * moved
 * @param lagNanos when the client was asked, as of {@link System#nanoTime()}
 * @param paused whether the consumer has paused it
 * @param pausedByApplication whether it was the application that paused it, on the
 * consumer itself
 * @param retry the delivery that fails again and again, {@code null} when there is none
 * @param dueNanos when the back-off of a retry topic is over, as of
 * {@link System#nanoTime()}; {@code null} when there is none
 * @since 0.1.0
 */
public record PartitionReading(TopicPartition partition, long assignedNanos, long position, long committed, long lag,
		long lagNanos, boolean paused, boolean pausedByApplication, @Nullable RetriedDelivery retry,
		@Nullable Long dueNanos) {

	/**
	 * Stands for an offset or a lag that is not known.
	 */
	public static final long UNKNOWN = -1;

	/**
	 * Stands for a lag that was not asked for.
	 */
	public static final long NOT_ASKED = -2;

	/**
	 * A record that is delivered again and again because it fails.
	 *
	 * @param offset the offset of the record
	 * @param failures how often it has failed in a row
	 * @param cause the simple class name of the last exception
	 */
	public record RetriedDelivery(long offset, long failures, String cause) {
	}

}
