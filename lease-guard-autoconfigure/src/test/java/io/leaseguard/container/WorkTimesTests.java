package io.leaseguard.container;

import java.time.Duration;

import org.HdrHistogram.IntCountsHistogram;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link WorkTimes}.
 */
class WorkTimesTests {

	private final WorkTimes times = new WorkTimes();

	private final IntCountsHistogram target = WorkTimes.histogram();

	@Test
	void nothingIsHandedOverUnlessItIsWanted() {
		this.times.add(Duration.ofMillis(5).toNanos(), 1, 0);
		this.times.handOver();
		assertThat(this.times.drainTo(this.target)).isFalse();
		assertThat(this.target.getTotalCount()).isZero();
	}

	@Test
	void whatIsWantedIsHandedOverOnceAndNothingIsLostMeanwhile() {
		drain();
		this.times.add(Duration.ofMillis(5).toNanos(), 1, 0);
		this.times.handOver();
		this.times.add(Duration.ofMillis(50).toNanos(), 1, 0);
		this.times.handOver();
		assertThat(drain()).isTrue();
		assertThat(this.target.getTotalCount()).isEqualTo(1);
		this.times.handOver();
		assertThat(drain()).isTrue();
		assertThat(this.target.getTotalCount()).isEqualTo(2);
		assertThat(this.target.getMaxValue()).isCloseTo(50_000, Percentage.withPercentage(1));
		this.times.handOver();
		assertThat(drain()).isFalse();
	}

	@Test
	void surplusOfStrideIsBookedToOneRecord() {
		drain();
		this.times.add(Duration.ofMillis(107).toNanos(), 8, Duration.ofMillis(1).toNanos());
		this.times.handOver();
		drain();
		assertThat(this.target.getTotalCount()).isEqualTo(8);
		assertThat(this.target.getCountBetweenValues(900, 1100)).isEqualTo(7);
		assertThat(this.target.getMaxValue()).isCloseTo(100_000, Percentage.withPercentage(1));
	}

	@Test
	void daysAreCountedAsTheLongestThatIsKept() {
		drain();
		this.times.add(Duration.ofDays(3).toNanos(), 1, 0);
		this.times.add(-5, 1, 0);
		this.times.handOver();
		drain();
		assertThat(this.target.getMaxValue()).isCloseTo(Duration.ofHours(1).toNanos() / 1000,
				Percentage.withPercentage(1));
		assertThat(this.target.getTotalCount()).isEqualTo(2);
	}

	@Test
	void memoryOfOneConsumerStaysSmall() {
		assertThat(2 * WorkTimes.histogram().getEstimatedFootprintInBytes()).isLessThan(24 * 1024);
	}

	private boolean drain() {
		return this.times.drainTo(this.target);
	}

}
