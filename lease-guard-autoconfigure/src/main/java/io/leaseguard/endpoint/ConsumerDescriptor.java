package io.leaseguard.endpoint;

import java.util.List;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

import io.leaseguard.watchdog.ConsumerSnapshot;
import io.leaseguard.watchdog.LeaseStatus;
import io.leaseguard.watchdog.RepairState;
import io.leaseguard.watchdog.StopReason;

/**
 * Description of one live consumer for the {@link LeasesEndpoint}.
 *
 * @param index the index of the child in its container, from zero
 * @param clientId the client id, {@code null} when the client does not tell
 * @param status the status
 * @param leaseUsed the part of the lease that is used up: 0 just after a poll, 1 and
 * beyond when it has expired; rounded to four decimals
 * @param predictedLeaseUsed the part of it that is expected to be used up when the
 * records in hand are done, rounded likewise; {@code null} when there are none
 * @param pollAgeMs time since the thread last entered or left {@code poll()},
 * milliseconds
 * @param heartbeatAgeMs time since the last heartbeat was sent, milliseconds;
 * {@code null} before the first
 * @param recordAgeMs time that the record in flight has taken so far, milliseconds;
 * {@code null} when there is none
 * @param recordsRemaining records of the last poll not yet done
 * @param position the record in flight as {@code topic-partition@offset}, {@code null}
 * when there is none
 * @param assigned the assigned partitions, sorted
 * @param stalled the assigned partitions that have stood still for too long although
 * there is work, {@code null} when there are none
 * @param recoveries repairs tried so far
 * @param repair how far the present repair has come, {@code null} when there is nothing
 * to repair
 * @param stopReason why it does not run although nobody has stopped it on purpose,
 * {@code null} while it runs
 * @param detail a fact worth knowing about the status, {@code null} when there is none
 * @param stack the top of the thread's stack while it is stuck, else {@code null}
 * @since 0.1.0
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ConsumerDescriptor(int index, @Nullable String clientId, LeaseStatus status, double leaseUsed,
		@Nullable Double predictedLeaseUsed, long pollAgeMs, @Nullable Long heartbeatAgeMs, @Nullable Long recordAgeMs,
		int recordsRemaining, @Nullable String position, List<String> assigned, @Nullable List<String> stalled,
		long recoveries, @Nullable RepairState repair, @Nullable StopReason stopReason, @Nullable String detail,
		@Nullable List<String> stack) {

	private static final double DECIMALS = 10_000;

	static ConsumerDescriptor of(ConsumerSnapshot consumer) {
		Double predicted = consumer.predictedLeaseUsed();
		return new ConsumerDescriptor(consumer.index(), consumer.clientId(), consumer.status(),
				rounded(consumer.leaseUsed()), (predicted != null) ? rounded(predicted) : null, consumer.pollAgeMs(),
				consumer.heartbeatAgeMs(), consumer.recordAgeMs(), consumer.recordsRemaining(), consumer.position(),
				consumer.assigned(), unlessEmpty(consumer.stalled()), consumer.recoveries(),
				(consumer.repair() != RepairState.NONE) ? consumer.repair() : null, consumer.stopReason(),
				consumer.detail(), unlessEmpty(consumer.stack()));
	}

	private static double rounded(double part) {
		return Math.round(part * DECIMALS) / DECIMALS;
	}

	private static @Nullable List<String> unlessEmpty(List<String> list) {
		return list.isEmpty() ? null : list;
	}

}
