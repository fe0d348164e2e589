package io.leaseguard.recovery;

import java.util.concurrent.TimeUnit;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

import io.leaseguard.container.ProgressReading;
import io.leaseguard.lease.Millis;
import io.leaseguard.watchdog.LeaseStatus;
import io.leaseguard.watchdog.LiveConsumer;
import io.leaseguard.watchdog.RepairState;

/**
 * Tells a consumer whose thread is stuck beyond help from one that is merely slow. It is
 * beyond help when its lease has expired and then, for one whole further lease, its
 * listener has been at one and the same record, or batch for a batch listener. Whatever
 * moves begins that lease anew, so a slow batch never counts as long as its records go on
 * finishing.
 * <p>
 * Only the listener is judged. Inside of {@code poll()} the client waits for brokers and
 * for the group, and after the listener has thrown a back-off may last. Nor does time
 * count in which the watchdog was held up, or the brokers were silent: a listener may
 * wait for them, and a restart would not bring them back.
 */
final class StuckThread {

	private final RecoveryTools tools;

	private @Nullable LiveConsumer consumer;

	private @Nullable ConsumerRecord<?, ?> record;

	private int remaining;

	private long seenNanos;

	private long stuckNanos;

	private boolean beyondHelp;

	StuckThread(RecoveryTools tools) {
		this.tools = tools;
	}

	/**
	 * Look at the thread of a consumer.
	 * @param visit the visit
	 */
	void attend(Visit visit) {
		if (!isStillAtIt(visit)) {
			if (release()) {
				visit.consumer().repair(RepairState.NONE, "No repair is tried");
			}
			begin(visit);
			return;
		}
		// At a tick of grace nothing has expired.
		boolean counts = visit.examination().status() == LeaseStatus.LEASE_EXPIRED
				&& !this.tools.cluster().silent(visit.consumer());
		if (counts) {
			this.stuckNanos += visit.nowNanos() - this.seenNanos;
		}
		this.seenNanos = visit.nowNanos();
		if (!this.beyondHelp && this.stuckNanos > visit.leaseNanos()) {
			this.beyondHelp = true;
			this.tools.journal().stuck(visit.consumer(), detail(visit));
			this.tools.liveness().broken(this);
		}
		if (this.beyondHelp) {
			visit.consumer().repair(RepairState.EXHAUSTED, detail(visit));
		}
	}

	/**
	 * Return whether no thread is watched.
	 * @return whether there is nothing to remember
	 */
	boolean idle() {
		return this.consumer == null;
	}

	/**
	 * The thread has moved, or its consumer is gone.
	 * @return whether it was beyond help until now
	 */
	boolean release() {
		boolean released = this.beyondHelp;
		this.consumer = null;
		this.record = null;
		this.stuckNanos = 0;
		this.beyondHelp = false;
		this.tools.liveness().correct(this);
		return released;
	}

	private boolean isStillAtIt(Visit visit) {
		ProgressReading progress = visit.examination().progress();
		// The record is forgotten at each poll, and is another object after it.
		return this.consumer == visit.consumer() && this.record != null && this.record == progress.record()
				&& this.remaining == progress.recordsRemaining() && hasExpired(visit);
	}

	private void begin(Visit visit) {
		ProgressReading progress = visit.examination().progress();
		if (hasExpired(visit) && progress.record() != null) {
			this.consumer = visit.consumer();
			this.record = progress.record();
			this.remaining = progress.recordsRemaining();
			this.seenNanos = visit.nowNanos();
		}
	}

	private static boolean hasExpired(Visit visit) {
		return visit.examination().status() != LeaseStatus.STOPPED
				&& visit.examination().progress().leaseAgeNanos() > visit.leaseNanos();
	}

	private String detail(Visit visit) {
		String work = visit.consumer().assessment().batchListener() ? "returned from its listener"
				: "finished a single record";
		return "It is stuck: since its lease expired it has neither polled nor %s for %s, longer than a whole further lease. "
			.formatted(work, Millis.format(TimeUnit.NANOSECONDS.toMillis(this.stuckNanos)))
				+ "No consumer can be restarted over a live thread: only a restart of the application helps";
	}

}
