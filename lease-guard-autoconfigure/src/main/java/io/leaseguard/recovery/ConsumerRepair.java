package io.leaseguard.recovery;

import java.util.List;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.leaseguard.watchdog.ConsumerExamination;
import io.leaseguard.watchdog.LeaseEvent;
import io.leaseguard.watchdog.LiveConsumer;
import io.leaseguard.watchdog.PastRecovery;
import io.leaseguard.watchdog.RepairState;

/**
 * The repair of the consumer at one place, over all its restarts: which step of the
 * ladder is next, whether it may be taken now, and what has come of it.
 */
final class ConsumerRepair {

	private static final Log logger = LogFactory.getLog(ConsumerRepair.class);

	private final RecoveryTools tools;

	private final RecoveryGovernor governor;

	private @Nullable Illness illness;

	private @Nullable Attempt attempt;

	ConsumerRepair(RecoveryTools tools) {
		this.tools = tools;
		this.governor = tools.governor();
	}

	/**
	 * Attend to the consumer at this place.
	 * @param consumer the consumer
	 * @param siblings all consumers of its listener, itself among them, by index
	 * @param nowNanos the time
	 */
	void attend(LiveConsumer consumer, List<LiveConsumer> siblings, long nowNanos) {
		ConsumerExamination examination = consumer.examination();
		if (examination == null) {
			return;
		}
		Visit visit = Visit.of(consumer, examination, siblings, nowNanos);
		Illness illness = this.illness;
		if (illness == null && visit.ailment() != Ailment.NONE) {
			illness = new Illness(visit);
			this.illness = illness;
			this.governor.sick(nowNanos);
			this.tools.governor(consumer.listenerId()).sick(nowNanos);
		}
		if (illness != null) {
			attend(illness, visit);
		}
	}

	private void attend(Illness illness, Visit visit) {
		if (this.attempt != null) {
			conclude(this.attempt, illness, visit, visit.nowNanos());
		}
		else if (illness.overtaken(visit)) {
			close();
		}
		else if (illness.isOver(visit)) {
			healed(illness, visit.consumer(), visit.nowNanos());
		}
		if (this.illness == null) {
			visit.consumer().repair(RepairState.NONE, "No repair is tried");
			return;
		}
		if (this.attempt == null && visit.ailment() != Ailment.NONE) {
			illness.goesOn(visit);
			consider(illness, visit);
		}
		illness.show(visit.consumer());
	}

	/**
	 * There is no consumer at this place at the moment.
	 * @param nowNanos the time
	 * @return whether there is nothing to remember of it either
	 */
	boolean absent(long nowNanos) {
		if (this.illness != null) {
			if (this.attempt != null) {
				conclude(this.attempt, this.illness, null, nowNanos);
			}
			else if (!this.illness.stopping()) {
				// The application has stopped it.
				close();
			}
		}
		return this.illness == null && this.governor.idle(nowNanos);
	}

	private void conclude(Attempt attempt, Illness illness, @Nullable Visit visit, long nowNanos) {
		Outcome outcome = attempt.outcome(illness, visit, nowNanos);
		if (outcome == null) {
			return;
		}
		this.attempt = null;
		LiveConsumer consumer = (visit != null) ? visit.consumer() : illness.consumer();
		if (attempt.action() == RecoveryAction.RESTART) {
			this.tools.restarts().release(consumer.listenerId());
		}
		if (outcome == Outcome.HEALED) {
			healed(illness, consumer, nowNanos);
			return;
		}
		logger.warn("The " + attempt.action().id() + " of " + consumer + " has "
				+ ((outcome == Outcome.FAILED) ? "not helped" : "been abandoned"));
		count(illness, consumer, attempt.action(), outcome, attempt, nowNanos);
		illness.failed(attempt, outcome == Outcome.ABANDONED, nowNanos);
		if (outcome == Outcome.OVERTAKEN) {
			close();
		}
	}

	private void healed(Illness illness, LiveConsumer consumer, long nowNanos) {
		Attempt last = illness.last();
		if (last != null) {
			logger.info("A " + last.action().id() + " has healed " + consumer);
			count(illness, consumer, last.action(), Outcome.HEALED, last, nowNanos);
			this.tools.events()
				.publish(new LeaseEvent.ConsumerRecovered(consumer.listenerId(), consumer.index(), illness.status(),
						last.action().id()));
		}
		close();
	}

	private void close() {
		this.illness = null;
		this.tools.liveness().correct(this);
	}

	private void consider(Illness illness, Visit visit) {
		RecoveryAction action = illness.next(this.tools.mode());
		RecoveryGovernor governor = visit.containerDown() ? this.tools.governor(visit.consumer().listenerId())
				: this.governor;
		long now = visit.nowNanos();
		long patience = this.tools.limits().coolDown().toNanos() + visit.sessionNanos();
		if (action == null) {
			impossible(illness, visit);
		}
		else if (visit.follows()) {
			illness.held("Its container is down with another consumer", patience, now);
		}
		else if (illness.beyondHelp(visit) || !illness.stopping() && governor.exhausted(now)) {
			exhausted(illness, visit, action, governor.attempts());
		}
		else if (!illness.stopping()) {
			String obstacle = governor.ready(action, now) ? this.tools.obstacles().find(action, illness, visit)
					: "It waits a moment";
			if (obstacle != null) {
				illness.held(obstacle, patience, now);
			}
			else if (this.tools.vetoes().forbid(visit.consumer(), action)) {
				vetoed(illness, visit, action, governor);
			}
			else if (action == RecoveryAction.REJOIN || this.tools.restarts().occupy(visit.consumer().listenerId())) {
				attempt(illness, visit, action, governor);
			}
		}
	}

	private void attempt(Illness illness, Visit visit, RecoveryAction action, RecoveryGovernor governor) {
		LiveConsumer consumer = visit.consumer();
		governor.attempted(visit.nowNanos());
		consumer.countAttempt();
		if (action == RecoveryAction.REJOIN) {
			consumer.requestRejoin("Lease Guard: no heartbeat within the session timeout");
			logger.info("Asked " + consumer + " to rejoin its group");
			this.attempt = new Attempt(action, this.tools.clock().instant(), visit.nowNanos(), null);
		}
		else {
			logger.info("Restarts " + consumer + ", which is " + illness.status());
			this.tools.cluster().restarted(consumer, visit.nowNanos());
			this.attempt = new Attempt(action, this.tools.clock().instant(), visit.nowNanos(),
					this.tools.restarts().restart(consumer));
		}
		illness.attempted(this.attempt);
	}

	private void vetoed(Illness illness, Visit visit, RecoveryAction action, RecoveryGovernor governor) {
		governor.coolDown(visit.nowNanos());
		if (illness.state(RepairState.VETOED, "The application forbids a " + action.id())) {
			logger.info("The application forbids a " + action.id() + " of " + visit.consumer());
			count(illness, visit.consumer(), action, Outcome.VETOED, null, visit.nowNanos());
		}
	}

	private void impossible(Illness illness, Visit visit) {
		if (illness.ailment() == Ailment.HEARTBEAT && illness.state(RepairState.IMPOSSIBLE,
				"The consumer protocol has no rejoin; restart the application, or set lease-guard.recovery.mode to "
						+ "restart")) {
			logger.warn("The heartbeat of " + visit.consumer()
					+ " can't be repaired: group.protocol=consumer has no rejoin. Restart its container or the "
					+ "application, or set lease-guard.recovery.mode to restart");
			count(illness, visit.consumer(), RecoveryAction.REJOIN, Outcome.IMPOSSIBLE, null, visit.nowNanos());
			tell(illness, visit.consumer(), 0);
		}
	}

	private void exhausted(Illness illness, Visit visit, RecoveryAction next, int attempts) {
		if (illness.state(RepairState.EXHAUSTED, "The repair did not help; restart the application")) {
			RecoveryAction action = (illness.last() != null) ? illness.last().action() : next;
			logger.error("Gave " + visit.consumer() + " up after " + attempts + " attempts, the last one a "
					+ action.id() + ". Restart the application");
			count(illness, visit.consumer(), action, Outcome.EXHAUSTED, null, visit.nowNanos());
			tell(illness, visit.consumer(), attempts);
		}
	}

	private void tell(Illness illness, LiveConsumer consumer, int attempts) {
		this.tools.events()
			.publish(new LeaseEvent.RecoveryExhausted(consumer.listenerId(), consumer.index(), illness.status(),
					attempts));
		this.tools.liveness().broken(this);
	}

	private void count(Illness illness, LiveConsumer consumer, RecoveryAction action, Outcome outcome,
			@Nullable Attempt attempt, long nowNanos) {
		consumer.countRecovery(new PastRecovery((attempt != null) ? attempt.time() : this.tools.clock().instant(),
				consumer.index(), illness.status(), action.id(), outcome.id(),
				(attempt != null) ? attempt.durationMs(nowNanos) : 0));
	}

}
