package io.leaseguard.container;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link WorkTimes}.
 */
class WorkTimesTests {

	private final WorkTimes times = new WorkTimes();

	private final TimeCounts target = new TimeCounts();

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

	private void add(Duration time) {
		this.times.add(time.toNanos(), 1, 0);
	}

	private boolean drain() {
		TimeCounts filled = this.times.take();
		if (filled != null) {
			this.target.addAll(filled);
		}
		return filled != null;
	}

	private int count(Duration from, Duration to) {
		int count = 0;
		for (int i = 0; i < this.target.buckets(); i++) {
			if (TimeCounts.longest(i) >= from.toNanos() && TimeCounts.shortest(i) <= to.toNanos()) {
				count += this.target.count(i);
			}
		}
		return count;
	}

}
