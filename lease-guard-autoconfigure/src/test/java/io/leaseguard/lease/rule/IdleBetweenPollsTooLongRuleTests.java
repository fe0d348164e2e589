package io.leaseguard.lease.rule;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.FixedCosts;
import io.leaseguard.lease.Severity;
import io.leaseguard.lease.TestListener;
import io.leaseguard.lease.Verdict;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link IdleBetweenPollsTooLongRule}.
 */
class IdleBetweenPollsTooLongRuleTests {

	private final TestRule rule = new TestRule(new IdleBetweenPollsTooLongRule());

	@Test
	void sleepThatLeavesNoRoomForTheWorkIsAWarning() {
		// spring-kafka issue 1601: idleBetweenPolls as long as the default lease.
		TestListener listener = TestListener.plain()
			.recordTimeout(Duration.ofSeconds(1))
			.maxPollRecords(20)
			.maxPollInterval(300_000);
		Finding finding = this.rule
			.assertBroken(listener.copy().idleBetweenPolls(Duration.ofMinutes(5)).leaseCase(true));
		assertThat(finding.rule()).isEqualTo("idle-between-polls-too-long");
		assertThat(finding.severity()).isEqualTo(Severity.WARNING);
		assertThat(finding.message()).isEqualTo("idleBetweenPolls is 5m, but the lease of 5m leaves it 4m35s beside a "
				+ "batch that may take 20s: the container will shorten its sleep, and a rebalance will wait for "
				+ "nearly the whole lease.");
		assertThat(finding.fix()).isEqualTo("Set spring.kafka.listener.idle-between-polls to 275s or less, or "
				+ "max.poll.interval.ms to 325000 or more.");
		assertThat(finding.numbers()).containsEntry("idleBetweenPollsMs", 300_000L)
			.containsEntry("leaseMs", 300_000L)
			.containsEntry("workMs", 20_000L)
			.containsEntry("roomMs", 275_000L);
		this.rule.assertBroken(listener.copy().idleBetweenPolls(Duration.ofMillis(275_001)).leaseCase(true));
		this.rule.assertKept(listener.copy().idleBetweenPolls(Duration.ofMillis(275_000)).leaseCase(true));
	}

	@Test
	void otherCostsTakeRoomAsWell() {
		TestListener listener = TestListener.plain()
			.recordTimeout(Duration.ofSeconds(1))
			.maxPollRecords(20)
			.maxPollInterval(300_000)
			.idleBetweenPolls(Duration.ofSeconds(275))
			.fixedCost(FixedCosts.RETRY_BACKOFF, Duration.ofSeconds(1));
		this.rule.assertBroken(listener.leaseCase(true));
	}

	@Test
	void withoutTermsTheSleepAloneIsJudged() {
		this.rule.assertKept(new TestListener().idleBetweenPolls(Duration.ofSeconds(295)).leaseCase(true));
		Finding finding = this.rule
			.assertBroken(new TestListener().idleBetweenPolls(Duration.ofMinutes(5)).leaseCase(true));
		assertThat(finding.message()).contains("the lease of 5m leaves it 4m55s: the container");
	}

	@Test
	void sleepGivesWayToALeaseThatIsSetSoThatItIsNotRefused() {
		TestListener listener = TestListener.plain()
			.recordTimeout(Duration.ofSeconds(1))
			.maxPollRecords(20)
			.maxPollInterval(300_000)
			.idleBetweenPolls(Duration.ofMinutes(5));
		assertThat(listener.judge().verdict()).isEqualTo(Verdict.LAWFUL);
		assertThat(listener.judge().requiredLeaseMs()).isEqualTo(20_000);
	}

	@Test
	void leaseThatIsDerivedHasRoomForTheSleep() {
		TestListener listener = new TestListener().recordTimeout(Duration.ofSeconds(2))
			.idleBetweenPolls(Duration.ofSeconds(10));
		this.rule.assertKept(listener.leaseCase(true));
		assertThat(listener.judge().requiredLeaseMs()).isEqualTo(1_590_000);
		assertThat(listener.judge().leaseMs()).isEqualTo(1_591_000);
	}

	@Test
	void sleepThatNoDerivedLeaseCanHoldIsNamed() {
		TestListener listener = new TestListener().recordTimeout(Duration.ofSeconds(2))
			.idleBetweenPolls(Duration.ofHours(1));
		Finding finding = this.rule.assertBroken(listener.leaseCase(true));
		assertThat(finding.message()).contains("any lease that may be derived (max-detection-delay is 30m)");
	}

	@Test
	void noSleepPasses() {
		this.rule.assertKept(new TestListener().maxPollInterval(1).leaseCase(true));
	}

}
