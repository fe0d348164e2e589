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

	private int given;

	@Test
	void nothingIsHandedOverUnlessItIsAskedFor() {
		this.times.add(Duration.ofMillis(5).toNanos(), 1, 0);
		this.times.handOver();
		assertThat(drain()).isFalse();
		assertThat(this.target.getTotalCount()).isZero();
	}

	@Test
	void whatIsAskedForIsHandedOverOnceAndNothingIsLostMeanwhile() {
		this.times.add(Duration.ofMillis(5).toNanos(), 1, 0);
		ask();
		this.times.handOver();
		this.times.add(Duration.ofMillis(50).toNanos(), 1, 0);
		this.times.handOver();
		assertThat(drain()).isTrue();
		assertThat(this.target.getTotalCount()).isEqualTo(1);
		ask();
		this.times.handOver();
		assertThat(drain()).isTrue();
		assertThat(this.target.getTotalCount()).isEqualTo(2);
		assertThat(this.target.getMaxValue()).isCloseTo(50_000, Percentage.withPercentage(1));
		this.times.handOver();
		assertThat(drain()).isFalse();
	}

	@Test
	void consumerWithoutWorkIsNotAsked() {
		ask();
		assertThat(this.given).isZero();
		this.times.add(1, 1, 0);
		ask();
		ask();
		assertThat(this.given).isOne();
	}

	@Test
	void surplusOfStrideIsBookedToOneRecord() {
		this.times.add(Duration.ofMillis(107).toNanos(), 8, Duration.ofMillis(1).toNanos());
		ask();
		this.times.handOver();
		drain();
		assertThat(this.target.getTotalCount()).isEqualTo(8);
		assertThat(this.target.getCountBetweenValues(900, 1100)).isEqualTo(7);
		assertThat(this.target.getMaxValue()).isCloseTo(100_000, Percentage.withPercentage(1));
	}

	@Test
	void daysAreCountedAsTheLongestThatIsKept() {
		this.times.add(Duration.ofDays(3).toNanos(), 1, 0);
		this.times.add(-5, 1, 0);
		ask();
		this.times.handOver();
		drain();
		assertThat(this.target.getMaxValue()).isCloseTo(Duration.ofHours(1).toNanos() / 1000,
				Percentage.withPercentage(1));
		assertThat(this.target.getTotalCount()).isEqualTo(2);
	}

	@Test
	void memoryOfOneConsumerStaysSmall() {
		// What is being written, and the present and the former window of a listener with
		// one consumer.
		assertThat(3 * WorkTimes.histogram().getEstimatedFootprintInBytes()).isLessThan(28 * 1024);
	}

	private void ask() {
		this.times.ask(() -> {
			this.given++;
			return WorkTimes.histogram();
		});
	}

	private boolean drain() {
		IntCountsHistogram filled = this.times.take();
		if (filled != null) {
			this.target.add(filled);
		}
		return filled != null;
	}

}
