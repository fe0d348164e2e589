package io.leaseguard.container;

import java.time.Duration;
import java.util.Set;

import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordDeserializationException;
import org.jspecify.annotations.Nullable;

/**
 * What one consumer is doing, written by its thread alone and read by the watchdog alone,
 * each where nothing else is said.
 *
 * @since 0.1.0
 */
public final class ConsumerProgress {

	private static final int LONGEST_STRIDE = 1024;

	private final WorkTimes times = new WorkTimes();

	private final WorkState work;

	private final WorkDeadline deadline;

	private final Membership membership = new Membership();

	private final PartitionLedger ledger = new PartitionLedger();

	private final PollFailures failures = new PollFailures();

	private final ProgressReader reader;

	private volatile @Nullable Thread thread;

	private volatile long splits;

	ConsumerProgress() {
		this(LONGEST_STRIDE);
	}

	/**
	 * Create a progress.
	 * @param longestStride how many records may share one reading of the clock
	 */
	ConsumerProgress(int longestStride) {
		this.work = new WorkState(longestStride, this.times);
		this.deadline = new WorkDeadline(this.work);
		this.reader = new ProgressReader(this.work, this.membership, this.ledger, this.failures);
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
		this.work.pollEntered(saturatedNanos(timeout));
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
		}
		this.work.pollReturned(count, failure == null && count == 0, now);
	}

	/**
	 * Take a sample of the partitions if one is due. Called between
	 * {@link #pollEntered(Duration)} and the poll itself, so that it counts as time
	 * inside the poll.
	 * @param consumer the consumer
	 */
	void sample(Consumer<?, ?> consumer) {
		this.ledger.sample(consumer, this.membership.assigned(), this.membership.paused(), this.work.turnedNanos());
	}

	PartitionLedger ledger() {
		return this.ledger;
	}

	Membership membership() {
		return this.membership;
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
		this.work.recordStarted(record);
	}

	/**
	 * The listener has thrown: what follows, a back-off for instance, is not the time of
	 * the record.
	 */
	void recordFailed() {
		this.work.recordFailed();
	}

	void recordDone() {
		this.work.recordDone();
	}

	void batchStarted(int count, ConsumerRecord<?, ?> first) {
		this.work.batchStarted(count, first);
	}

	void batchFailed() {
		this.work.batchFailed();
	}

	void batchDone() {
		this.work.batchDone();
	}

	int done() {
		return this.work.done();
	}

	boolean isFailing() {
		return this.work.failed();
	}

	/**
	 * Take note of the terms that this consumer has to keep.
	 * @param terms the terms, {@code null} when it is not guarded
	 */
	void terms(@Nullable ConsumerTerms terms) {
		this.deadline.terms(terms);
	}

	boolean hasTerms() {
		return this.deadline.hasTerms();
	}

	/**
	 * Return whether the batches of this consumer are split at the lease boundary, so
	 * that a long one does not endanger the lease.
	 * @return whether they are
	 */
	public boolean isSplitting() {
		return this.deadline.isSplitting();
	}

	boolean isLate() {
		return this.deadline.isLate();
	}

	boolean isRefreshDue() {
		return this.deadline.isRefreshDue();
	}

	boolean isRebalanceDue() {
		return this.deadline.isRebalanceDue();
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
		return this.deadline.leaseLeftNanos(nowNanos);
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
		return this.deadline.workLeftNanos(nowNanos);
	}

	/**
	 * Ask the consumer to rejoin its group. Carried out on its own thread, at its next
	 * {@code poll()}: exactly this consumer, not a sibling.
	 * @param reason the reason, shown to the broker (KIP-800)
	 */
	public void requestRejoin(String reason) {
		this.membership.requestRejoin(reason);
	}

	/**
	 * Return whether the consumer has still to take notice of a
	 * {@linkplain #requestRejoin(String) request} to rejoin.
	 * @return whether its thread has not polled since
	 */
	public boolean isRejoinRequested() {
		return this.membership.isRejoinRequested();
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
		return this.reader.read(nowNanos);
	}

	/**
	 * Return how long the work takes.
	 * @return the times
	 */
	public WorkTimes times() {
		return this.times;
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
