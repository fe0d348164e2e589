package io.leaseguard.container;

import java.util.Set;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * What the watchdog reads of a {@link ConsumerProgress} at one moment. Ages in
 * nanoseconds.
 *
 * @param polls entries into and returns from {@code poll()} so far
 * @param polling whether the thread is inside {@code poll()}
 * @param pollAgeNanos time since the thread last entered or left {@code poll()}
 * @param leaseAgeNanos time since the lease was last renewed; zero while a poll is within
 * the time that it was given
 * @param emptyPollAgeNanos time since a poll last came back with nothing, so that no
 * partition had to wait behind another
 * @param batchSize records handed out by the last poll
 * @param recordsRemaining records of it not yet done
 * @param recordAgeNanos time the record in flight has taken so far; -1 when there is none
 * @param record the record in flight; the first one of a batch for a batch listener
 * @param assigned the assigned partitions
 * @param paused the paused ones among them
 * @param groupMember whether the consumer subscribes, as opposed to assigns by hand
 * @param rebalancing whether partitions were taken and no new assignment has come yet
 * @param partitions how far the assigned partitions had come, at most a few seconds old
 * while the consumer polls
 * @param pollFailure the last exception out of {@code poll()}, {@code null} when there
 * was none
 * @param failing whether the listener has thrown, and its record is waited with, retried
 * or given up
 * @since 0.1.0
 */
public record ProgressReading(long polls, boolean polling, long pollAgeNanos, long leaseAgeNanos,
		long emptyPollAgeNanos, int batchSize, int recordsRemaining, long recordAgeNanos,
		@Nullable ConsumerRecord<?, ?> record, Set<TopicPartition> assigned, Set<TopicPartition> paused,
		boolean groupMember, boolean rebalancing, PartitionSample partitions, @Nullable PollFailure pollFailure,
		boolean failing) {

	/**
	 * Return where the record in flight comes from.
	 * @return {@code topic-partition@offset}, or {@code null} when there is none
	 */
	public @Nullable String position() {
		ConsumerRecord<?, ?> record = this.record;
		return (record != null) ? record.topic() + "-" + record.partition() + "@" + record.offset() : null;
	}

}
