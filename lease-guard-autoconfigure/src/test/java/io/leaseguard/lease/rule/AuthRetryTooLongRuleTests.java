package io.leaseguard.lease.rule;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.FixedCosts;
import io.leaseguard.lease.Severity;
import io.leaseguard.lease.TestListener;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link AuthRetryTooLongRule}.
 */
class AuthRetryTooLongRuleTests {

	private final TestRule rule = new TestRule(new AuthRetryTooLongRule());

	@Test
	void intervalAsLongAsTheLeaseIsRefused() {
		// datahub pull request 17039: 10 s is fine, 600 s would not be.
		Finding finding = this.rule.assertBroken(listener(Duration.ofSeconds(600)).leaseCase(true));
		assertThat(finding.rule()).isEqualTo("auth-retry-too-long");
		assertThat(finding.severity()).isEqualTo(Severity.ERROR);
		assertThat(finding.message()).isEqualTo("auth-exception-retry-interval is 10m, but it must be shorter than the "
				+ "lease of 5m: the consumer does not poll while it sleeps.");
		assertThat(finding.fix()).isEqualTo("Set spring.kafka.listener.auth-exception-retry-interval to less than 5m.");
		assertThat(finding.numbers()).containsEntry("authRetryMs", 600_000L).containsEntry("leaseMs", 300_000L);
		this.rule.assertBroken(listener(Duration.ofSeconds(300)).leaseCase(true));
	}

	@Test
	void shortIntervalPasses() {
		this.rule.assertKept(listener(Duration.ofSeconds(10)).leaseCase(true));
	}

	@Test
	void leaseThatIsDerivedGrowsWithTheInterval() {
		this.rule.assertKept(listener(Duration.ofMinutes(10)).recordTimeout(Duration.ofSeconds(1)).leaseCase(true));
	}

	private TestListener listener(Duration interval) {
		return new TestListener().fixedCost(FixedCosts.AUTH_RETRY, interval);
	}

}
