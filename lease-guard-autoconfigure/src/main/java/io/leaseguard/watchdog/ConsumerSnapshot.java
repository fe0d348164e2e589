package io.leaseguard.watchdog;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * One live consumer at one tick. Every duration in milliseconds.
 *
 * @param index the index of the child in its container, from zero
 * @param clientId the client id, {@code null} when the client does not tell
 * @param status the status
 * @param down whether this is for a person or a restart to cure
 * @param leaseUsed the part of the lease that is used up: 0 just after a poll, 1 and
 * beyond when it has expired
 * @param predictedLeaseUsed the part of it that is expected to be used up when the
 * records in hand are done, {@code null} when there are none
 * @param pollAgeMs time since the thread last entered or left {@code poll()}
 * @param heartbeatAgeMs time since the last heartbeat was sent, {@code null} before the
 * first
 * @param recordAgeMs time that the record in flight has taken so far, {@code null} when
 * there is none
 * @param recordsRemaining records of the last poll not yet done
 * @param position the record in flight as {@code topic-partition@offset}, the first one
 * of a batch; {@code null} when there is none
 * @param assigned the assigned partitions, sorted
 * @param stalled the assigned partitions that have stood still for too long although
 * there is work, the first one to blame
 * @param recoveries repairs tried on this consumer so far
 * @param repair how far the present repair has come
 * @param stopReason why it does not run although nobody has stopped it on purpose,
 * {@code null} while it runs
 * @param detail a fact worth knowing about the status, {@code null} when there is none
 * @param stack the top of the thread's stack while it is stuck, else empty
 * @since 0.1.0
 */
public record ConsumerSnapshot(int index, @Nullable String clientId, LeaseStatus status, boolean down, double leaseUsed,
		@Nullable Double predictedLeaseUsed, long pollAgeMs, @Nullable Long heartbeatAgeMs, @Nullable Long recordAgeMs,
		int recordsRemaining, @Nullable String position, List<String> assigned, List<String> stalled, long recoveries,
		RepairState repair, @Nullable StopReason stopReason, @Nullable String detail, List<String> stack) {

	public ConsumerSnapshot {
		assigned = List.copyOf(assigned);
		stalled = List.copyOf(stalled);
		stack = List.copyOf(stack);
	}

}
