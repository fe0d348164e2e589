package io.leaseguard.watchdog;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.springframework.kafka.event.ConsumerStoppedEvent;

import io.leaseguard.container.ProgressReading;
import io.leaseguard.container.PulseReading;
import io.leaseguard.lease.LeaseTerms;
import io.leaseguard.lease.Millis;

/**
 * Finds the status of one consumer.
 */
final class ConsumerExaminer {

	private static final int STACK_DEPTH = 12;

	private ConsumerExaminer() {
	}

	/**
	 * Examine a consumer.
	 * @param consumer the consumer
	 * @param nowNanos the time
	 * @param grace whether the watchdog itself was held up: what looks late may only be
	 * unread, so nothing is judged to be worse than it was before
	 * @return the examination
	 */
	static ConsumerExamination examine(LiveConsumer consumer, long nowNanos, boolean grace) {
		ProgressReading progress = consumer.consumer().progress().read(nowNanos);
		PulseReading pulse = consumer.pulse().read();
		ConsumerStoppedEvent.Reason stopped = consumer.stopped();
		if (stopped != null) {
			return new ConsumerExamination(LeaseStatus.STOPPED, progress, pulse,
					"The consumer was stopped by a fault: " + stopped, List.of());
		}
		LeaseTerms terms = consumer.assessment().judgement().terms();
		boolean expired = progress.leaseAgeNanos() > millis(consumer.assessment().judgement().leaseMs());
		boolean excused = grace || expired || !progress.groupMember() || progress.rebalancing();
		long silence = consumer.heartbeatWatch().silence(pulse, excused, nowNanos);
		LeaseStatus status = status(consumer, progress, silence, expired && !grace,
				!grace && isOverdue(progress, terms, consumer.assessment().batchListener()));
		boolean stuck = status == LeaseStatus.LEASE_EXPIRED || status == LeaseStatus.OVERDUE;
		return new ConsumerExamination(status, progress, pulse, detail(consumer, status),
				stuck ? stack(consumer.consumer().progress().thread()) : List.of());
	}

	private static LeaseStatus status(LiveConsumer consumer, ProgressReading progress, long silence, boolean expired,
			boolean overdue) {
		if (expired) {
			return LeaseStatus.LEASE_EXPIRED;
		}
		if (silence >= millis(consumer.assessment().judgement().settings().pulse().sessionMs())) {
			return LeaseStatus.HEARTBEAT_LOST;
		}
		if (overdue) {
			return LeaseStatus.OVERDUE;
		}
		if (!progress.polling() && progress.recordsRemaining() > 0) {
			return LeaseStatus.WORKING;
		}
		if (progress.rebalancing()) {
			return LeaseStatus.REBALANCING;
		}
		if (progress.assigned().isEmpty()) {
			return LeaseStatus.STANDBY;
		}
		return progress.paused().containsAll(progress.assigned()) ? LeaseStatus.PAUSED : LeaseStatus.IDLE;
	}

	private static boolean isOverdue(ProgressReading progress, LeaseTerms terms, boolean batchListener) {
		if (progress.record() == null || !terms.declared()) {
			return false;
		}
		Duration batchTimeout = terms.batchTimeout();
		Duration recordTimeout = terms.recordTimeout();
		long allowed;
		if (batchTimeout != null) {
			allowed = Millis.ceil(batchTimeout);
		}
		else if (recordTimeout != null && !batchListener) {
			allowed = Millis.ceil(recordTimeout);
		}
		else {
			allowed = Millis.times(progress.batchSize(), terms.recordMs());
		}
		return progress.recordAgeNanos() > millis(allowed);
	}

	private static @Nullable String detail(LiveConsumer consumer, LeaseStatus status) {
		if (status == LeaseStatus.HEARTBEAT_LOST) {
			return consumer.repairDetail();
		}
		return consumer.heartbeatWatch().reachable() ? null : "The brokers do not answer";
	}

	private static List<String> stack(@Nullable Thread thread) {
		if (thread == null) {
			return List.of();
		}
		return Arrays.stream(thread.getStackTrace()).limit(STACK_DEPTH).map(StackTraceElement::toString).toList();
	}

	private static long millis(long millis) {
		return TimeUnit.MILLISECONDS.toNanos(millis);
	}

}
