package io.leaseguard.lease.rule;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.FixedCosts;
import io.leaseguard.lease.Severity;
import io.leaseguard.lease.TestListener;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RecoveryTooLongRule}.
 */
class RecoveryTooLongRuleTests {

	private final TestRule rule = new TestRule(new RecoveryTooLongRule());

	@Test
	void recoveryAsLongAsTheLeaseIsRefused() {
		Finding finding = this.rule
			.assertBroken(listener(Duration.ofSeconds(190)).maxPollInterval(190_000).leaseCase(true));
		assertThat(finding.rule()).isEqualTo("recovery-too-long");
		assertThat(finding.severity()).isEqualTo(Severity.ERROR);
		assertThat(finding.message())
			.isEqualTo("The recovery of one record may take 3m10s, but it must be shorter than "
					+ "the lease of 3m10s: the consumer does not poll meanwhile.");
		assertThat(finding.fix()).startsWith("Bring it to less than 190s").contains("max.block.ms", "recovery-timeout");
		assertThat(finding.numbers()).containsEntry("recoveryMs", 190_000L).containsEntry("leaseMs", 190_000L);
	}

	@Test
	void recoveryShorterThanTheLeasePasses() {
		this.rule.assertKept(listener(Duration.ofSeconds(190)).leaseCase(true));
		this.rule.assertKept(listener(Duration.ofSeconds(190)).maxPollInterval(190_001).leaseCase(true));
	}

	@Test
	void recoveriesOfErrorHandlerAndRollbackFollowEachOther() {
		this.rule.assertBroken(
				listener(Duration.ofSeconds(190)).fixedCost(FixedCosts.ROLLBACK_RECOVERY, Duration.ofSeconds(110))
					.leaseCase(true));
	}

	@Test
	void leaseThatIsDerivedGrowsWithTheRecovery() {
		this.rule.assertKept(listener(Duration.ofMinutes(10)).recordTimeout(Duration.ofSeconds(1)).leaseCase(true));
		this.rule.assertBroken(listener(Duration.ofMinutes(30)).recordTimeout(Duration.ofSeconds(1)).leaseCase(true));
	}

	private TestListener listener(Duration recovery) {
		return new TestListener().fixedCost(FixedCosts.RECOVERY, recovery);
	}

}
