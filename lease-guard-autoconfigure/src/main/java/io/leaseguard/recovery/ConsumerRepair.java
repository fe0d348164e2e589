package io.leaseguard.recovery;

import java.util.List;

import org.jspecify.annotations.Nullable;

import io.leaseguard.watchdog.ConsumerExamination;
import io.leaseguard.watchdog.LiveConsumer;
import io.leaseguard.watchdog.RepairState;

/**
 * The repair of the consumer at one place, over all its restarts: which step of the
 * ladder is next, whether it may be taken now, and what has come of it.
 */
final class ConsumerRepair {

	private final RecoveryTools tools;

	private final RecoveryGovernor governor;

	private final StuckThread thread;

	private @Nullable Illness illness;

	private @Nullable Attempt attempt;

	/**
	 * Whether its listener is reserved for its restart.
	 */
	private boolean occupies;

	ConsumerRepair(RecoveryTools tools) {
		this.tools = tools;
		this.governor = tools.governor();
		this.thread = new StuckThread(tools);
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
		this.thread.attend(visit);
	}

	private void attend(Illness illness, Visit visit) {
		illness.observe(visit);
		if (this.attempt != null) {
			if (visit.consumer().rejoinRequested()) {
				this.attempt = this.attempt.requested(visit.nowNanos());
			}
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
	 * Return whether there is nothing to remember of the consumer at this place.
	 * @param nowNanos the time
	 * @return whether nothing ails it, and nothing did of late
	 */
	boolean idle(long nowNanos) {
		return this.illness == null && this.thread.idle() && this.governor.idle(nowNanos)
				&& this.governor.rested(nowNanos);
	}

	/**
	 * There is no consumer at this place at the moment.
	 * @param nowNanos the time
	 * @return whether there is nothing to remember of it either
	 */
	boolean absent(long nowNanos) {
		this.thread.release();
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
		LiveConsumer consumer = (visit != null) ? visit.consumer() : illness.consumer();
		if (this.occupies && (outcome != null || illness.observed())) {
			// While it is only watched the next one may be restarted.
			this.occupies = false;
			this.tools.restarts().release(consumer.listenerId());
		}
		if (outcome == null) {
			if (illness.observed()) {
				illness.state(RepairState.PENDING, "It was restarted, and is watched until it has made progress");
			}
			return;
		}
		this.attempt = null;
		if (outcome == Outcome.HEALED) {
			healed(illness, consumer, nowNanos);
			return;
		}
		this.tools.journal().failed(illness, consumer, attempt, outcome, nowNanos);
		illness.failed(attempt, outcome == Outcome.ABANDONED, nowNanos);
		if (outcome == Outcome.MOVED_ON) {
			// What wanders must not have the attempts of each.
			this.tools.governor(consumer.listenerId()).attempted(nowNanos);
		}
		if (outcome == Outcome.OVERTAKEN || outcome == Outcome.MOVED_ON) {
			close();
		}
	}

	private void healed(Illness illness, LiveConsumer consumer, long nowNanos) {
		if (illness.last() != null && !illness.overByItself()) {
			this.tools.journal().healed(illness, consumer, illness.last(), nowNanos);
		}
		close();
	}

	private void close() {
		this.illness = null;
		this.tools.liveness().correct(this);
	}

	private void consider(Illness illness, Visit visit) {
		RecoveryAction action = illness.next(this.tools.mode());
		RecoveryGovernor governor = this.governor;
		RecoveryGovernor shared = this.tools.governor(visit.consumer().listenerId());
		if (visit.containerDown() || illness.ailment() == Ailment.STALL && shared.exhausted(visit.nowNanos())) {
			governor = shared;
		}
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
		this.tools.journal().begins(illness, consumer, action);
		if (action == RecoveryAction.REJOIN) {
			consumer.requestRejoin("Lease Guard: no heartbeat within the session timeout");
			this.attempt = Attempt.rejoin(this.tools.clock().instant(), visit.nowNanos());
		}
		else {
			this.occupies = true;
			this.tools.cluster().restarted(consumer, visit.nowNanos());
			this.attempt = Attempt.restart(this.tools.clock().instant(), visit.nowNanos(),
					this.tools.restarts().restart(consumer));
		}
		illness.attempted(this.attempt);
	}

	private void vetoed(Illness illness, Visit visit, RecoveryAction action, RecoveryGovernor governor) {
		governor.coolDown(visit.nowNanos());
		if (illness.state(RepairState.VETOED, "The application forbids a " + action.id())) {
			this.tools.journal().vetoed(illness, visit.consumer(), action);
		}
	}

	private void impossible(Illness illness, Visit visit) {
		if (illness.ailment() == Ailment.HEARTBEAT && illness.state(RepairState.IMPOSSIBLE,
				"The consumer protocol has no rejoin; restart the application, or set lease-guard.recovery.mode to "
						+ "restart")) {
			this.tools.journal().impossible(illness, visit.consumer());
			this.tools.liveness().broken(this);
		}
	}

	private void exhausted(Illness illness, Visit visit, RecoveryAction next, int attempts) {
		if (illness.state(RepairState.EXHAUSTED, "The repair did not help; restart the application")) {
			RecoveryAction action = (illness.last() != null) ? illness.last().action() : next;
			this.tools.journal().exhausted(illness, visit.consumer(), action, attempts);
			this.tools.liveness().broken(this);
		}
	}

}
