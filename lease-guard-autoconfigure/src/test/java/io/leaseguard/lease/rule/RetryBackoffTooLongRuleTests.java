package io.leaseguard.lease.rule;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.FixedCosts;
import io.leaseguard.lease.Severity;
import io.leaseguard.lease.TestListener;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RetryBackoffTooLongRule}.
 */
class RetryBackoffTooLongRuleTests {

	private final TestRule rule = new TestRule(new RetryBackoffTooLongRule());

	@Test
	void backoffAsLongAsTheLeaseIsRefused() {
		Finding finding = this.rule.assertBroken(listener(Duration.ofMinutes(5)).leaseCase(true));
		assertThat(finding.rule()).isEqualTo("retry-backoff-too-long");
		assertThat(finding.severity()).isEqualTo(Severity.ERROR);
		assertThat(finding.message())
			.isEqualTo("The longest single back-off between two attempts is 5m, but it must be "
					+ "shorter than the lease of 5m: the consumer does not poll while it sleeps.");
		assertThat(finding.fix()).startsWith("Bring the back-off of the error handler to less than 5m, or let")
			.contains("retry-backoff");
		assertThat(finding.numbers()).containsEntry("retryBackoffMs", 300_000L).containsEntry("leaseMs", 300_000L);
	}

	@Test
	void backoffShorterThanTheLeasePasses() {
		this.rule.assertKept(listener(Duration.ofMillis(299_999)).leaseCase(true));
	}

	@Test
	void backoffsOfErrorHandlerAndRollbackFollowEachOther() {
		TestListener listener = listener(Duration.ofMinutes(4));
		this.rule.assertKept(listener.leaseCase(true));
		this.rule.assertBroken(listener.fixedCost(FixedCosts.ROLLBACK_BACKOFF, Duration.ofMinutes(1)).leaseCase(true));
	}

	@Test
	void leaseThatIsDerivedGrowsWithTheBackoff() {
		this.rule.assertKept(listener(Duration.ofMinutes(10)).recordTimeout(Duration.ofSeconds(1)).leaseCase(true));
	}

	@Test
	void backoffThatNoDerivedLeaseCanHoldIsRefused() {
		TestListener listener = listener(Duration.ofMinutes(30)).recordTimeout(Duration.ofSeconds(1));
		Finding finding = this.rule.assertBroken(listener.leaseCase(true));
		assertThat(finding.message())
			.contains("shorter than any lease that may be derived (max-detection-delay is 30m)");
		assertThat(finding.fix()).contains("less than 30m");
	}

	@Test
	void defaultsCostNothing() {
		this.rule.assertKept(new TestListener().maxPollInterval(1).leaseCase(true));
	}

	private TestListener listener(Duration backoff) {
		return new TestListener().fixedCost(FixedCosts.RETRY_BACKOFF, backoff);
	}

}
