package io.leaseguard.recovery;

import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.kafka.listener.CommonContainerStoppingErrorHandler;

import io.leaseguard.watchdog.ConsumerExamination;
import io.leaseguard.watchdog.LeaseStatus;
import io.leaseguard.watchdog.LiveConsumer;
import io.leaseguard.watchdog.StopReason;

/**
 * What ails a consumer, as far as there is a repair for it.
 */
enum Ailment {

	/**
	 * Nothing, or nothing that can be repaired: a {@linkplain StuckThread stuck thread},
	 * for instance, is left to whoever can end the process.
	 */
	NONE,

	/**
	 * It polls but sends no heartbeats.
	 */
	HEARTBEAT,

	/**
	 * It polls but makes no progress.
	 */
	STALL,

	/**
	 * It was stopped by an error.
	 */
	STOP;

	/**
	 * Return whether something may ail a consumer at all, or its thread may be stuck.
	 * @param status its status
	 * @return whether it is worse than the statuses that pass by themselves
	 */
	static boolean possible(LeaseStatus status) {
		return status.compareTo(LeaseStatus.LEASE_EXPIRED) >= 0;
	}

	static Ailment of(LiveConsumer consumer, ConsumerExamination examination, List<LiveConsumer> siblings) {
		// By name, because the statuses of the watchdog may grow.
		return switch (examination.status().name()) {
			case "HEARTBEAT_LOST" -> HEARTBEAT;
			case "PROGRESS_STALLED" -> STALL;
			case "STOPPED" -> curable(consumer, siblings) ? STOP : NONE;
			default -> NONE;
		};
	}

	private static boolean curable(LiveConsumer consumer, List<LiveConsumer> siblings) {
		if (!curable(consumer.stopReason())) {
			return false;
		}
		if (consumer.parent().isRunning()) {
			return true;
		}
		// The fault of one has stopped them all, and theirs are only the consequence.
		// Who uses an error handler that stops the container wants it stopped.
		return siblings.stream().allMatch((sibling) -> sibling.stopReason() == null || curable(sibling.stopReason()))
				&& !(consumer.parent().getCommonErrorHandler() instanceof CommonContainerStoppingErrorHandler);
	}

	/**
	 * Return whether a new consumer could do better than one that stopped. Not so when it
	 * was fenced: two owners of one instance id would fence each other for ever; nor when
	 * it was not authorized, had no offset to start from, or no thread to run on: a
	 * person must cure that.
	 * @param reason why it stopped, {@code null} when it runs
	 * @return whether a restart is worth a try
	 */
	private static boolean curable(@Nullable StopReason reason) {
		return reason == StopReason.ERROR || reason == StopReason.ABNORMAL || reason == StopReason.THREAD_ENDED;
	}

}
