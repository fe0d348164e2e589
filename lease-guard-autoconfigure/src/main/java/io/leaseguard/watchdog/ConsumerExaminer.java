package io.leaseguard.watchdog;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import io.leaseguard.container.PollFailure;
import io.leaseguard.container.ProgressReading;
import io.leaseguard.container.PulseReading;
import io.leaseguard.lease.Judgement;
import io.leaseguard.lease.LeaseTerms;
import io.leaseguard.lease.Millis;
import io.leaseguard.startup.ListenerAssessment;

/**
 * Finds the status of one consumer.
 */
final class ConsumerExaminer {

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
		PulseReading pulse = consumer.pulse()
			.read(nowNanos, consumer.watches().heartbeat().reachable() ? consumer.heartbeatNanos() : 0);
		ConsumerExamination examination = examine(consumer, consumer.consumer().progress().read(nowNanos), pulse,
				nowNanos, grace);
		consumer.consumer().progress().askLag(consumer.watches().stall().questions(nowNanos));
		return examination;
	}

	static ConsumerExamination examine(LiveConsumer consumer, ProgressReading progress, PulseReading pulse,
			long nowNanos, boolean grace) {
		StopReason stopped = consumer.stopReason();
		if (stopped != null) {
			return new ConsumerExamination(LeaseStatus.STOPPED, progress, pulse, false, null, null,
					stopped.explanation() + lastFailure(progress), List.of());
		}
		Judgement judgement = consumer.assessment().judgement();
		boolean expired = progress.leaseAgeNanos() > consumer.leaseNanos();
		boolean held = grace || expired;
		// Under the consumer protocol heartbeats go on while partitions are given up.
		boolean excused = held || !progress.groupMember()
				|| (progress.rebalancing() && judgement.settings().pulse().classic());
		PollFailure failure = progress.pollFailure();
		boolean deaf = !progress.polling() && consumer.watches().heartbeat().isDeaf(progress.groupMember(), nowNanos);
		HeartbeatReading heartbeat = consumer.watches()
			.heartbeat()
			.read(pulse, excused, (failure != null) ? failure.atNanos() : null, nowNanos);
		if (!held && !deaf) {
			consumer.clusterAnswers(heartbeat.reachable());
		}
		ProgressStall stall = consumer.watches().stall().examine(progress, pulse, heartbeat, held, nowNanos);
		boolean overdue = !grace && isOverdue(progress, consumer.assessment());
		BatchForecast forecast = consumer.watches()
			.forecaster()
			.forecast(progress, consumer.tally().usual(consumer.leaseNanos()),
					consumer.consumer().progress().isSplitting());
		boolean atRisk = !grace && forecast != null && forecast.atRisk();
		LeaseStatus status = status(progress, heartbeat, stall, expired && !grace, atRisk, overdue);
		boolean stuck = status == LeaseStatus.LEASE_EXPIRED || status == LeaseStatus.AT_RISK
				|| status == LeaseStatus.OVERDUE;
		return new ConsumerExamination(status, progress, pulse, overdue, forecast, stall,
				detail(consumer, status, progress, heartbeat, forecast, stall),
				stuck ? StuckStack.of(consumer.thread()) : List.of());
	}

	private static LeaseStatus status(ProgressReading progress, HeartbeatReading heartbeat,
			@Nullable ProgressStall stall, boolean expired, boolean atRisk, boolean overdue) {
		if (expired) {
			return LeaseStatus.LEASE_EXPIRED;
		}
		if (heartbeat.is(HeartbeatReading.State.LOST)) {
			return LeaseStatus.HEARTBEAT_LOST;
		}
		if (stall != null) {
			return LeaseStatus.PROGRESS_STALLED;
		}
		if (atRisk) {
			return LeaseStatus.AT_RISK;
		}
		if (overdue) {
			return LeaseStatus.OVERDUE;
		}
		if (!progress.polling() && progress.recordsRemaining() > 0) {
			return LeaseStatus.WORKING;
		}
		if (progress.rebalancing() || heartbeat.is(HeartbeatReading.State.WAITING)) {
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
		return progress.recordAgeNanos() > nanos(allowed);
	}

	private static @Nullable String detail(LiveConsumer consumer, LeaseStatus status, ProgressReading progress,
			HeartbeatReading heartbeat, @Nullable BatchForecast forecast, @Nullable ProgressStall stall) {
		PollFailure failure = progress.pollFailure();
		if (status == LeaseStatus.HEARTBEAT_LOST) {
			// How far its repair has come is known only after the recovery has attended.
			return (failure != null) ? lastException(failure) : null;
		}
		if (status == LeaseStatus.PROGRESS_STALLED && stall != null) {
			return stall.detail();
		}
		if (status == LeaseStatus.AT_RISK && forecast != null) {
			return expectation(consumer, progress, forecast);
		}
		if (status == LeaseStatus.LEASE_EXPIRED) {
			// Its thread reads no answers, so nothing is known of the brokers.
			return expiry(consumer, progress);
		}
		if (!heartbeat.reachable()) {
			return "The brokers do not answer";
		}
		if (failure != null && failure.sinceNanos() != null) {
			return "The last poll failed with " + failure.cause();
		}
		return null;
	}

	private static String expiry(LiveConsumer consumer, ProgressReading progress) {
		String text = "It has not polled for %s, its lease is %s".formatted(
				Millis.format(millis(progress.pollAgeNanos())),
				Millis.format(consumer.assessment().judgement().leaseMs()));
		return (progress.position() != null) ? text + "; " + progress.position() + " in flight for "
				+ Millis.format(millis(progress.recordAgeNanos())) : text;
	}

	private static String expectation(LiveConsumer consumer, ProgressReading progress, BatchForecast forecast) {
		Judgement judgement = consumer.assessment().judgement();
		int left = progress.recordsRemaining();
		String lease = Millis.format(judgement.leaseMs());
		// The last tenth of a lease is its margin.
		String outlook = (forecast.needNanos() > consumer.leaseNanos())
				? "the next poll may come as late as after %s, past the lease of %s"
					.formatted(Millis.format(millis(forecast.needNanos())), lease)
				: "when they are, less than a tenth of the lease of %s will be left".formatted(lease);
		String text = "%d of %d records are not done after %s; %s".formatted(left, progress.batchSize(),
				Millis.format(millis(progress.leaseAgeNanos())), outlook);
		if (consumer.consumer().progress().isSplitting()) {
			return text + ". Batch splitting does not help, because a single record may not fit";
		}
		return (progress.batchSize() > 1)
				? text + ". Such a batch would fit with max.poll.records=" + forecast.lawfulRecords() : text;
	}

	private static String lastFailure(ProgressReading progress) {
		PollFailure failure = progress.pollFailure();
		return (failure != null) ? ". " + lastException(failure) : "";
	}

	private static String lastException(PollFailure failure) {
		return "The last exception out of poll() was " + failure.cause();
	}

	private static long millis(long nanos) {
		return TimeUnit.NANOSECONDS.toMillis(nanos);
	}

	private static long nanos(long millis) {
		return TimeUnit.MILLISECONDS.toNanos(millis);
	}

}
