package io.leaseguard.watchdog;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Something that the watchdog has seen happen to one consumer. Published as a Spring
 * application event on a thread of the guard's own, never on the consumer thread.
 *
 * @since 0.1.0
 */
public sealed interface LeaseEvent {

	/**
	 * Return the id of the listener.
	 * @return the listener id
	 */
	String listenerId();

	/**
	 * Return the index of the child in its container.
	 * @return the index, from zero
	 */
	int consumerIndex();

	/**
	 * A record has outlived its timeout.
	 *
	 * @param listenerId the listener id
	 * @param consumerIndex the index of the child in its container
	 * @param position the record as {@code topic-partition@offset}
	 * @param recordAgeMs the time that it has taken so far, milliseconds
	 * @param stack the top of the thread's stack
	 */
	record RecordOverdue(String listenerId, int consumerIndex, @Nullable String position, long recordAgeMs,
			List<String> stack) implements LeaseEvent {
	}

	/**
	 * The records that a consumer has in hand are predicted not to be done before its
	 * lease expires. Told once for a batch.
	 *
	 * @param listenerId the listener id
	 * @param consumerIndex the index of the child in its container
	 * @param position the record in flight as {@code topic-partition@offset},
	 * {@code null} when there is none
	 * @param recordsRemaining records of the last poll not yet done
	 * @param pollAgeMs the time since the last poll, milliseconds
	 * @param predictedMs the time between two polls that is expected, milliseconds
	 * @param leaseMs the lease, milliseconds
	 * @param lawfulRecords the {@code max.poll.records} with which such a batch would fit
	 */
	record LeaseAtRisk(String listenerId, int consumerIndex, @Nullable String position, int recordsRemaining,
			long pollAgeMs, long predictedMs, long leaseMs, int lawfulRecords) implements LeaseEvent {
	}

	/**
	 * A consumer has not polled for longer than its lease.
	 *
	 * @param listenerId the listener id
	 * @param consumerIndex the index of the child in its container
	 * @param position the record in flight as {@code topic-partition@offset},
	 * {@code null} when there is none
	 * @param pollAgeMs the time since the last poll, milliseconds
	 * @param leaseMs the lease, milliseconds
	 * @param stack the top of the thread's stack
	 */
	record LeaseExpired(String listenerId, int consumerIndex, @Nullable String position, long pollAgeMs, long leaseMs,
			List<String> stack) implements LeaseEvent {
	}

	/**
	 * A consumer polls but makes no progress.
	 *
	 * @param listenerId the listener id
	 * @param consumerIndex the index of the child in its container
	 * @param partition the partition to blame, as {@code topic-partition}: one whose
	 * record fails, else the one that has stood still longest; {@code null} when no
	 * single one is to blame, as when the group does not come to an end with its
	 * rebalance
	 * @param stalledMs for how long, milliseconds
	 * @param detail what is known about it
	 */
	record ProgressStalled(String listenerId, int consumerIndex, @Nullable String partition, long stalledMs,
			String detail) implements LeaseEvent {
	}

	/**
	 * A consumer polls but sends no heartbeats.
	 *
	 * @param listenerId the listener id
	 * @param consumerIndex the index of the child in its container
	 * @param heartbeatAgeMs the time since the last heartbeat, milliseconds; {@code null}
	 * when there was none
	 * @param sessionTimeoutMs the session timeout, milliseconds
	 */
	record HeartbeatLost(String listenerId, int consumerIndex, @Nullable Long heartbeatAgeMs,
			long sessionTimeoutMs) implements LeaseEvent {
	}

	/**
	 * A consumer is well again.
	 *
	 * @param listenerId the listener id
	 * @param consumerIndex the index of the child in its container
	 * @param from the status that it had
	 * @param action the repair that helped, for example {@code rejoin}; {@code null} when
	 * it recovered by itself
	 */
	record ConsumerRecovered(String listenerId, int consumerIndex, LeaseStatus from,
			@Nullable String action) implements LeaseEvent {
	}

	/**
	 * Nothing safe is left to try for a consumer. With the status {@code LEASE_EXPIRED}
	 * its thread is stuck: for a whole further lease it has neither polled nor finished a
	 * record.
	 *
	 * @param listenerId the listener id
	 * @param consumerIndex the index of the child in its container
	 * @param status the status that could not be repaired
	 * @param attempts the repairs tried within the window
	 */
	record RecoveryExhausted(String listenerId, int consumerIndex, LeaseStatus status,
			int attempts) implements LeaseEvent {
	}

	/**
	 * The heartbeats of many consumers of one cluster are late together: the brokers are
	 * the patient, so no consumer is restarted for it at once. Told once each time it
	 * comes about.
	 *
	 * @param listenerId the listener of the first consumer whose heartbeat was lost
	 * @param consumerIndex the index of that consumer in its container
	 * @param late consumers of this cluster whose heartbeats are late
	 * @param members consumers of this cluster that should send heartbeats
	 * @param listenerIds the listeners of the late consumers, sorted
	 */
	record ClusterUnwell(String listenerId, int consumerIndex, int late, int members,
			List<String> listenerIds) implements LeaseEvent {
	}

}
