package io.leaseguard.lease.rule;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.FixedCosts;
import io.leaseguard.lease.Severity;
import io.leaseguard.lease.TestListener;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link UnknownRetryBackoffRule}.
 */
class UnknownRetryBackoffRuleTests {

	private final TestRule rule = new TestRule(new UnknownRetryBackoffRule());

	@Test
	void backoffThatCannotBeReadIsAWarning() {
		Finding finding = this.rule.assertBroken(listener(FixedCosts.RETRY_BACKOFF).leaseCase(true));
		assertThat(finding.rule()).isEqualTo("unknown-retry-backoff");
		assertThat(finding.severity()).isEqualTo(Severity.WARNING);
		assertThat(finding.fix()).contains("lease-guard.listeners.payments.retry-backoff");
		this.rule.assertBroken(listener(FixedCosts.ROLLBACK_BACKOFF).leaseCase(true));
	}

	@Test
	void idThatIsNoPlainKeyIsWrittenInBrackets() {
		TestListener listener = listener(FixedCosts.RETRY_BACKOFF);
		LeaseCase dotted = LeaseCase.of("org.acme#0_x", listener.terms(), listener.settings(), true, listener.facts());
		assertThat(this.rule.assertBroken(dotted).fix()).contains("lease-guard.listeners.[org.acme#0_x].retry-backoff");
	}

	@Test
	void withoutTermsItIsOnlyWorthKnowing() {
		TestListener listener = new TestListener().unknownCost(FixedCosts.RETRY_BACKOFF);
		assertThat(this.rule.assertBroken(listener.leaseCase(true)).severity()).isEqualTo(Severity.INFO);
	}

	@Test
	void backoffThatIsReadPasses() {
		this.rule.assertKept(new TestListener().fixedCost(FixedCosts.RETRY_BACKOFF, Duration.ofSeconds(1))
			.unknownCost(FixedCosts.RECOVERY)
			.leaseCase(true));
	}

	private TestListener listener(String cost) {
		return new TestListener().recordTimeout(Duration.ofSeconds(2)).unknownCost(cost);
	}

}
