package io.leaseguard.container;

import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link TimeCounts}.
 */
class TimeCountsTests {

	private final TimeCounts counts = new TimeCounts();

	@Test
	void bucketsFollowOneAnotherWithoutGapsAndAreNarrow() {
		this.counts.add(Duration.ofHours(1).toNanos(), 1);
		assertThat(TimeCounts.shortest(0)).isZero();
		for (int i = 0; i < this.counts.buckets(); i++) {
			long shortest = TimeCounts.shortest(i);
			long longest = TimeCounts.longest(i);
			assertThat(TimeCounts.shortest(i + 1)).isEqualTo(longest + 1);
			assertThat(longest - shortest)
				.isLessThan((shortest < Duration.ofMillis(67).toNanos()) ? 525_000 : shortest / 100);
		}
	}

	@Test
	void eachTimeIsCountedInItsBucket() {
		Random random = new Random(20253);
		for (int i = 0; i < 10_000; i++) {
			long nanos = random.nextLong(Duration.ofHours(1).toNanos() >>> random.nextInt(42));
			TimeCounts one = new TimeCounts();
			one.add(nanos, 3);
			int bucket = onlyBucket(one);
			assertThat(one.count(bucket)).isEqualTo(3);
			assertThat(nanos).isBetween(TimeCounts.shortest(bucket), TimeCounts.longest(bucket));
		}
	}

	@Test
	void percentilesAreThoseOfAnotherHistogram() {
		Random random = new Random(20253);
		Histogram expected = new Histogram(1, Duration.ofHours(1).toNanos(), 3);
		for (int i = 0; i < 100_000; i++) {
			long nanos = (long) (Duration.ofMillis(400).toNanos() * Math.exp(1.33 * random.nextGaussian()));
			expected.recordValue(nanos);
			this.counts.add(nanos, 1);
		}
		for (double share : new double[] { 0.5, 0.99, 0.999, 1 }) {
			double seen = percentile(share) / (double) expected.getValueAtPercentile(share * 100);
			assertThat(seen).as("" + share).isBetween(0.99, 1.01);
		}
	}

	@Test
	void daysAreCountedAsTheLongestThatIsKept() {
		this.counts.add(Duration.ofDays(3).toNanos(), 1);
		assertThat(TimeUnit.NANOSECONDS.toSeconds(TimeCounts.longest(onlyBucket(this.counts)))).isBetween(3600L, 3636L);
	}

	@Test
	void timeThatRanBackwardsIsNone() {
		this.counts.add(-5, 1);
		assertThat(onlyBucket(this.counts)).isZero();
	}

	@Test
	void countsOfOthersAreAdded() {
		TimeCounts others = new TimeCounts();
		others.add(Duration.ofSeconds(5).toNanos(), 2);
		others.add(Duration.ofMillis(5).toNanos(), 3);
		this.counts.add(Duration.ofMillis(5).toNanos(), 4);
		this.counts.addAll(others);
		this.counts.addAll(new TimeCounts());
		assertThat(this.counts.count(onlyBucket(others.buckets() / 2, others))).isEqualTo(2);
		assertThat(IntStream.range(0, this.counts.buckets()).map(this.counts::count).sum()).isEqualTo(9);
	}

	@Test
	void whatIsMadeAfterAnExampleCountsFromZeroAndMakesNoPages() {
		this.counts.add(Duration.ofSeconds(5).toNanos(), 2);
		TimeCounts empty = new TimeCounts(this.counts);
		assertThat(empty.buckets()).isEqualTo(this.counts.buckets());
		assertThat(IntStream.range(0, empty.buckets()).map(empty::count).sum()).isZero();
		assertThat(this.counts.count(onlyBucket(this.counts))).isEqualTo(2);
	}

	private long percentile(double share) {
		double enough = Math.ceil(100_000 * share);
		int seen = 0;
		int bucket = -1;
		while (seen < enough) {
			bucket++;
			seen += this.counts.count(bucket);
		}
		return TimeCounts.longest(bucket);
	}

	private static int onlyBucket(TimeCounts counts) {
		return onlyBucket(0, counts);
	}

	private static int onlyBucket(int from, TimeCounts counts) {
		int[] used = IntStream.range(from, counts.buckets()).filter((bucket) -> counts.count(bucket) > 0).toArray();
		assertThat(used).hasSize(1);
		return used[0];
	}

}
