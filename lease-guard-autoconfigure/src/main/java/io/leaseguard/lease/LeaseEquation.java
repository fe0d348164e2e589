package io.leaseguard.lease;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * The equation of the guard:
 *
 * <pre>
 * required lease = ceil(S x (T + O) x F) + E
 * lawful         = lease &gt; required lease  and  detection delay &lt;= D
 * </pre>
 *
 * with the batch size {@code S}, and {@code T}, {@code O}, {@code F}, {@code E} and
 * {@code D} from the {@link LeaseTerms}. Where a batch listener declares the time of a
 * whole poll, that time stands in the place of {@code S x (T + O)}.
 * <p>
 * The consumer leaves its group when {@code poll()} is not called within
 * {@code max.poll.interval.ms} (KIP-62), hence the first half of the law, and a stuck one
 * keeps its partitions for just as long, hence the second.
 *
 * @since 0.1.0
 */
public final class LeaseEquation {

	/**
	 * The longest lease to derive, whatever detection delay is tolerated: the whole
	 * seconds of the largest number that Kafka takes, in milliseconds.
	 */
	public static final long LONGEST_LEASE_MS = Integer.MAX_VALUE / 1000L * 1000L;

	private static final long SECOND = 1000;

	private static final long UNROUNDABLE = Millis.UNBOUNDED - SECOND;

	private LeaseEquation() {
	}

	/**
	 * Return the time that the lease must exceed.
	 * @param terms the terms, declared
	 * @param batchSize the batch size, at least 1
	 * @return milliseconds, or {@link Millis#UNBOUNDED}
	 */
	public static long requiredLease(LeaseTerms terms, int batchSize) {
		return Millis.plus(requiredWork(terms, batchSize), terms.fixedCosts().totalMs());
	}

	/**
	 * Return the part of the required lease that the records take, head-room included.
	 * @param terms the terms, declared
	 * @param batchSize the batch size, at least 1
	 * @return milliseconds, or {@link Millis#UNBOUNDED}
	 */
	public static long requiredWork(LeaseTerms terms, int batchSize) {
		Duration batchTimeout = terms.batchTimeout();
		return (batchTimeout != null) ? Millis.product(1, Millis.ceil(batchTimeout), terms.safetyFactor())
				: Millis.product(batchSize, terms.recordMs(), terms.safetyFactor());
	}

	/**
	 * Return the shortest lease that is lawful for a batch size, in whole seconds: the
	 * next one strictly above the required lease.
	 * @param terms the terms, declared
	 * @param batchSize the batch size, at least 1
	 * @return milliseconds, or {@link Millis#UNBOUNDED}
	 */
	public static long shortestLease(LeaseTerms terms, int batchSize) {
		return nextSecond(requiredLease(terms, batchSize));
	}

	/**
	 * Return the lease to derive for a batch size: the shortest in whole seconds that is
	 * lawful and not below the {@code min-lease}.
	 * @param terms the terms, declared
	 * @param batchSize the batch size, at least 1
	 * @return milliseconds, or {@link Millis#UNBOUNDED}
	 */
	public static long derivedLease(LeaseTerms terms, int batchSize) {
		long minLease = terms.minLeaseMs();
		return Math.max(shortestLease(terms, batchSize), (minLease > 0) ? nextSecond(minLease - 1) : 0);
	}

	private static long nextSecond(long millis) {
		return (millis > UNROUNDABLE) ? Millis.UNBOUNDED : (millis / SECOND + 1) * SECOND;
	}

	/**
	 * Return the longest lease that the tolerated detection delay leaves to derive.
	 * @param terms the terms
	 * @param pulse the pulse, which adds to the delay of a static member
	 * @return milliseconds in whole seconds; zero when no lease fits
	 */
	public static long longestLease(LeaseTerms terms, Pulse pulse) {
		long longest = Math.max(0, terms.maxDetectionDelayMs() - pulse.detectionSurchargeMs());
		return Math.min(longest / SECOND * SECOND, LONGEST_LEASE_MS);
	}

	/**
	 * Return the largest batch whose required lease stays strictly below a lease.
	 * @param terms the terms, declared
	 * @param leaseMs the lease in milliseconds
	 * @param upTo the largest batch to consider, at least 1
	 * @return the batch size, zero when not even one record fits
	 */
	public static int largestBatch(LeaseTerms terms, long leaseMs, int upTo) {
		int fits = 0;
		int tooLarge = upTo;
		if (requiredLease(terms, upTo) < leaseMs) {
			return upTo;
		}
		while (tooLarge - fits > 1) {
			int middle = fits + (tooLarge - fits) / 2;
			if (requiredLease(terms, middle) < leaseMs) {
				fits = middle;
			}
			else {
				tooLarge = middle;
			}
		}
		return fits;
	}

	/**
	 * Return the longest record timeout with which a batch of one record would fit a
	 * lease.
	 * @param terms the terms
	 * @param leaseMs the lease in milliseconds
	 * @return milliseconds, zero when none would
	 */
	public static long longestRecordTimeout(LeaseTerms terms, long leaseMs) {
		return Math.max(0, longestWork(terms, leaseMs) - terms.recordOverheadMs());
	}

	/**
	 * Return the longest batch timeout that would fit a lease.
	 * @param terms the terms
	 * @param leaseMs the lease in milliseconds
	 * @return milliseconds, zero when none would
	 */
	public static long longestBatchTimeout(LeaseTerms terms, long leaseMs) {
		return longestWork(terms, leaseMs);
	}

	private static long longestWork(LeaseTerms terms, long leaseMs) {
		long fixed = terms.fixedCosts().totalMs();
		if (leaseMs <= fixed) {
			return 0;
		}
		return BigDecimal.valueOf(leaseMs - fixed - 1)
			.divide(BigDecimal.valueOf(terms.safetyFactor()), 0, RoundingMode.FLOOR)
			.longValueExact();
	}

	/**
	 * Return the equation with its numbers, ready to read.
	 * @param terms the terms
	 * @param batchSize the batch size
	 * @param leaseMs the lease in milliseconds
	 * @return for example {@code 500 x (2s + 100ms) x 1.5 = 26m15s < 26m16s}, or
	 * {@code null} when nothing is declared
	 */
	public static @Nullable String describe(LeaseTerms terms, int batchSize, long leaseMs) {
		if (!terms.declared()) {
			return null;
		}
		long required = requiredLease(terms, batchSize);
		return describeRequired(terms, batchSize) + ((required < leaseMs) ? " < " : " >= ") + Millis.format(leaseMs);
	}

	/**
	 * Return the left side of the equation with its numbers.
	 * @param terms the terms, declared
	 * @param batchSize the batch size
	 * @return for example {@code 500 x (2s + 100ms) x 1.5 = 26m15s}
	 */
	public static String describeRequired(LeaseTerms terms, int batchSize) {
		StringBuilder text = new StringBuilder();
		Duration batchTimeout = terms.batchTimeout();
		Duration recordTimeout = terms.recordTimeout();
		if (batchTimeout != null) {
			text.append(Millis.format(Millis.ceil(batchTimeout)));
		}
		else if (recordTimeout != null) {
			text.append(batchSize)
				.append(" x (")
				.append(Millis.format(Millis.ceil(recordTimeout)))
				.append(" + ")
				.append(Millis.format(terms.recordOverheadMs()))
				.append(")");
		}
		text.append(" x ").append(decimal(terms.safetyFactor()));
		long fixed = terms.fixedCosts().totalMs();
		if (fixed > 0) {
			text.append(" + ").append(Millis.format(fixed));
		}
		return text.append(" = ").append(Millis.format(requiredLease(terms, batchSize))).toString();
	}

	private static String decimal(double factor) {
		return BigDecimal.valueOf(factor).stripTrailingZeros().toPlainString();
	}

}
