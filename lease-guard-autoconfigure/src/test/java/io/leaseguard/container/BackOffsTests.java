package io.leaseguard.container;

import java.time.Duration;
import java.util.Random;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.springframework.kafka.support.ExponentialBackOffWithMaxRetries;
import org.springframework.util.backoff.BackOffExecution;
import org.springframework.util.backoff.ExponentialBackOff;
import org.springframework.util.backoff.FixedBackOff;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link BackOffs}.
 */
class BackOffsTests {

	@Test
	void attemptsAndElapsedTimeMayEndItBeforeItsLargestInterval() {
		ExponentialBackOff backOff = new ExponentialBackOff(100, 2);
		backOff.setMaxInterval(60_000);
		backOff.setMaxAttempts(5);
		assertThat(millis(backOff)).isEqualTo(1_600);
		backOff.setMaxAttempts(Long.MAX_VALUE);
		backOff.setMaxElapsedTime(700);
		assertThat(millis(backOff)).isEqualTo(400);
		backOff.setMaxElapsedTime(0);
		assertThat(millis(backOff)).isZero();
	}

	@Test
	void intervalThatDoesNotGrowIsTheLongest() {
		assertThat(millis(new ExponentialBackOff(100, 1))).isEqualTo(100);
		assertThat(millis(new ExponentialBackOff(1, 1.5))).isEqualTo(1);
	}

	@Test
	void initialIntervalIsCappedAsWell() {
		ExponentialBackOff backOff = new ExponentialBackOff(60_000, 2);
		assertThat(millis(backOff)).isEqualTo(30_000);
	}

	@Test
	void intervalThatHardlyGrowsIsCountedAtItsLargest() {
		ExponentialBackOff backOff = new ExponentialBackOff(1_000_000, 1.000002);
		backOff.setMaxInterval(Long.MAX_VALUE / 4);
		assertThat(millis(backOff)).isEqualTo(Long.MAX_VALUE / 4);
	}

	@Test
	void noRetriesCostNothing() {
		assertThat(BackOffs.longestStep(new ExponentialBackOffWithMaxRetries(0)).least()).isEqualTo(Duration.ZERO);
		assertThat(BackOffs.longestStep(new FixedBackOff(1_000, 0)).least()).isEqualTo(Duration.ZERO);
	}

	@Test
	void noBackOffIsUnknown() {
		assertThat(BackOffs.longestStep(null)).isEqualTo(Cost.UNKNOWN);
		assertThat(BackOffs.isEndless(null)).isFalse();
	}

	/**
	 * The walk must not be beaten by the back-off that it stands for.
	 */
	@RepeatedTest(200)
	void noStepIsEverLongerThanTheLongest() {
		Random random = new Random();
		ExponentialBackOff backOff = new ExponentialBackOff(1 + random.nextInt(5_000), 1 + random.nextDouble() * 3);
		backOff.setMaxInterval(1 + random.nextInt(100_000));
		backOff.setMaxAttempts(random.nextInt(30));
		backOff.setMaxElapsedTime(random.nextInt(1_000_000));
		backOff.setJitter(random.nextBoolean() ? 0 : random.nextInt(2_000));
		BackOffExecution execution = backOff.start();
		long longest = 0;
		for (long next = execution.nextBackOff(); next != BackOffExecution.STOP; next = execution.nextBackOff()) {
			longest = Math.max(longest, next);
		}
		assertThat(longest).as(backOff.toString()).isLessThanOrEqualTo(millis(backOff));
		if (backOff.getJitter() == 0) {
			assertThat(longest).as(backOff.toString()).isEqualTo(millis(backOff));
		}
	}

	private long millis(ExponentialBackOff backOff) {
		return BackOffs.longestStep(backOff).least().toMillis();
	}

}
