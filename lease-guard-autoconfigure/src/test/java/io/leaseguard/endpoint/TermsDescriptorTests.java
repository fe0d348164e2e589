package io.leaseguard.endpoint;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Test;

import io.leaseguard.lease.FixedCosts;
import io.leaseguard.lease.LeaseTerms;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ListenerDescriptor.TermsDescriptor}.
 */
class TermsDescriptorTests {

	@Test
	void fixedCostsAreListedTermByTerm() {
		Map<String, Duration> parts = new LinkedHashMap<>();
		parts.put(FixedCosts.RETRY_BACKOFF, Duration.ofSeconds(10));
		parts.put(FixedCosts.RECOVERY, Duration.ofSeconds(190));
		ListenerDescriptor.TermsDescriptor terms = describe(new FixedCosts(parts));
		assertThat(terms.fixedCostMs()).isEqualTo(200_000);
		assertThat(terms.fixedCosts()).containsExactly(Map.entry("retryBackoff", 10_000L),
				Map.entry("recovery", 190_000L));
	}

	@Test
	void whatCannotBeReadIsUnknown() {
		ListenerDescriptor.TermsDescriptor terms = describe(new FixedCosts(
				Map.of(FixedCosts.RETRY_BACKOFF, Duration.ofSeconds(10)), Set.of(FixedCosts.RETRY_BACKOFF)));
		assertThat(terms.fixedCostMs()).isEqualTo(10_000);
		assertThat(terms.fixedCosts()).containsExactly(Map.entry("retryBackoff", "unknown"));
	}

	private ListenerDescriptor.TermsDescriptor describe(FixedCosts costs) {
		return ListenerDescriptor.TermsDescriptor.of(new LeaseTerms(null, null, Duration.ofMillis(100), 1.5,
				Duration.ofMinutes(30), Duration.ofMinutes(1), costs));
	}

}
