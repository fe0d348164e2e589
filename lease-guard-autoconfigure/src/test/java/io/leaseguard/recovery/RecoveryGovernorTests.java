package io.leaseguard.recovery;

import java.time.Duration;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RecoveryGovernor}.
 */
class RecoveryGovernorTests {

	private final RecoveryGovernor governor = governor(42);

	@Test
	void attemptsOfTheWindowAreUsedUpAndComeBack() {
		this.governor.attempted(seconds(0));
		this.governor.attempted(seconds(100));
		assertThat(this.governor.exhausted(seconds(200))).isFalse();
		this.governor.attempted(seconds(200));
		assertThat(this.governor.exhausted(seconds(600))).isTrue();
		assertThat(this.governor.exhausted(seconds(601))).isFalse();
		assertThat(this.governor.attempts()).isEqualTo(2);
	}

	@Test
	void nextAttemptWaitsForTheCoolDownAndUpToAQuarterMore() {
		for (int seed = 0; seed < 100; seed++) {
			RecoveryGovernor governor = governor(seed);
			governor.sick(0);
			governor.attempted(seconds(100));
			assertThat(governor.ready(RecoveryAction.REJOIN, seconds(100 + 39.9))).isFalse();
			assertThat(governor.ready(RecoveryAction.REJOIN, seconds(100 + 50))).isTrue();
		}
	}

	@Test
	void coolDownsOfManyInstancesDiffer() {
		long atOnce = 0;
		for (int seed = 0; seed < 100; seed++) {
			RecoveryGovernor governor = governor(seed);
			governor.attempted(0);
			if (governor.ready(RecoveryAction.RESTART, seconds(45))) {
				atOnce++;
			}
		}
		assertThat(atOnce).isBetween(20L, 80L);
	}

	@Test
	void firstRestartWaitsByChanceButFirstRejoinDoesNot() {
		this.governor.sick(seconds(5));
		assertThat(this.governor.ready(RecoveryAction.REJOIN, seconds(5))).isTrue();
		assertThat(this.governor.ready(RecoveryAction.RESTART, seconds(5))).isFalse();
		assertThat(this.governor.ready(RecoveryAction.RESTART, seconds(15))).isTrue();
	}

	@Test
	void sameSeedGivesTheSameTimes() {
		RecoveryGovernor twin = governor(42);
		this.governor.attempted(0);
		twin.attempted(0);
		for (int tenths = 400; tenths <= 500; tenths++) {
			assertThat(twin.ready(RecoveryAction.RESTART, seconds(tenths / 10.0)))
				.isEqualTo(this.governor.ready(RecoveryAction.RESTART, seconds(tenths / 10.0)));
		}
	}

	@Test
	void withoutCoolDownNothingWaits() {
		RecoveryGovernor governor = new RecoveryGovernor(new RecoveryLimits(3, Duration.ofMinutes(10), Duration.ZERO),
				new SplittableRandom(1));
		governor.sick(0);
		assertThat(governor.ready(RecoveryAction.RESTART, 0)).isTrue();
		governor.attempted(0);
		assertThat(governor.ready(RecoveryAction.RESTART, 0)).isTrue();
	}

	@Test
	void questionForLeaveStartsTheCoolDownButCountsAsNoAttempt() {
		this.governor.coolDown(0);
		assertThat(this.governor.ready(RecoveryAction.REJOIN, seconds(1))).isFalse();
		assertThat(this.governor.attempts()).isZero();
		assertThat(this.governor.idle(0)).isTrue();
	}

	private static RecoveryGovernor governor(long seed) {
		return new RecoveryGovernor(new RecoveryLimits(3, Duration.ofMinutes(10), Duration.ofSeconds(40)),
				new SplittableRandom(seed));
	}

	private static long seconds(double seconds) {
		return (long) (seconds * 1e9);
	}

}
