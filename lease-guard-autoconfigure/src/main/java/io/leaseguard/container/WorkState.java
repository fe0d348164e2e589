package io.leaseguard.container;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * What the thread of one consumer is at: its polls, its records, and the clock that they
 * share. Written by that thread alone; the single writer needs no lock, no allocation and
 * no store stronger than release.
 * <p>
 * Reading the clock costs more than all the rest, and leases are seconds, so quick
 * records share one reading: it is taken once a <em>stride</em> of records, which doubles
 * while it stays under a millisecond and falls back to a single record when it does not.
 */
final class WorkState {

	private static final VarHandle POLLS = handle("polls", long.class);

	private static final VarHandle TURNED = handle("turnedNanos", long.class);

	private static final VarHandle POLL_TIMEOUT = handle("pollTimeoutNanos", long.class);

	private static final VarHandle EMPTY = handle("emptyNanos", long.class);

	private static final VarHandle BATCH = handle("batch", int.class);

	private static final VarHandle DONE = handle("done", int.class);

	private static final VarHandle CURRENT = handle("current", ConsumerRecord.class);

	private static final VarHandle MARK = handle("markNanos", long.class);

	private static final VarHandle STRIDE = handle("stride", int.class);

	private static final VarHandle FAILED = handle("failed", boolean.class);

	private static final long SHORT_STRIDE_NANOS = 1_000_000;

	/**
	 * Counts entries into and returns from {@code poll()}: odd while the thread is
	 * inside.
	 */
	private long polls;

	private long turnedNanos = System.nanoTime();

	private long pollTimeoutNanos;

	private long emptyNanos = this.turnedNanos;

	private int batch;

	private int done;

	private @Nullable ConsumerRecord<?, ?> current;

	/**
	 * The last reading of the clock: when the records of this stride began.
	 */
	private long markNanos;

	private int stride = 1;

	private int left = 1;

	private boolean failed;

	private long usualNanos;

	private final int longestStride;

	private final WorkTimes times;

	/**
	 * Whether each record gets a reading of its own: where somebody acts on it.
	 */
	private boolean exact;

	private long enteredNanos;

	private long cycleNanos;

	private long longestNanos;

	private long formerLongestNanos;

	/**
	 * Create a state.
	 * @param longestStride how many records may share one reading of the clock
	 * @param times where to note how long they take
	 */
	WorkState(int longestStride, WorkTimes times) {
		this.longestStride = longestStride;
		this.times = times;
	}

	private static VarHandle handle(String field, Class<?> type) {
		try {
			return MethodHandles.lookup().findVarHandle(WorkState.class, field, type);
		}
		catch (ReflectiveOperationException ex) {
			throw new ExceptionInInitializerError(ex);
		}
	}

	void pollEntered(long timeoutNanos) {
		CURRENT.setRelease(this, (ConsumerRecord<?, ?>) null);
		POLL_TIMEOUT.setRelease(this, timeoutNanos);
		long now = System.nanoTime();
		if (this.left < this.stride) {
			book(now, this.stride - this.left);
		}
		this.times.handOver();
		this.cycleNanos = now - this.turnedNanos;
		this.enteredNanos = now;
		TURNED.setRelease(this, now);
		POLLS.setRelease(this, this.polls + 1);
	}

	void pollReturned(int count, boolean empty, long nowNanos) {
		if (empty) {
			EMPTY.setRelease(this, nowNanos);
		}
		if (this.exact) {
			STRIDE.setRelease(this, 1);
		}
		if (count > 0) {
			this.formerLongestNanos = this.longestNanos;
			this.longestNanos = 0;
		}
		DONE.setRelease(this, 0);
		BATCH.setRelease(this, count);
		MARK.setRelease(this, nowNanos);
		this.left = this.stride;
		FAILED.setRelease(this, false);
		TURNED.setRelease(this, nowNanos);
		POLLS.setRelease(this, this.polls + 1);
	}

	void recordStarted(ConsumerRecord<?, ?> record) {
		CURRENT.setRelease(this, record);
	}

	void recordFailed() {
		CURRENT.setRelease(this, (ConsumerRecord<?, ?>) null);
		FAILED.setRelease(this, true);
		book(System.nanoTime(), this.stride - this.left + 1);
	}

	void recordDone() {
		CURRENT.setRelease(this, (ConsumerRecord<?, ?>) null);
		DONE.setRelease(this, this.done + 1);
		if (this.failed) {
			FAILED.setRelease(this, false);
			restart(System.nanoTime(), 1);
		}
		else if (--this.left == 0) {
			endStride(System.nanoTime());
		}
	}

	private void endStride(long now) {
		long elapsed = now - this.markNanos;
		book(now, this.stride);
		boolean quick = elapsed < SHORT_STRIDE_NANOS && !this.exact;
		restart(now, quick ? Math.min(this.stride * 2, this.longestStride) : 1);
	}

	private void restart(long now, int stride) {
		this.longestNanos = Math.max(this.longestNanos, now - this.markNanos);
		STRIDE.setRelease(this, stride);
		this.left = stride;
		MARK.setRelease(this, now);
	}

	private void book(long now, int count) {
		long elapsed = now - this.markNanos;
		this.times.add(elapsed, count, this.usualNanos);
		if (elapsed < SHORT_STRIDE_NANOS) {
			// Where each record is timed, a division would be a good part of what it
			// costs.
			this.usualNanos = (count == 1) ? elapsed : elapsed / count;
		}
	}

	void batchStarted(int count, ConsumerRecord<?, ?> first) {
		BATCH.setRelease(this, count);
		DONE.setRelease(this, 0);
		restart(System.nanoTime(), 1);
		FAILED.setRelease(this, false);
		CURRENT.setRelease(this, first);
	}

	void batchFailed() {
		CURRENT.setRelease(this, (ConsumerRecord<?, ?>) null);
		FAILED.setRelease(this, true);
		book(System.nanoTime(), 1);
	}

	void batchDone() {
		CURRENT.setRelease(this, (ConsumerRecord<?, ?>) null);
		DONE.setRelease(this, this.batch);
		book(System.nanoTime(), 1);
	}

	/**
	 * From the next poll on, give each record a reading of its own.
	 */
	void timeEach() {
		this.exact = true;
	}

	/**
	 * The same at once. When the record in flight began nobody may have read: at the
	 * latest with its stride.
	 */
	void timeEachNow() {
		this.exact = true;
		if (this.stride > 1) {
			STRIDE.setRelease(this, 1);
			this.left = 1;
		}
	}

	long polls() {
		return (long) POLLS.getAcquire(this);
	}

	long turnedNanos() {
		return (long) TURNED.getAcquire(this);
	}

	long pollTimeoutNanos() {
		return (long) POLL_TIMEOUT.getAcquire(this);
	}

	long emptyNanos() {
		return (long) EMPTY.getAcquire(this);
	}

	int batch() {
		return (int) BATCH.getAcquire(this);
	}

	int done() {
		return (int) DONE.getAcquire(this);
	}

	@Nullable ConsumerRecord<?, ?> current() {
		return (ConsumerRecord<?, ?>) CURRENT.getAcquire(this);
	}

	long markNanos() {
		return (long) MARK.getAcquire(this);
	}

	int stride() {
		return (int) STRIDE.getAcquire(this);
	}

	boolean failed() {
		return (boolean) FAILED.getAcquire(this);
	}

	/**
	 * Return how long the last poll, or the present one, has taken so far. For the thread
	 * of the consumer alone, as is what follows.
	 * @return nanoseconds
	 */
	long pollNanos() {
		return this.turnedNanos - this.enteredNanos;
	}

	/**
	 * Return the time between the last return from a poll and the entry into this one.
	 * @return nanoseconds
	 */
	long cycleNanos() {
		return this.cycleNanos;
	}

	/**
	 * Return how long the longest stride of this poll and of the one before has taken.
	 * @return nanoseconds
	 */
	long longestNanos() {
		return Math.max(this.longestNanos, this.formerLongestNanos);
	}

}
