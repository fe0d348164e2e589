package io.leaseguard.recovery;

import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.leaseguard.container.PollFailure;
import io.leaseguard.watchdog.ConsumerExamination;
import io.leaseguard.watchdog.LeaseStatus;
import io.leaseguard.watchdog.LiveConsumer;
import io.leaseguard.watchdog.StopReason;

/**
 * One look at one consumer.
 *
 * @param consumer the consumer
 * @param examination what the tick has found out about it
 * @param siblings all consumers of its listener, itself among them, by index
 * @param ailment what ails it
 * @param nowNanos the time
 */
record Visit(LiveConsumer consumer, ConsumerExamination examination, List<LiveConsumer> siblings, Ailment ailment,
		long nowNanos) {

	static Visit of(LiveConsumer consumer, ConsumerExamination examination, List<LiveConsumer> siblings,
			long nowNanos) {
		return new Visit(consumer, examination, siblings, Ailment.of(consumer, examination, siblings), nowNanos);
	}

	boolean sick() {
		return this.ailment != Ailment.NONE || this.examination.status() == LeaseStatus.STOPPED;
	}

	/**
	 * Return whether the fault of one consumer has stopped the whole container.
	 * @return whether only a start of the container helps
	 */
	boolean containerDown() {
		return this.ailment == Ailment.STOP && !this.consumer.parent().isRunning();
	}

	/**
	 * Return whether another consumer of a container that is down is to be attended to in
	 * its stead: the one that has brought it down, or else the first.
	 * @return whether to leave it to another
	 */
	boolean follows() {
		return containerDown() && this.consumer != this.siblings.stream()
			.filter((sibling) -> sibling.stopReason() != null)
			.min(Comparator.comparing((sibling) -> sibling.stopReason() != StopReason.ERROR))
			.orElse(this.consumer);
	}

	/**
	 * Return whether access is denied to the consumer at the moment.
	 * @return whether its last poll has told so
	 */
	boolean denied() {
		PollFailure failure = this.examination.progress().pollFailure();
		return failure != null && failure.denies();
	}

	/**
	 * Return whether the last poll of the consumer has failed.
	 * @return whether it fails at the moment
	 */
	boolean fails() {
		PollFailure failure = this.examination.progress().pollFailure();
		return failure != null && failure.sinceNanos() != null;
	}

	long sessionNanos() {
		return TimeUnit.MILLISECONDS.toNanos(this.consumer.assessment().judgement().settings().pulse().sessionMs());
	}

	long leaseNanos() {
		return TimeUnit.MILLISECONDS.toNanos(this.consumer.assessment().judgement().leaseMs());
	}

}
