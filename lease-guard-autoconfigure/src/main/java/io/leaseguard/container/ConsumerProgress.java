package io.leaseguard.container;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Set;

import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordDeserializationException;
import org.jspecify.annotations.Nullable;

/**
 * What one consumer is doing, written by its thread alone and read by the watchdog alone.
 * The single writer needs no lock, no allocation and no store stronger than release.
 * <p>
 * Reading the clock costs more than all the rest, and leases are seconds, so quick
 * records share one reading: it is taken once a <em>stride</em> of records, which doubles
 * while it stays under a millisecond and falls back to a single record when it does not.
 * Within a longer stride the watchdog sees a stuck record by the count of records
 * standing still.
 *
 * @since 0.1.0
 */
public final class ConsumerProgress {

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

	private static final int TRIES = 4;

	private static final long SHORT_STRIDE_NANOS = 1_000_000;

	private static final int LONGEST_STRIDE = 1024;

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

	private final WorkTimes times = new WorkTimes();

	private @Nullable ConsumerTerms terms;

	/**
	 * Whether each record gets a reading of its own: where somebody acts on it.
	 */
	private boolean exact;

	private long enteredNanos;

	private long cycleNanos;

	private long longestNanos;

	private long formerLongestNanos;

	private volatile long splits;

	private long seenPolls = -1;

	private int seenRemaining = -1;

	private long standingSinceNanos;

	private final PartitionLedger ledger = new PartitionLedger();

	private final PollFailures failures = new PollFailures();

	private volatile @Nullable Thread thread;

	private volatile Set<TopicPartition> assigned = Set.of();

	private volatile Set<TopicPartition> paused = Set.of();

	private volatile boolean groupMember;

	private volatile boolean rebalancing;

	private volatile @Nullable String rejoinReason;

	ConsumerProgress() {
		this(LONGEST_STRIDE);
	}

	/**
	 * Create a progress.
	 * @param longestStride how many records may share one reading of the clock
	 */
	ConsumerProgress(int longestStride) {
		this.longestStride = longestStride;
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
		long now = System.nanoTime();
		if (this.left < this.stride) {
			book(now, this.stride - this.left);
		}
		this.times.handOver();
		this.cycleNanos = now - this.turnedNanos;
		this.enteredNanos = now;
		TURNED.setRelease(this, now);
		POLLS.setRelease(this, this.polls + 1);
		return first;
	}

	/**
	 * The poll is over.
	 * @param count the number of records
	 * @param failure the exception, {@code null} when it succeeded
	 */
	void pollReturned(int count, @Nullable Throwable failure) {
		long now = System.nanoTime();
		if (failure != null) {
			this.failures.failed(failure, now);
			if (failure instanceof RecordDeserializationException poison) {
				this.ledger.failed(poison.topicPartition(), poison.offset(), poison);
			}
		}
		else {
			this.failures.succeeded();
			if (count == 0) {
				EMPTY.setRelease(this, now);
			}
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
		MARK.setRelease(this, now);
		this.left = this.stride;
		FAILED.setRelease(this, false);
		TURNED.setRelease(this, now);
		POLLS.setRelease(this, this.polls + 1);
	}

	PartitionLedger ledger() {
		return this.ledger;
	}

	/**
	 * Take a sample of the partitions if one is due. Called between
	 * {@link #pollEntered(Duration)} and the poll itself, so that it counts as time
	 * inside the poll.
	 * @param consumer the consumer
	 */
	void sample(Consumer<?, ?> consumer) {
		this.ledger.sample(consumer, this.assigned, this.paused, this.turnedNanos);
	}

	/**
	 * Ask for the lag of partitions. The client answers from memory, in one of the next
	 * samples.
	 * @param partitions the partitions, few
	 */
	public void askLag(Set<TopicPartition> partitions) {
		this.ledger.ask(partitions);
	}

	void recordStarted(ConsumerRecord<?, ?> record) {
		CURRENT.setRelease(this, record);
	}

	/**
	 * The listener has thrown: what follows, a back-off for instance, is not the time of
	 * the record.
	 */
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
	 * Take note of the terms that this consumer has to keep.
	 * @param terms the terms, {@code null} when it is not guarded
	 */
	void terms(@Nullable ConsumerTerms terms) {
		this.terms = terms;
		this.exact |= isSplitting();
	}

	/**
	 * Return whether the batches of this consumer are split at the lease boundary, so
	 * that a long one does not endanger the lease.
	 * @return whether they are
	 */
	public boolean isSplitting() {
		ConsumerTerms terms = this.terms;
		return terms != null && terms.splitting();
	}

	int done() {
		return this.done;
	}

	boolean isFailing() {
		return this.failed;
	}

	/**
	 * Whether the next record may not finish in time for the next poll. Where nothing is
	 * declared, it may take as long as the longest of this poll and of the one before.
	 * @return whether it is too late for it
	 */
	boolean isLate() {
		ConsumerTerms terms = this.terms;
		if (terms == null) {
			return false;
		}
		long next = (terms.nextNanos() != ConsumerTerms.UNBOUNDED) ? terms.nextNanos()
				: Math.max(this.longestNanos, this.formerLongestNanos);
		return leaseAge(terms, this.markNanos) > terms.budgetNanos(next);
	}

	/**
	 * Whether so much time has passed between the last poll and this one that it must be
	 * made sure that this one renews the lease.
	 * @return whether it must be made sure
	 */
	boolean isRefreshDue() {
		ConsumerTerms terms = this.terms;
		return terms != null && this.cycleNanos > terms.refreshNanos();
	}

	/**
	 * Whether so much time has passed between the last poll and this one that a rebalance
	 * can't wait for some more of them.
	 * @return whether this poll has to serve it
	 */
	boolean isRebalanceDue() {
		ConsumerTerms terms = this.terms;
		return terms != null && isRefreshDue() && this.cycleNanos > terms.leaseNanos() / ConsumerTerms.REBALANCE_PART;
	}

	@SuppressWarnings("NonAtomicOperationOnVolatileField")
	void split() {
		this.splits++;
	}

	/**
	 * Return how many batches were split.
	 * @return the number of splits so far
	 */
	public long splits() {
		return this.splits;
	}

	/**
	 * Return the time that is left of the lease. For the thread of the consumer alone.
	 * @param nowNanos the time, as of {@link System#nanoTime()}
	 * @return nanoseconds, not negative; {@link ConsumerTerms#UNBOUNDED} while no lease
	 * runs
	 */
	public long leaseLeftNanos(long nowNanos) {
		ConsumerTerms terms = this.terms;
		if (terms == null || this.polls == 0 || (this.polls & 1) == 1) {
			return ConsumerTerms.UNBOUNDED;
		}
		return Math.max(0, terms.leaseNanos() - leaseAge(terms, nowNanos));
	}

	/**
	 * How long ago the lease was renewed, at most: the client renews it at the beginning
	 * of a poll and now and then while it waits, not at the end. What it calls inside,
	 * such as a rebalance listener, takes time of the lease.
	 * @param terms the terms
	 * @param nowNanos the time
	 * @return nanoseconds
	 */
	private long leaseAge(ConsumerTerms terms, long nowNanos) {
		long poll = Math.min(this.turnedNanos - this.enteredNanos, terms.leaseNanos() / 2);
		return age(nowNanos, this.turnedNanos) + poll;
	}

	/**
	 * Return the time that is left for the work in flight: a record, or a batch for a
	 * batch listener. For the thread of the consumer alone. From the first call on each
	 * record gets a reading of the clock of its own.
	 * @param nowNanos the time, as of {@link System#nanoTime()}
	 * @return nanoseconds, not negative; {@link ConsumerTerms#UNBOUNDED} when none is in
	 * flight or no timeout is declared
	 */
	public long workLeftNanos(long nowNanos) {
		ConsumerTerms terms = this.terms;
		if (terms == null || this.current == null || terms.workNanos() == ConsumerTerms.UNBOUNDED) {
			return ConsumerTerms.UNBOUNDED;
		}
		this.exact = true;
		if (this.stride > 1) {
			// When this record began nobody has read: at the latest with its stride.
			STRIDE.setRelease(this, 1);
			this.left = 1;
		}
		return Math.max(0, terms.workNanos() - age(nowNanos, this.markNanos));
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
		// Inside poll() the client renews the lease by itself, for as long as it was
		// asked to stay.
		long renewed = polling ? turned + (long) POLL_TIMEOUT.getAcquire(this) : turned;
		int batch = polling ? 0 : (int) BATCH.getAcquire(this);
		int remaining = Math.max(0, batch - (int) DONE.getAcquire(this));
		ConsumerRecord<?, ?> record = (ConsumerRecord<?, ?>) CURRENT.getAcquire(this);
		boolean single = (int) STRIDE.getAcquire(this) == 1;
		long mark = (long) MARK.getAcquire(this);
		if (polling || record != CURRENT.getAcquire(this)) {
			record = null;
		}
		long recordAge = single ? age(nowNanos, mark) : standing(polls, remaining, nowNanos);
		return new ProgressReading(polls, polling, age(nowNanos, turned), age(nowNanos, renewed),
				age(nowNanos, (long) EMPTY.getAcquire(this)), batch, remaining, (record != null) ? recordAge : -1,
				record, this.assigned, this.paused, this.groupMember, this.rebalancing, this.ledger.sample(),
				this.failures.last(), (boolean) FAILED.getAcquire(this));
	}

	private long standing(long polls, int remaining, long nowNanos) {
		// How long the count has not moved, as far as readings tell: what a record in a
		// longer stride has taken at least.
		if (polls != this.seenPolls || remaining != this.seenRemaining) {
			this.seenPolls = polls;
			this.seenRemaining = remaining;
			this.standingSinceNanos = nowNanos;
		}
		return age(nowNanos, this.standingSinceNanos);
	}

	/**
	 * Return how long the work takes.
	 * @return the times
	 */
	public WorkTimes times() {
		return this.times;
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
