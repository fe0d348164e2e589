package io.leaseguard.lease;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

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

}
