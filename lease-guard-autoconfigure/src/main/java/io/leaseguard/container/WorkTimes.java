package io.leaseguard.container;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

import org.jspecify.annotations.Nullable;

/**
 * How long the work of one consumer takes: per record, or per batch for a batch listener.
 * The consumer thread alone writes, without lock, allocation or atomic instruction; the
 * watchdog asks for what was written by offering empty counts, and the consumer thread
 * hands the filled ones over at its next poll in exchange. Those that are offered have
 * the pages that the last ones have needed, so that the consumer thread has to make one
 * only when its work takes longer or shorter than ever.
 *
 * @since 0.1.0
 */
public final class WorkTimes {

	private static final VarHandle WORKED = handle();

	private TimeCounts active = new TimeCounts();

	/**
	 * Whether there is anything to ask for.
	 */
	private boolean worked;

	private volatile @Nullable TimeCounts offered;

	private volatile @Nullable TimeCounts handedOver;

	/**
	 * The watchdog's own.
	 */
	private boolean asked;

	WorkTimes() {
	}

	private static VarHandle handle() {
		try {
			return MethodHandles.lookup().findVarHandle(WorkTimes.class, "worked", boolean.class);
		}
		catch (ReflectiveOperationException ex) {
			throw new ExceptionInInitializerError(ex);
		}
	}

	/**
	 * Note the time of a stride of records. The first ones of it are taken to be as quick
	 * as usual; what is left is booked to the last one, which errs on the safe side.
	 * @param nanos the time of all of them
	 * @param count how many they are, at least 1
	 * @param usualNanos the usual time of one
	 */
	void add(long nanos, int count, long usualNanos) {
		long rest = nanos;
		if (count > 1) {
			long usual = Math.min(usualNanos, nanos / count);
			this.active.add(usual, count - 1);
			rest = nanos - usual * (count - 1);
		}
		this.active.add(rest, 1);
		if (!this.worked) {
			WORKED.setRelease(this, true);
		}
	}

	/**
	 * Hand over what was written if the watchdog has asked for it. Called on the consumer
	 * thread.
	 */
	void handOver() {
		TimeCounts empty = this.offered;
		if (empty != null && this.worked) {
			WORKED.setRelease(this, false);
			this.offered = null;
			this.handedOver = this.active;
			this.active = empty;
		}
	}

	/**
	 * Ask for what was written, unless that was done already or there is nothing. Called
	 * by the watchdog alone.
	 * @param example counts of the same work, {@code null} when there are none yet
	 */
	public void ask(@Nullable TimeCounts example) {
		if (!this.asked && (boolean) WORKED.getAcquire(this)) {
			this.asked = true;
			this.offered = (example != null) ? new TimeCounts(example) : new TimeCounts();
		}
	}

	/**
	 * Take what the consumer has handed over since it was asked. Called by the watchdog
	 * alone.
	 * @return the counts, which are the caller's now; {@code null} while there are none
	 */
	public @Nullable TimeCounts take() {
		TimeCounts filled = this.asked ? this.handedOver : null;
		if (filled != null) {
			this.handedOver = null;
			this.asked = false;
		}
		return filled;
	}

}
