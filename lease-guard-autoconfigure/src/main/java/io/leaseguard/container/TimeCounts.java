package io.leaseguard.container;

import java.time.Duration;
import java.util.Arrays;

/**
 * Counts how often something has taken how long, from nothing to one hour; what lasts
 * longer counts as one hour. Times are told apart by half a millisecond up to 0.13 s, and
 * by less than a hundredth of them above.
 * <p>
 * The counts are in pages, one for each doubling of the time, made when a time first
 * falls into them: the work of a listener is of one order of magnitude or two, and whole
 * histograms would be most of what the guard keeps of a consumer. Without locks: it
 * belongs to one thread at a time.
 *
 * @since 0.1.0
 */
public final class TimeCounts {

	private static final int UNIT_SHIFT = 19;

	private static final int PAGE_SHIFT = 7;

	private static final int PAGE_SIZE = 1 << PAGE_SHIFT;

	private static final long LONGEST_NANOS = Duration.ofHours(1).toNanos();

	private static final int PAGES = page((int) (LONGEST_NANOS >>> UNIT_SHIFT)) + 1;

	private static final int[] UNUSED = {};

	private final int[][] pages;

	TimeCounts() {
		this.pages = new int[PAGES][];
		Arrays.fill(this.pages, UNUSED);
	}

	/**
	 * Create counts of zero with the pages that others have, so that whoever counts on
	 * need not make them.
	 * @param example the others
	 */
	TimeCounts(TimeCounts example) {
		this.pages = new int[PAGES][];
		for (int i = 0; i < PAGES; i++) {
			this.pages[i] = (example.pages[i].length > 0) ? new int[PAGE_SIZE] : UNUSED;
		}
	}

	private static int page(int units) {
		return Math.max(0, Integer.SIZE - PAGE_SHIFT - Integer.numberOfLeadingZeros(units));
	}

	/**
	 * Count.
	 * @param nanos how long it has taken, nanoseconds
	 * @param count how often
	 */
	public void add(long nanos, int count) {
		int units = (int) (Math.min(Math.max(0, nanos), LONGEST_NANOS) >>> UNIT_SHIFT);
		int page = page(units);
		int[] counts = this.pages[page];
		if (counts.length == 0) {
			counts = new int[PAGE_SIZE];
			this.pages[page] = counts;
		}
		counts[(units >>> Math.max(0, page - 1)) & (PAGE_SIZE - 1)] += count;
	}

	/**
	 * Count what others have counted.
	 * @param others the others
	 */
	public void addAll(TimeCounts others) {
		for (int i = 0; i < PAGES; i++) {
			int[] source = others.pages[i];
			if (source.length > 0) {
				int[] target = (this.pages[i].length > 0) ? this.pages[i] : new int[PAGE_SIZE];
				this.pages[i] = target;
				for (int j = 0; j < PAGE_SIZE; j++) {
					target[j] += source[j];
				}
			}
		}
	}

	/**
	 * Return how many buckets there are up to the longest time that was counted, or a few
	 * more.
	 * @return the number of buckets
	 */
	public int buckets() {
		int used = PAGES;
		while (used > 0 && this.pages[used - 1].length == 0) {
			used--;
		}
		return used << PAGE_SHIFT;
	}

	/**
	 * Return how often something was counted.
	 * @param bucket times that are not told apart, from zero in their order
	 * @return how often one of them was counted
	 */
	public int count(int bucket) {
		int page = bucket >>> PAGE_SHIFT;
		int[] counts = (page < PAGES) ? this.pages[page] : UNUSED;
		return (counts.length > 0) ? counts[bucket & (PAGE_SIZE - 1)] : 0;
	}

	/**
	 * Return the shortest time in a bucket.
	 * @param bucket the bucket
	 * @return nanoseconds
	 */
	public static long shortest(int bucket) {
		int page = bucket >>> PAGE_SHIFT;
		long first = (page > 0) ? PAGE_SIZE : 0;
		return (first + (bucket & (PAGE_SIZE - 1))) << (UNIT_SHIFT + Math.max(0, page - 1));
	}

	/**
	 * Return the longest time in a bucket.
	 * @param bucket the bucket
	 * @return nanoseconds
	 */
	public static long longest(int bucket) {
		return shortest(bucket + 1) - 1;
	}

}
