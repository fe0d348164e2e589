package io.leaseguard.lease.rule;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.FixedCosts;
import io.leaseguard.lease.Severity;
import io.leaseguard.lease.TestListener;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link UnknownRecoveryRule}.
 */
class UnknownRecoveryRuleTests {

	private final TestRule rule = new TestRule(new UnknownRecoveryRule());

	@Test
	void recoveryThatCannotBeReadIsWorthKnowing() {
		Finding finding = this.rule.assertBroken(new TestListener().unknownCost(FixedCosts.RECOVERY).leaseCase(true));
		assertThat(finding.rule()).isEqualTo("unknown-recovery");
		assertThat(finding.severity()).isEqualTo(Severity.INFO);
		assertThat(finding.fix()).contains("lease-guard.listeners.payments.recovery-timeout");
		this.rule.assertBroken(new TestListener().unknownCost(FixedCosts.ROLLBACK_RECOVERY).leaseCase(true));
	}

	@Test
	void recoveryThatIsReadPasses() {
		this.rule.assertKept(new TestListener().fixedCost(FixedCosts.RECOVERY, Duration.ofSeconds(190))
			.unknownCost(FixedCosts.RETRY_BACKOFF)
			.leaseCase(true));
	}

}
