package io.leaseguard.container;

import java.time.Duration;
import java.util.List;
import java.util.Objects;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.IntCountsHistogram;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link WorkTimes}.
 */
class WorkTimesTests {

	private static final long UNIT = WorkTimes.shortestNanos(1);

	private final WorkTimes times = new WorkTimes();

	private final Histogram target = new Histogram(2);

	@Test
	void nothingIsHandedOverUnlessItIsAskedFor() {
		add(Duration.ofMillis(5));
		this.times.handOver();
		assertThat(drain()).isFalse();
	}

	@Test
	void whatIsAskedForIsHandedOverOnceAndNothingIsLostMeanwhile() {
		add(Duration.ofMillis(5));
		this.times.ask(null);
		this.times.handOver();
		add(Duration.ofMillis(50));
		this.times.handOver();
		assertThat(drain()).isTrue();
		assertThat(count(Duration.ZERO, Duration.ofHours(1))).isEqualTo(1);
		this.times.ask(this.target);
		this.times.handOver();
		assertThat(drain()).isTrue();
		assertThat(count(Duration.ZERO, Duration.ofHours(1))).isEqualTo(2);
		assertThat(count(Duration.ofMillis(49), Duration.ofMillis(51))).isEqualTo(1);
		this.times.handOver();
		assertThat(drain()).isFalse();
	}

	@Test
	void consumerWithoutWorkIsNotAsked() {
		this.times.ask(null);
		add(Duration.ofNanos(1));
		this.times.handOver();
		assertThat(drain()).isFalse();
		this.times.ask(null);
		this.times.handOver();
		assertThat(drain()).isTrue();
	}

	@Test
	void surplusOfStrideIsBookedToOneRecord() {
		this.times.add(Duration.ofMillis(107).toNanos(), 8, Duration.ofMillis(1).toNanos());
		this.times.ask(null);
		this.times.handOver();
		drain();
		assertThat(count(Duration.ZERO, Duration.ofHours(1))).isEqualTo(8);
		assertThat(count(Duration.ofMillis(1), Duration.ofMillis(2))).isEqualTo(7);
		assertThat(count(Duration.ofMillis(99), Duration.ofMillis(101))).isEqualTo(1);
	}

	@Test
	void timesAreToldApartByHalfMillisecondsAndByHundredths() {
		for (Duration time : List.of(Duration.ZERO, Duration.ofMillis(3), Duration.ofMillis(130), Duration.ofSeconds(7),
				Duration.ofMinutes(59))) {
			IntCountsHistogram counted = counted(time.toNanos());
			long shortest = WorkTimes.shortestNanos(counted.lowestEquivalentValue(counted.getMaxValue()));
			long longest = WorkTimes.longestNanos(counted.getMaxValue());
			assertThat(time.toNanos()).isBetween(shortest, longest);
			assertThat(longest - shortest).isLessThan(Math.max(UNIT, time.toNanos() / 100));
		}
	}

	@Test
	void longerThanAnHourAndLessThanNothingAreCountedAtTheEnds() {
		assertThat(counted(Long.MAX_VALUE).getMaxValue())
			.isEqualTo(counted(Duration.ofHours(1).toNanos()).getMaxValue());
		assertThat(counted(Long.MIN_VALUE).getMaxValue()).isZero();
	}

	@Test
	void whatNobodyAsksForDoesNotOverflow() {
		this.times.add(1, Integer.MAX_VALUE, 1);
		this.times.add(1, Integer.MAX_VALUE, 1);
		this.times.ask(null);
		this.times.handOver();
		assertThat(drain()).isTrue();
		assertThat(this.target.getTotalCount()).isLessThanOrEqualTo(Integer.MAX_VALUE);
	}

	@Test
	void histogramThatIsOfferedIsAsLongAsTheExample() {
		IntCountsHistogram example = counted(Duration.ofMinutes(1).toNanos());
		this.times.add(1, 1, 0);
		this.times.ask(example);
		this.times.handOver();
		assertThat(drain()).isTrue();
		this.times.add(1, 1, 0);
		this.times.ask(null);
		this.times.handOver();
		IntCountsHistogram offered = Objects.requireNonNull(this.times.take());
		assertThat(offered.getEstimatedFootprintInBytes()).isEqualTo(example.getEstimatedFootprintInBytes());
	}

	@Test
	void histogramThatIsOfferedGrowsWhenWorkTakesLongerThanEver() {
		this.times.add(1, 1, 0);
		this.times.ask(counted(Duration.ofMillis(1).toNanos()));
		this.times.handOver();
		assertThat(drain()).isTrue();
		add(Duration.ofMinutes(50));
		this.times.ask(this.target);
		this.times.handOver();
		assertThat(drain()).isTrue();
		assertThat(count(Duration.ofMinutes(49), Duration.ofMinutes(51))).isEqualTo(1);
	}

	private static IntCountsHistogram counted(long nanos) {
		WorkTimes times = new WorkTimes();
		times.add(nanos, 1, 0);
		times.ask(null);
		times.handOver();
		return Objects.requireNonNull(times.take());
	}

	private void add(Duration time) {
		this.times.add(time.toNanos(), 1, 0);
	}

	private boolean drain() {
		IntCountsHistogram filled = this.times.take();
		if (filled != null) {
			this.target.add(filled);
		}
		return filled != null;
	}

	private long count(Duration from, Duration to) {
		return this.target.getCountBetweenValues(from.toNanos() / UNIT, to.toNanos() / UNIT);
	}

}
