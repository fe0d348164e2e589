package io.leaseguard.recovery;

import java.util.concurrent.TimeUnit;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.LivenessState;

import io.leaseguard.lease.Millis;
import io.leaseguard.watchdog.ConsumerExamination;
import io.leaseguard.watchdog.LeaseEvent;
import io.leaseguard.watchdog.LeaseEventPublisher;
import io.leaseguard.watchdog.LeaseStatus;
import io.leaseguard.watchdog.LiveConsumer;
import io.leaseguard.watchdog.RepairState;

/**
 * The repair of one consumer whose heartbeat is lost: asks for a rejoin, watches whether
 * heartbeats are answered again, and gives up when the limits are reached.
 */
final class HeartbeatRepair {

	private static final Log logger = LogFactory.getLog(HeartbeatRepair.class);

	private static final String ACTION = "rejoin";

	private final LiveConsumer consumer;

	private final RecoveryGovernor governor;

	private final LeaseEventPublisher events;

	private final boolean breakLiveness;

	private boolean underRepair;

	private long requestedNanos;

	private long heartbeatsWhenRequested;

	HeartbeatRepair(LiveConsumer consumer, RecoveryLimits limits, LeaseEventPublisher events, boolean breakLiveness) {
		this.consumer = consumer;
		this.governor = new RecoveryGovernor(limits);
		this.events = events;
		this.breakLiveness = breakLiveness;
	}

	void attend(ConsumerExamination examination, long nowNanos) {
		if (this.underRepair && examination.status() != LeaseStatus.HEARTBEAT_LOST
				&& examination.pulse().heartbeats() > this.heartbeatsWhenRequested) {
			healed();
		}
		else if (this.consumer.repair() == RepairState.PENDING && outOfTime(nowNanos)) {
			this.consumer.countRecovery(ACTION, "failed");
			this.consumer.repair(RepairState.FAILED);
			logger.warn("A rejoin of " + this.consumer + " has not brought its heartbeat back within "
					+ Millis.format(sessionMs()));
		}
		if (examination.status() == LeaseStatus.HEARTBEAT_LOST && this.consumer.repair() != RepairState.PENDING) {
			attempt(examination, nowNanos);
		}
	}

	private void healed() {
		if (this.consumer.repair() == RepairState.EXHAUSTED && this.breakLiveness) {
			this.events.publish(new AvailabilityChangeEvent<>(this, LivenessState.CORRECT));
		}
		this.underRepair = false;
		this.consumer.repair(RepairState.NONE);
		this.consumer.countRecovery(ACTION, "healed");
		logger.info("A rejoin has brought the heartbeat of " + this.consumer + " back");
		this.events.publish(new LeaseEvent.ConsumerRecovered(this.consumer.listenerId(), this.consumer.index(),
				LeaseStatus.HEARTBEAT_LOST, ACTION));
	}

	private void attempt(ConsumerExamination examination, long nowNanos) {
		if (!this.consumer.assessment().judgement().settings().pulse().classic()) {
			impossible();
		}
		else if (this.governor.exhausted(nowNanos)) {
			exhausted();
		}
		else if (this.governor.cool(nowNanos)) {
			this.governor.attempted(nowNanos);
			this.underRepair = true;
			this.requestedNanos = nowNanos;
			this.heartbeatsWhenRequested = examination.pulse().heartbeats();
			this.consumer.repair(RepairState.PENDING);
			this.consumer.requestRejoin("Lease Guard: no heartbeat within the session timeout");
			logger.info("Asked " + this.consumer + " to rejoin its group");
		}
	}

	private void impossible() {
		if (this.consumer.repair() != RepairState.IMPOSSIBLE) {
			this.consumer.repair(RepairState.IMPOSSIBLE);
			logger.warn("The heartbeat of " + this.consumer
					+ " can't be repaired: group.protocol=consumer has no rejoin. Restart its container or the application");
		}
	}

	private void exhausted() {
		if (this.consumer.repair() == RepairState.EXHAUSTED) {
			return;
		}
		this.consumer.repair(RepairState.EXHAUSTED);
		this.consumer.countRecovery(ACTION, "exhausted");
		logger.error("Gave " + this.consumer + " up after " + this.governor.attempts()
				+ " rejoins without a heartbeat. Restart the application");
		this.events.publish(new LeaseEvent.RecoveryExhausted(this.consumer.listenerId(), this.consumer.index(),
				LeaseStatus.HEARTBEAT_LOST, this.governor.attempts()));
		if (this.breakLiveness) {
			this.events.publish(new AvailabilityChangeEvent<>(this, LivenessState.BROKEN));
		}
	}

	private boolean outOfTime(long nowNanos) {
		return nowNanos - this.requestedNanos > TimeUnit.MILLISECONDS.toNanos(sessionMs());
	}

	private long sessionMs() {
		return this.consumer.assessment().judgement().settings().pulse().sessionMs();
	}

}
