package io.leaseguard.lease;

import java.util.LinkedHashMap;
import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link Finding}.
 */
class FindingTests {

	@Test
	void numbersAreACopyInReadingOrder() {
		Map<String, Long> numbers = new LinkedHashMap<>();
		numbers.put("requiredLeaseMs", 1_575_000L);
		numbers.put("leaseMs", 300_000L);
		Finding finding = new Finding("lease-too-short", Severity.ERROR, "payments", "message", "fix", numbers);
		numbers.clear();
		assertThat(finding.numbers().keySet()).containsExactly("requiredLeaseMs", "leaseMs");
		assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> finding.numbers().clear());
	}

}
