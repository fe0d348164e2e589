package io.leaseguard.container;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Set;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * What one consumer is doing, written by its thread alone and read by the watchdog. The
 * single writer needs no lock and no store stronger than release; a record costs it two
 * clock reads at most and no allocation.
 *
 * @since 0.1.0
 */
public final class ConsumerProgress {

	private static final VarHandle POLLS = handle("polls", long.class);

	private static final VarHandle TURNED = handle("turnedNanos", long.class);

	private static final VarHandle POLL_TIMEOUT = handle("pollTimeoutNanos", long.class);

	private static final VarHandle BATCH = handle("batch", int.class);

	private static final VarHandle DONE = handle("done", int.class);

	private static final VarHandle CURRENT = handle("current", ConsumerRecord.class);

	private static final VarHandle STARTED = handle("startedNanos", long.class);

	private static final int TRIES = 4;

	/**
	 * Counts entries into and returns from {@code poll()}: odd while the thread is
	 * inside.
	 */
	private long polls;

	private long turnedNanos = System.nanoTime();

	private long pollTimeoutNanos;

	private int batch;

	private int done;

	private @Nullable ConsumerRecord<?, ?> current;

	private long startedNanos;

	private volatile @Nullable Thread thread;

	private volatile Set<TopicPartition> assigned = Set.of();

	private volatile Set<TopicPartition> paused = Set.of();

	private volatile boolean groupMember;

	private volatile boolean rebalancing;

	private volatile @Nullable String rejoinReason;

	ConsumerProgress() {
	}

	private static VarHandle handle(String field, Class<?> type) {
		try {
			return MethodHandles.lookup().findVarHandle(ConsumerProgress.class, field, type);
		}
		catch (ReflectiveOperationException ex) {
			throw new ExceptionInInitializerError(ex);
		}
	}

	/**
	 * The thread is about to poll.
	 * @param timeout the time that it gives the poll
	 * @return whether this is the first poll on this thread
	 */
	boolean pollEntered(Duration timeout) {
		Thread caller = Thread.currentThread();
		boolean first = this.thread != caller;
		if (first) {
			this.thread = caller;
		}
		CURRENT.setRelease(this, (ConsumerRecord<?, ?>) null);
		POLL_TIMEOUT.setRelease(this, saturatedNanos(timeout));
		TURNED.setRelease(this, System.nanoTime());
		POLLS.setRelease(this, this.polls + 1);
		return first;
	}

	void pollReturned(int count) {
		DONE.setRelease(this, 0);
		BATCH.setRelease(this, count);
		TURNED.setRelease(this, System.nanoTime());
		POLLS.setRelease(this, this.polls + 1);
	}

	void recordStarted(ConsumerRecord<?, ?> record) {
		STARTED.setRelease(this, System.nanoTime());
		CURRENT.setRelease(this, record);
	}

	/**
	 * The listener has returned or thrown: what follows, a back-off for instance, is not
	 * the time of the record.
	 */
	void recordLeft() {
		CURRENT.setRelease(this, (ConsumerRecord<?, ?>) null);
	}

	void recordDone() {
		CURRENT.setRelease(this, (ConsumerRecord<?, ?>) null);
		DONE.setRelease(this, this.done + 1);
	}

	void batchStarted(int count, ConsumerRecord<?, ?> first) {
		BATCH.setRelease(this, count);
		DONE.setRelease(this, 0);
		recordStarted(first);
	}

	void batchDone() {
		CURRENT.setRelease(this, (ConsumerRecord<?, ?>) null);
		DONE.setRelease(this, this.batch);
	}

	void subscribed() {
		this.groupMember = true;
		// Until the first assignment arrives the member is joining.
		this.rebalancing = true;
	}

	void unsubscribed() {
		this.groupMember = false;
		this.rebalancing = false;
	}

	void rebalancing(boolean rebalancing) {
		this.rebalancing = rebalancing;
	}

	void assignment(Set<TopicPartition> assigned, Set<TopicPartition> paused) {
		this.assigned = Set.copyOf(assigned);
		this.paused = Set.copyOf(paused);
	}

	@Nullable String takeRejoinRequest() {
		String reason = this.rejoinReason;
		if (reason != null) {
			this.rejoinReason = null;
		}
		return reason;
	}

	/**
	 * Ask the consumer to rejoin its group. Carried out on its own thread, at its next
	 * {@code poll()}: exactly this consumer, not a sibling.
	 * @param reason the reason, shown to the broker (KIP-800)
	 */
	public void requestRejoin(String reason) {
		this.rejoinReason = reason;
	}

	/**
	 * Return the thread that polls.
	 * @return the thread, {@code null} before the first poll
	 */
	public @Nullable Thread thread() {
		return this.thread;
	}

	/**
	 * Take a reading that is consistent in itself, or, when the consumer is too quick for
	 * that, one that errs towards progress.
	 * @param nowNanos the time, as of {@link System#nanoTime()}
	 * @return the reading
	 */
	public ProgressReading read(long nowNanos) {
		ProgressReading reading = readOnce(nowNanos);
		for (int i = 0; i < TRIES && (long) POLLS.getAcquire(this) != reading.polls(); i++) {
			reading = readOnce(nowNanos);
		}
		return reading;
	}

	private ProgressReading readOnce(long nowNanos) {
		long polls = (long) POLLS.getAcquire(this);
		boolean polling = (polls & 1) == 1;
		long turned = (long) TURNED.getAcquire(this);
		// Inside poll() the client renews the lease by itself for as long as it was asked
		// to
		// stay.
		long renewed = polling ? turned + (long) POLL_TIMEOUT.getAcquire(this) : turned;
		int batch = polling ? 0 : (int) BATCH.getAcquire(this);
		int remaining = Math.max(0, batch - (int) DONE.getAcquire(this));
		ConsumerRecord<?, ?> record = (ConsumerRecord<?, ?>) CURRENT.getAcquire(this);
		long started = (long) STARTED.getAcquire(this);
		if (polling || record != CURRENT.getAcquire(this)) {
			record = null;
		}
		return new ProgressReading(polls, polling, age(nowNanos, turned), age(nowNanos, renewed), batch, remaining,
				(record != null) ? age(nowNanos, started) : -1, record, this.assigned, this.paused, this.groupMember,
				this.rebalancing);
	}

	private static long age(long now, long then) {
		return Math.max(0, now - then);
	}

	private static long saturatedNanos(Duration duration) {
		try {
			return Math.min(duration.toNanos(), Long.MAX_VALUE / 4);
		}
		catch (ArithmeticException ex) {
			return Long.MAX_VALUE / 4;
		}
	}

}
