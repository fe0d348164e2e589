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
import io.leaseguard.startup.ListenerAssessment;

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
		HeartbeatWatch watch = consumer.heartbeatWatch();
		PulseReading pulse = consumer.pulse().read(nowNanos, watch.reachable() ? consumer.heartbeatNanos() : 0);
		ConsumerStoppedEvent.Reason stopped = consumer.stopped();
		if (stopped != null) {
			return new ConsumerExamination(LeaseStatus.STOPPED, progress, pulse,
					"The consumer was stopped by a fault: " + stopped, List.of());
		}
		boolean expired = progress.leaseAgeNanos() > consumer.leaseNanos();
		boolean excused = grace || expired || !progress.groupMember() || progress.rebalancing();
		long silence = watch.silence(pulse, excused, nowNanos);
		LeaseStatus status = status(consumer, progress, silence, expired && !grace,
				!grace && isOverdue(progress, consumer.assessment()));
		boolean stuck = status == LeaseStatus.LEASE_EXPIRED || status == LeaseStatus.OVERDUE;
		return new ConsumerExamination(status, progress, pulse, detail(consumer, status),
				stuck ? stack(consumer.consumer().progress().thread()) : List.of());
	}

	private static LeaseStatus status(LiveConsumer consumer, ProgressReading progress, long silence, boolean expired,
			boolean overdue) {
		if (expired) {
			return LeaseStatus.LEASE_EXPIRED;
		}
		if (silence >= consumer.sessionNanos()) {
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
		boolean paused = !progress.paused().isEmpty() && progress.paused().containsAll(progress.assigned());
		return paused ? LeaseStatus.PAUSED : LeaseStatus.IDLE;
	}

	private static boolean isOverdue(ProgressReading progress, ListenerAssessment assessment) {
		if (progress.record() == null) {
			return false;
		}
		LeaseTerms terms = assessment.judgement().terms();
		if (!terms.declared()) {
			return false;
		}
		Duration batchTimeout = terms.batchTimeout();
		Duration recordTimeout = terms.recordTimeout();
		long allowed;
		if (batchTimeout != null) {
			allowed = Millis.ceil(batchTimeout);
		}
		else if (recordTimeout != null && !assessment.batchListener()) {
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
