package io.leaseguard.recovery;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * One attempt at a repair.
 *
 * @param action what is done
 * @param time when it began, for people to read
 * @param sinceNanos when it began
 * @param requestedNanos when a rejoin was last seen to wait for the next poll
 * @param restart what comes of the restart, {@code null} when it is none
 */
record Attempt(RecoveryAction action, Instant time, long sinceNanos, long requestedNanos,
		@Nullable CompletableFuture<RestartResult> restart) {

	private static final long START_NANOS = Duration.ofSeconds(30).toNanos();

	static Attempt rejoin(Instant time, long nowNanos) {
		return new Attempt(RecoveryAction.REJOIN, time, nowNanos, nowNanos, null);
	}

	static Attempt restart(Instant time, long nowNanos, CompletableFuture<RestartResult> restart) {
		return new Attempt(RecoveryAction.RESTART, time, nowNanos, nowNanos, restart);
	}

	/**
	 * Take note that the consumer has not polled yet: a poll that brings nothing, or a
	 * batch, may take longer than a session.
	 * @param nowNanos the time
	 * @return the attempt
	 */
	Attempt requested(long nowNanos) {
		return new Attempt(this.action, this.time, this.sinceNanos, nowNanos, this.restart);
	}

	/**
	 * Find out what has come of the attempt.
	 * @param illness what it is to cure
	 * @param visit the consumer as it is now, {@code null} when there is none
	 * @param nowNanos the time
	 * @return the outcome, {@code null} while it is not known
	 */
	@Nullable Outcome outcome(Illness illness, @Nullable Visit visit, long nowNanos) {
		return (this.restart != null) ? ofRestart(this.restart.getNow(null), illness, visit, nowNanos)
				: ofRejoin(illness, visit, nowNanos);
	}

	private @Nullable Outcome ofRejoin(Illness illness, @Nullable Visit visit, long nowNanos) {
		if (visit == null || visit.consumer() != illness.consumer()) {
			return Outcome.OVERTAKEN;
		}
		if (illness.isOver(visit)) {
			return Outcome.HEALED;
		}
		// A wait for the other members is no failure.
		boolean inVain = visit.sick() && nowNanos - this.requestedNanos > visit.sessionNanos();
		return (inVain || isLate(visit, nowNanos)) ? Outcome.FAILED : null;
	}

	private @Nullable Outcome ofRestart(@Nullable RestartResult result, Illness illness, @Nullable Visit visit,
			long nowNanos) {
		if (result == null) {
			return null;
		}
		return switch (result) {
			case NOT_STOPPED -> Outcome.ABANDONED;
			case OVERTAKEN -> Outcome.OVERTAKEN;
			case FAILED -> Outcome.FAILED;
			case STARTED -> ofStart(illness, visit, nowNanos);
		};
	}

	private @Nullable Outcome ofStart(Illness illness, @Nullable Visit visit, long nowNanos) {
		if (visit == null || visit.consumer() == illness.consumer()) {
			return (nowNanos - this.sinceNanos > START_NANOS) ? Outcome.FAILED : null;
		}
		if (illness.isOver(visit)) {
			return Outcome.HEALED;
		}
		if (illness.movedOn(visit)) {
			return Outcome.MOVED_ON;
		}
		return (visit.sick() || !illness.observed() && isLate(visit, nowNanos)) ? Outcome.FAILED : null;
	}

	// A rebalance may take as long as the lease of the slowest member.
	private boolean isLate(Visit visit, long nowNanos) {
		return nowNanos - this.sinceNanos > visit.leaseNanos() + visit.sessionNanos();
	}

	long durationMs(long nowNanos) {
		return TimeUnit.NANOSECONDS.toMillis(nowNanos - this.sinceNanos);
	}

}
