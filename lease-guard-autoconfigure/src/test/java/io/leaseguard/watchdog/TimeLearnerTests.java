package io.leaseguard.watchdog;

import java.time.Duration;
import java.util.Objects;

import org.junit.jupiter.api.Test;

import io.leaseguard.container.TestTimes;
import io.leaseguard.container.WorkTimes;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link TimeLearner}: the lease is 19 s.
 */
class TimeLearnerTests {

	private static final long LEASE = Duration.ofSeconds(19).toNanos();

	private final TimeLearner learner = new TimeLearner(0);

	@Test
	void nothingIsLearnedOfNothing() {
		assertThat(this.learner.learned()).isNull();
		assertThat(this.learner.usual(LEASE)).isNull();
	}

	@Test
	void whatWasStuckIsShownButIsNotUsual() {
		learn(148, Duration.ofMillis(100), 2, Duration.ofSeconds(27));
		LearnedTime learned = Objects.requireNonNull(this.learner.learned());
		assertThat(learned.count()).isEqualTo(150);
		assertThat(learned.p50Ms()).isBetween(100L, 101L);
		assertThat(learned.maxMs()).isBetween(27_000L, 27_500L);
		UsualTime usual = Objects.requireNonNull(this.learner.usual(LEASE));
		assertThat(usual.count()).isEqualTo(148);
		assertThat(Duration.ofNanos(usual.meanNanos()).toMillis()).isBetween(99L, 101L);
		assertThat(Duration.ofNanos(usual.maxNanos()).toMillis()).isBetween(100L, 101L);
		assertThat(Duration.ofNanos(usual.p99Nanos()).toMillis()).isBetween(100L, 101L);
		assertThat(Duration.ofNanos(usual.p999Nanos()).toMillis()).isBetween(100L, 101L);
	}

	@Test
	void whatOutlivesTheLeaseAgainAndAgainIsUsual() {
		learn(10, Duration.ofMillis(100), 90, Duration.ofSeconds(27));
		UsualTime usual = Objects.requireNonNull(this.learner.usual(LEASE));
		assertThat(usual.count()).isEqualTo(100);
		assertThat(Duration.ofNanos(usual.p99Nanos()).toSeconds()).isEqualTo(27);
	}

	private void learn(int quick, Duration quickTime, int slow, Duration slowTime) {
		WorkTimes times = TestTimes.times();
		TestTimes.add(times, quickTime, quick);
		TestTimes.add(times, slowTime, slow);
		times.ask(null);
		TestTimes.handOver(times);
		this.learner.absorb(times, 1, 1);
	}

}
