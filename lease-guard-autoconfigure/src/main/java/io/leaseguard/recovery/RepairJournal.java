package io.leaseguard.recovery;

import java.time.Clock;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.leaseguard.watchdog.LeaseEvent;
import io.leaseguard.watchdog.LeaseEventPublisher;
import io.leaseguard.watchdog.LeaseStatus;
import io.leaseguard.watchdog.LiveConsumer;
import io.leaseguard.watchdog.PastRecovery;

/**
 * Tells what comes of repairs: in the log, as a count, as an event.
 *
 * @param events where to publish
 * @param clock the time of day
 */
record RepairJournal(LeaseEventPublisher events, Clock clock) {

	private static final Log logger = LogFactory.getLog(RepairJournal.class);

	void begins(Illness illness, LiveConsumer consumer, RecoveryAction action) {
		consumer.countAttempt();
		logger.info((action == RecoveryAction.REJOIN) ? "Asks " + consumer + " to rejoin its group"
				: "Restarts " + consumer + ", which is " + illness.status());
	}

	void healed(Illness illness, LiveConsumer consumer, Attempt attempt, long nowNanos) {
		logger.info("A " + attempt.action().id() + " has healed " + consumer);
		count(illness, consumer, attempt.action(), Outcome.HEALED, attempt, nowNanos);
		this.events.publish(new LeaseEvent.ConsumerRecovered(consumer.listenerId(), consumer.index(), illness.status(),
				attempt.action().id()));
	}

	void failed(Illness illness, LiveConsumer consumer, Attempt attempt, Outcome outcome, long nowNanos) {
		logger.warn("The " + attempt.action().id() + " of " + consumer + " has "
				+ (outcome.id().equals(Outcome.FAILED.id()) ? "not helped" : "been abandoned"));
		count(illness, consumer, attempt.action(), outcome, attempt, nowNanos);
	}

	void vetoed(Illness illness, LiveConsumer consumer, RecoveryAction action) {
		logger.info("The application forbids a " + action.id() + " of " + consumer);
		count(illness, consumer, action, Outcome.VETOED, null, 0);
	}

	void impossible(Illness illness, LiveConsumer consumer) {
		logger.warn("The heartbeat of " + consumer
				+ " can't be repaired: group.protocol=consumer has no rejoin. Restart its container or the "
				+ "application, or set lease-guard.recovery.mode to restart");
		count(illness, consumer, RecoveryAction.REJOIN, Outcome.IMPOSSIBLE, null, 0);
		givenUp(illness.status(), consumer, 0);
	}

	void exhausted(Illness illness, LiveConsumer consumer, RecoveryAction action, int attempts) {
		logger.error("Gave " + consumer + " up after " + attempts + " attempts, the last one a " + action.id()
				+ ". Restart the application");
		count(illness, consumer, action, Outcome.EXHAUSTED, null, 0);
		givenUp(illness.status(), consumer, attempts);
	}

	/**
	 * A consumer whose thread is stuck is given up without an attempt: none is safe.
	 * @param consumer the consumer whose thread is stuck
	 * @param detail what was seen
	 */
	void stuck(LiveConsumer consumer, String detail) {
		logger.error("Gave " + consumer + " up. " + detail);
		consumer.countRecovery(new PastRecovery(this.clock.instant(), consumer.index(), LeaseStatus.LEASE_EXPIRED,
				RecoveryAction.RESTART.id(), Outcome.EXHAUSTED.id(), 0));
		givenUp(LeaseStatus.LEASE_EXPIRED, consumer, 0);
	}

	private void givenUp(LeaseStatus status, LiveConsumer consumer, int attempts) {
		this.events
			.publish(new LeaseEvent.RecoveryExhausted(consumer.listenerId(), consumer.index(), status, attempts));
	}

	private void count(Illness illness, LiveConsumer consumer, RecoveryAction action, Outcome outcome,
			@Nullable Attempt attempt, long nowNanos) {
		consumer
			.countRecovery(new PastRecovery((attempt != null) ? attempt.time() : this.clock.instant(), consumer.index(),
					illness.status(), action.id(), outcome.id(), (attempt != null) ? attempt.durationMs(nowNanos) : 0));
	}

}
