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
 * listener has been at one and the same record, or batch for a batch listener, or the
 * thread has been in one and the same poll. Whatever moves begins that lease anew, so a
 * slow batch never counts as long as its records go on finishing.
 * <p>
 * A poll comes back when its timeout is over, whatever brokers and group do (KIP-266),
 * and the lease begins only then: one that does not is held up by a deserializer, a
 * rebalance listener or a clock that was put back. Outside of both nothing is judged: a
 * back-off after the listener has thrown may last, and so may a commit. Nor does time
 * count in which the watchdog was held up, or the brokers were silent: a listener may
 * wait for them, and a restart would not bring them back.
 */
final class StuckThread {

	private final RecoveryTools tools;

	private @Nullable LiveConsumer consumer;

	private @Nullable ConsumerRecord<?, ?> record;

	private long polls;

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
		return this.consumer == visit.consumer() && this.polls == progress.polls() && this.record == progress.record()
				&& this.remaining == progress.recordsRemaining() && isJudged(visit);
	}

	private void begin(Visit visit) {
		ProgressReading progress = visit.examination().progress();
		if (isJudged(visit)) {
			this.consumer = visit.consumer();
			this.polls = progress.polls();
			this.record = progress.record();
			this.remaining = progress.recordsRemaining();
			this.seenNanos = visit.nowNanos();
		}
	}

	private static boolean isJudged(Visit visit) {
		ProgressReading progress = visit.examination().progress();
		return visit.examination().status() != LeaseStatus.STOPPED && progress.leaseAgeNanos() > visit.leaseNanos()
				&& (progress.polling() || progress.record() != null);
	}

	private String detail(Visit visit) {
		String work = visit.consumer().assessment().batchListener() ? "neither polled nor returned from its listener"
				: "neither polled nor finished a single record";
		if (visit.examination().progress().polling()) {
			work = "not come back from its poll";
		}
		return "It is stuck: since its lease expired it has %s for %s, longer than a whole further lease. "
			.formatted(work, Millis.format(TimeUnit.NANOSECONDS.toMillis(this.stuckNanos)))
				+ "No consumer can be restarted over a live thread: only a restart of the application helps";
	}

}
