package io.leaseguard.recovery;

import org.jspecify.annotations.Nullable;

import io.leaseguard.watchdog.ConsumerExamination;
import io.leaseguard.watchdog.LeaseStatus;
import io.leaseguard.watchdog.LiveConsumer;
import io.leaseguard.watchdog.RepairState;

/**
 * The time from when a consumer was found sick until it, or the one that took its place,
 * is well.
 */
final class Illness {

	private final long sinceNanos;

	private LiveConsumer consumer;

	private Ailment ailment;

	private LeaseStatus status;

	private long pollsWhenFound;

	private long heartbeats;

	private Standstill standstill = Standstill.NOWHERE;

	private @Nullable Long wellSinceNanos;

	private @Nullable Attempt last;

	private boolean rejoinFailed;

	private @Nullable Long stoppingSinceNanos;

	private @Nullable Long heldSinceNanos;

	private RepairState state = RepairState.NONE;

	private String detail = "No repair is tried";

	Illness(Visit visit) {
		this.sinceNanos = visit.nowNanos();
		this.consumer = visit.consumer();
		this.ailment = visit.ailment();
		this.status = visit.examination().status();
		this.pollsWhenFound = visit.examination().progress().polls();
		this.standstill = Standstill.of(visit.examination());
	}

	LiveConsumer consumer() {
		return this.consumer;
	}

	Ailment ailment() {
		return this.ailment;
	}

	LeaseStatus status() {
		return this.status;
	}

	@Nullable Attempt last() {
		return this.last;
	}

	/**
	 * Return whether the application, and not we, has put another consumer in the place
	 * of the sick one.
	 * @param visit the visit
	 * @return whether the matter is closed
	 */
	boolean overtaken(Visit visit) {
		return visit.consumer() != this.consumer && (this.last == null || this.last.action() != RecoveryAction.RESTART);
	}

	/**
	 * Look at the one that a restart has put in the place of the sick consumer: from when
	 * on it has looked well.
	 * @param visit the visit
	 */
	void observe(Visit visit) {
		if (this.wellSinceNanos == null && visit.consumer() != this.consumer && looksWell(visit)) {
			this.wellSinceNanos = visit.nowNanos();
		}
	}

	/**
	 * Return whether a restart has put a consumer in the place of the sick one that has
	 * looked well.
	 * @return whether all that is left is to watch it
	 */
	boolean observed() {
		return this.wellSinceNanos != null;
	}

	/**
	 * Return whether the consumer is well again: seen, not only not seen to be sick. One
	 * that was restarted because it made no progress looks well at once, and is no better
	 * than the old one until it has got further or has lived for longer than a stall can
	 * hide.
	 * @param visit the visit
	 * @return whether it is well
	 */
	boolean isOver(Visit visit) {
		if (!looksWell(visit)) {
			return false;
		}
		if (this.ailment != Ailment.STALL || visit.consumer() == this.consumer) {
			return true;
		}
		return this.standstill.isLeftBehind(visit.examination()) || this.wellSinceNanos != null && visit.nowNanos()
				- this.wellSinceNanos > visit.consumer().progressTimeoutNanos() + visit.sessionNanos();
	}

	/**
	 * Return whether another consumer of the listener is stuck now at what this one was
	 * stuck at.
	 * @param visit the visit
	 * @return whether the restart has only handed the trouble on
	 */
	boolean movedOn(Visit visit) {
		return visit.consumer() != this.consumer && visit.siblings().stream().anyMatch((sibling) -> {
			ConsumerExamination examination = sibling.examination();
			return sibling != visit.consumer() && examination != null && this.standstill.isInheritedBy(examination);
		});
	}

	private boolean looksWell(Visit visit) {
		if (visit.sick() || visit.examination().status() == LeaseStatus.LEASE_EXPIRED) {
			return false;
		}
		long heard = visit.examination().pulse().heartbeats();
		if (visit.consumer() == this.consumer) {
			return this.ailment != Ailment.HEARTBEAT || heard > this.heartbeats;
		}
		if (visit.fails()) {
			return false;
		}
		if (!visit.examination().progress().groupMember()) {
			return visit.examination().progress().polls() > 1;
		}
		// A refusal of the broker counts as a heartbeat, but brings no assignment.
		return heard > 0 && !visit.examination().progress().rebalancing();
	}

	/**
	 * Take note of what ails the consumer now.
	 * @param visit the visit, of a sick consumer
	 */
	void goesOn(Visit visit) {
		if (visit.consumer() != this.consumer) {
			this.consumer = visit.consumer();
			this.pollsWhenFound = visit.examination().progress().polls();
			this.stoppingSinceNanos = null;
			this.wellSinceNanos = null;
		}
		this.standstill = Standstill.of(visit.examination());
		this.ailment = visit.ailment();
		this.status = visit.examination().status();
		this.heartbeats = visit.examination().pulse().heartbeats();
	}

	/**
	 * Return what to do next.
	 * @param mode how far to go
	 * @return the next step, {@code null} when there is none
	 */
	@Nullable RecoveryAction next(RecoveryMode mode) {
		boolean classic = this.consumer.assessment().judgement().settings().pulse().classic();
		boolean restart = mode == RecoveryMode.RESTART;
		return switch (this.ailment) {
			case HEARTBEAT -> {
				if (classic && !(restart && this.rejoinFailed)) {
					yield RecoveryAction.REJOIN;
				}
				yield restart ? RecoveryAction.RESTART : null;
			}
			case STALL, STOP -> restart ? RecoveryAction.RESTART : null;
			case NONE -> null;
		};
	}

	/**
	 * Return whether the thread of the consumer has come and gone since it was found
	 * sick, so that it is not stuck.
	 * @param visit the visit
	 * @return whether it has polled
	 */
	boolean polledSince(Visit visit) {
		return visit.examination().progress().polls() >= this.pollsWhenFound + 2;
	}

	/**
	 * Return whether an end that must come first has not come for a whole lease: some
	 * thread is stuck.
	 * @param visit the visit
	 * @return whether to give up
	 */
	boolean beyondHelp(Visit visit) {
		if (this.stoppingSinceNanos != null) {
			return visit.nowNanos() - this.stoppingSinceNanos > visit.leaseNanos();
		}
		return visit.containerDown() && visit.nowNanos() - this.sinceNanos > visit.leaseNanos()
				&& !visit.siblings().stream().allMatch((sibling) -> sibling.end().isDone());
	}

	/**
	 * Return whether the last attempt has failed, so that it has no part in what comes
	 * after. A member that is late to be heard was late, and nothing else brings it back;
	 * but a stall ends when somebody takes away what it is about.
	 * @return whether the end of the illness is not the merit of the last attempt
	 */
	boolean overByItself() {
		return this.ailment == Ailment.STALL && !stopping()
				&& (this.state == RepairState.FAILED || this.state == RepairState.EXHAUSTED);
	}

	boolean stopping() {
		return this.stoppingSinceNanos != null;
	}

	long ageNanos(long nowNanos) {
		return nowNanos - this.sinceNanos;
	}

	void attempted(Attempt attempt) {
		this.last = attempt;
		this.heldSinceNanos = null;
		state(RepairState.PENDING, "A " + attempt.action().id() + " is under way");
	}

	void failed(Attempt attempt, boolean stopping, long nowNanos) {
		this.rejoinFailed |= attempt.action() == RecoveryAction.REJOIN;
		if (stopping) {
			this.stoppingSinceNanos = nowNanos;
			state(RepairState.FAILED, "It has not stopped yet, and is started again when its thread has left");
		}
		else {
			state(RepairState.FAILED, "The last " + attempt.action().id() + " did not help");
		}
	}

	/**
	 * The next step must wait. For a while that is no reason to call a person.
	 * @param reason what it waits for
	 * @param patienceNanos the while
	 * @param nowNanos the time
	 */
	void held(String reason, long patienceNanos, long nowNanos) {
		if (this.state == RepairState.NONE || this.state == RepairState.HELD) {
			this.heldSinceNanos = (this.heldSinceNanos != null) ? this.heldSinceNanos : nowNanos;
			boolean tooLong = nowNanos - this.heldSinceNanos > patienceNanos;
			state(tooLong ? RepairState.FAILED : RepairState.HELD, reason);
		}
	}

	/**
	 * Note how far the repair has come.
	 * @param state the state
	 * @param detail the same in words
	 * @return whether that is new
	 */
	boolean state(RepairState state, String detail) {
		boolean changed = this.state != state;
		this.state = state;
		this.detail = detail;
		return changed;
	}

	void show(LiveConsumer consumer) {
		consumer.repair(this.state, this.detail);
	}

}
