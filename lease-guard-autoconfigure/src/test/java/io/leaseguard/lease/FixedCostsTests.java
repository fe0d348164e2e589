package io.leaseguard.lease;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link FixedCosts}.
 */
class FixedCostsTests {

	@Test
	void noneCostsNothing() {
		assertThat(FixedCosts.NONE.totalMs()).isZero();
		assertThat(FixedCosts.NONE.describe()).isEmpty();
	}

	@Test
	void totalIsTheSumWithStartedMillisecondsCounted() {
		FixedCosts costs = new FixedCosts(
				Map.of("retry-backoff", Duration.ofSeconds(10), "recovery-timeout", Duration.ofNanos(1)));
		assertThat(costs.totalMs()).isEqualTo(10_001);
	}

	@Test
	void totalSaturates() {
		Duration longest = Duration.ofSeconds(Long.MAX_VALUE);
		assertThat(new FixedCosts(Map.of("a", longest, "b", longest)).totalMs()).isEqualTo(Millis.UNBOUNDED);
	}

	@Test
	void costMustNotBeNegative() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> new FixedCosts(Map.of("retry-backoff", Duration.ofMillis(-1))))
			.withMessage("'retry-backoff' must not be negative but is PT-0.001S");
	}

	@Test
	void partsAreACopyInReadingOrder() {
		Map<String, Duration> parts = new LinkedHashMap<>();
		parts.put("retry-backoff", Duration.ofSeconds(10));
		parts.put("recovery-timeout", Duration.ofSeconds(5));
		parts.put("commit", Duration.ZERO);
		FixedCosts costs = new FixedCosts(parts);
		parts.clear();
		assertThat(costs.parts()).containsOnlyKeys("retry-backoff", "recovery-timeout", "commit");
		assertThat(costs.parts().keySet()).containsExactly("retry-backoff", "recovery-timeout", "commit");
		assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> costs.parts().clear());
	}

	@Test
	void descriptionNamesWhatCosts() {
		Map<String, Duration> parts = new LinkedHashMap<>();
		parts.put("retry-backoff", Duration.ofSeconds(10));
		parts.put("commit", Duration.ZERO);
		parts.put("recovery-timeout", Duration.ofMillis(500));
		assertThat(new FixedCosts(parts).describe()).isEqualTo("retry-backoff 10s, recovery-timeout 500ms");
	}

	@Test
	void whatIsUnknownIsNamed() {
		Map<String, Duration> parts = new LinkedHashMap<>();
		parts.put("retryBackoff", Duration.ofSeconds(10));
		FixedCosts costs = new FixedCosts(parts, Set.of("retryBackoff", "recovery"));
		assertThat(costs.describe()).isEqualTo("retryBackoff at least 10s, recovery unknown");
		assertThat(costs.totalMs()).isEqualTo(10_000);
		assertThat(costs.isUnknown("recovery")).isTrue();
		assertThat(costs.isUnknown("commit")).isFalse();
	}

	@Test
	void declaredCostWinsOverWhatWasRead() {
		FixedCosts read = new FixedCosts(
				Map.of(FixedCosts.RETRY_BACKOFF, Duration.ofSeconds(10), FixedCosts.ROLLBACK_BACKOFF,
						Duration.ofSeconds(20), FixedCosts.RECOVERY, Duration.ofSeconds(190)),
				Set.of(FixedCosts.RETRY_BACKOFF, FixedCosts.ROLLBACK_BACKOFF, FixedCosts.ROLLBACK_RECOVERY));
		FixedCosts costs = read.withDeclared(FixedCosts.RETRY_BACKOFF, FixedCosts.ROLLBACK_BACKOFF,
				Duration.ofSeconds(1));
		assertThat(costs.parts()).containsOnly(Map.entry(FixedCosts.RETRY_BACKOFF, Duration.ofSeconds(1)),
				Map.entry(FixedCosts.RECOVERY, Duration.ofSeconds(190)));
		assertThat(costs.unknown()).containsExactly(FixedCosts.ROLLBACK_RECOVERY);
	}

	@Test
	void sleepBetweenPollsGivesWay() {
		FixedCosts costs = new FixedCosts(Map.of(FixedCosts.IDLE_BETWEEN_POLLS, Duration.ofSeconds(10),
				FixedCosts.IDLE_MARGIN, Duration.ofSeconds(5), FixedCosts.RECOVERY, Duration.ofSeconds(1)));
		assertThat(costs.totalMs()).isEqualTo(16_000);
		assertThat(costs.withoutIdle().totalMs()).isEqualTo(1_000);
	}

	@Test
	void partOfACostThatDoesNotApplyIsZero() {
		assertThat(FixedCosts.NONE.partMs(FixedCosts.COMMIT)).isZero();
		assertThat(new FixedCosts(Map.of(FixedCosts.COMMIT, Duration.ofNanos(1))).partMs(FixedCosts.COMMIT))
			.isEqualTo(1);
	}

}
