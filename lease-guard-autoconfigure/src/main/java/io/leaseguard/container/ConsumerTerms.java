package io.leaseguard.container;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import io.leaseguard.lease.Judgement;
import io.leaseguard.lease.LeaseTerms;
import io.leaseguard.lease.Millis;

/**
 * What the consumer thread itself has to know of the terms of its listener. Every time in
 * nanoseconds.
 *
 * @param leaseNanos the lease
 * @param workNanos the hard timeout of a record, or of a batch for a batch listener;
 * {@link #UNBOUNDED} when not declared
 * @param nextNanos how long the next record may hold the thread, with its overhead;
 * {@link #UNBOUNDED} when not declared
 * @param latestNanos the time after a poll by which a batch has to end to be in time for
 * the next one: the lease less a margin and less what may block the thread once per poll
 * cycle beside the records
 * @param refreshNanos the time between two polls after which it is made sure that the
 * second one renews the lease; {@link #UNBOUNDED} where every poll does
 * @param splitting whether batches are split at the lease boundary
 * @since 0.1.0
 */
public record ConsumerTerms(long leaseNanos, long workNanos, long nextNanos, long latestNanos, long refreshNanos,
		boolean splitting) {

	/**
	 * The value that stands for a time that has no bound.
	 */
	public static final long UNBOUNDED = Long.MAX_VALUE;

	/**
	 * The part of the lease that is kept in reserve: for the commit, a pause of the
	 * garbage collector, the way to the broker.
	 */
	private static final int MARGIN_PART = 10;

	private static final long LEAST_MARGIN_MS = 100;

	/**
	 * The part of the lease, half of the margin, that is too small to be worth a renewal:
	 * however much the next record and the fixed costs may take, a batch is not split
	 * before.
	 */
	private static final int SHORT_PART = 20;

	/**
	 * The part of the lease that a batch may take for a rebalance to be in time with an
	 * instant poll after each: it takes up to four polls.
	 */
	static final int REBALANCE_PART = 4;

	/**
	 * Take what the consumer thread has to know out of a judgement.
	 * @param judgement the judgement of the listener
	 * @param batchListener whether it takes whole batches
	 * @param splitting whether to split its batches
	 * @return the terms
	 */
	public static ConsumerTerms of(Judgement judgement, boolean batchListener, boolean splitting) {
		LeaseTerms terms = judgement.terms();
		long lease = judgement.leaseMs();
		long margin = Math.max(lease / MARGIN_PART, LEAST_MARGIN_MS);
		long latest = Math.max(0, lease - Millis.plus(margin, terms.fixedCosts().totalMs()));
		return new ConsumerTerms(nanos(lease), nanos(batchListener ? terms.batchTimeout() : terms.recordTimeout()),
				nanos(terms.recordMs()), nanos(latest),
				judgement.settings().pulse().classic() ? UNBOUNDED : nanos(lease / SHORT_PART),
				splitting && !batchListener);
	}

	/**
	 * Return the time after a poll within which one more record may be begun.
	 * @param nextNanos how long it may take
	 * @return the time
	 */
	long budgetNanos(long nextNanos) {
		return Math.max(this.latestNanos - nextNanos, this.leaseNanos / SHORT_PART);
	}

	private static long nanos(@Nullable Duration duration) {
		return (duration != null) ? nanos(Millis.ceil(duration)) : UNBOUNDED;
	}

	private static long nanos(long millis) {
		// Saturates, so that what is unbounded stays so.
		return TimeUnit.MILLISECONDS.toNanos(millis);
	}

}
