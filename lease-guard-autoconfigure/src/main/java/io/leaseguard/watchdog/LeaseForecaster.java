package io.leaseguard.watchdog;

import org.jspecify.annotations.Nullable;

import io.leaseguard.container.ProgressReading;

/**
 * Foretells whether the records in hand of one consumer will be done before its lease
 * expires.
 * <p>
 * A batch is at risk when the mean time of what remains passes the lease less a margin,
 * or a high percentile of it passes the lease. That is a percentile of <em>all</em> that
 * remains, two standard deviations of the sum above its mean, since slow records are rare
 * and do not all come together; for a single record it is its 99th percentile. Where a
 * batch itself is slower than what was learned allows, all records have become slow
 * together, so then, and where nothing is learned yet, the pace of the batch counts.
 * <p>
 * Whatever is expected, work that has used up the lease but for its margin is at risk.
 * Touched by the thread of the watchdog alone.
 */
final class LeaseForecaster {

	/**
	 * The part of the lease that is left as a margin.
	 */
	private static final int MARGIN = 10;

	/**
	 * The first records after a start are often slow and short of example, so a batch has
	 * no pace of its own before this part of the lease.
	 */
	private static final int PACE = 10;

	private static final int FEWEST = 2;

	/**
	 * From fewer times than these nothing is learned.
	 */
	static final long ENOUGH = 20;

	private static final double DEVIATIONS = 2;

	private final long leaseNanos;

	private final boolean batchListener;

	private int largest = 1;

	private long toldPolls = -1;

	/**
	 * Create a forecaster.
	 * @param leaseNanos the lease, nanoseconds
	 * @param batchListener whether the listener takes a batch as a whole
	 */
	LeaseForecaster(long leaseNanos, boolean batchListener) {
		this.leaseNanos = leaseNanos;
		this.batchListener = batchListener;
	}

	/**
	 * Look ahead.
	 * @param progress what the consumer does
	 * @param usual what is learned of its listener, {@code null} while nothing is
	 * @param splitting whether the batch is handed back at the lease boundary, so that
	 * only the record in flight can break the lease
	 * @return the forecast, {@code null} while there are no records in hand
	 */
	@Nullable BatchForecast forecast(ProgressReading progress, @Nullable UsualTime usual, boolean splitting) {
		if (progress.polling() || progress.recordsRemaining() == 0) {
			return null;
		}
		this.largest = Math.max(this.largest, progress.batchSize());
		UsualTime known = (usual != null && usual.count() >= ENOUGH) ? usual : null;
		// After a failure what is left is waited with, or fetched again: nobody knows.
		Rest rest = progress.failing() ? Rest.UNKNOWN
				: this.batchListener ? ofBatch(progress, known) : ofRecords(progress, known, splitting);
		long allowed = this.leaseNanos - this.leaseNanos / MARGIN;
		long expected = progress.leaseAgeNanos() + (long) rest.mean();
		long most = Math.max(expected, progress.leaseAgeNanos() + (long) rest.most());
		double lawful = (double) progress.batchSize() * allowed / Math.max(1, most);
		return new BatchForecast(most, expected > allowed || most > this.leaseNanos,
				(int) Math.max(1, Math.min(lawful, progress.batchSize())));
	}

	private Rest ofBatch(ProgressReading progress, @Nullable UsualTime usual) {
		if (usual == null) {
			return Rest.UNKNOWN;
		}
		// A batch that is not full is not expected to take as long as the longest one.
		double share = Math.min(1, progress.batchSize() / (double) this.largest);
		return new Rest(usual.meanNanos() * share, usual.p99Nanos() * share).less(progress.recordAgeNanos());
	}

	private Rest ofRecords(ProgressReading progress, @Nullable UsualTime usual, boolean splitting) {
		int remaining = splitting ? 1 : progress.recordsRemaining();
		int done = progress.batchSize() - progress.recordsRemaining();
		double recordAge = Math.max(0, progress.recordAgeNanos());
		double spent = Math.max(0, progress.pollAgeNanos() - recordAge);
		if (done >= FEWEST && progress.pollAgeNanos() >= this.leaseNanos / PACE
				&& (usual == null || spent > slowest(usual, done))) {
			double pace = spent / done;
			return new Rest(remaining * pace, remaining * pace).less(Math.min(recordAge, pace));
		}
		if (usual == null) {
			return Rest.UNKNOWN;
		}
		double most = Math.min(sum(usual, remaining), remaining * (double) usual.p99Nanos());
		return new Rest(remaining * (double) usual.meanNanos(), most).less(Math.min(recordAge, usual.meanNanos()));
	}

	private static double slowest(UsualTime usual, int count) {
		// One of them may be the slowest that was seen.
		return usual.maxNanos() + sum(usual, count - 1);
	}

	private static double sum(UsualTime usual, int count) {
		return (double) count * usual.meanNanos() + DEVIATIONS * usual.deviationNanos() * Math.sqrt(count);
	}

	/**
	 * Return whether it is the first time that somebody asks of this batch: one warning
	 * of a batch is enough.
	 * @param progress what the consumer does
	 * @return whether to tell
	 */
	boolean mayTell(ProgressReading progress) {
		boolean first = this.toldPolls != progress.polls();
		this.toldPolls = progress.polls();
		return first;
	}

	/**
	 * The time that the rest of a batch needs.
	 *
	 * @param mean what is to be expected, nanoseconds
	 * @param most what it will hardly pass, nanoseconds
	 */
	private record Rest(double mean, double most) {

		static final Rest UNKNOWN = new Rest(0, 0);

		Rest less(double nanos) {
			double passed = Math.max(0, nanos);
			return new Rest(Math.max(0, this.mean - passed), Math.max(0, this.most - passed));
		}

	}

}
