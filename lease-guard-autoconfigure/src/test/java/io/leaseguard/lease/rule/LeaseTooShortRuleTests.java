package io.leaseguard.lease.rule;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.Severity;
import io.leaseguard.lease.TestListener;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LeaseTooShortRule}.
 */
class LeaseTooShortRuleTests {

	private final TestRule rule = new TestRule(new LeaseTooShortRule());

	private final TestListener listener = new TestListener().recordTimeout(Duration.ofSeconds(2));

	@Test
	void whenBothAreSetAndDoNotFitThenNamesTheBatchAndTheLeaseThatWould() {
		this.listener.maxPollRecords(500).maxPollInterval(300_000);
		Finding finding = this.rule.assertBroken(this.listener.leaseCase(true));
		assertThat(finding.rule()).isEqualTo("lease-too-short");
		assertThat(finding.severity()).isEqualTo(Severity.ERROR);
		assertThat(finding.subject()).isEqualTo("payments");
		assertThat(finding.message()).isEqualTo("max.poll.interval.ms is 300000 (5m), which is not above the required "
				+ "lease: 500 x (2s + 100ms) x 1.5 = 26m15s.");
		assertThat(finding.fix()).isEqualTo("Set max.poll.records to 95 or less, or max.poll.interval.ms to 1576000, "
				+ "which max-detection-delay 30m allows.");
		assertThat(finding.numbers()).containsOnlyKeys("requiredLeaseMs", "leaseMs", "maxDetectionDelayMs")
			.containsEntry("requiredLeaseMs", 1_575_000L)
			.containsEntry("leaseMs", 300_000L)
			.containsEntry("maxDetectionDelayMs", 1_800_000L);
	}

	@Test
	void whenTheToleratedDelayAllowsNoLongerLeaseThenSaysSo() {
		this.listener.maxPollRecords(500).maxPollInterval(300_000).maxDetectionDelay(Duration.ofMinutes(10));
		assertThat(fix())
			.isEqualTo("Set max.poll.records to 95 or less. A longer lease is no way out: max-detection-delay is 10m.");
	}

	@Test
	void whenTheSessionOfAStaticMemberTakesTheRoomThenSaysSo() {
		this.listener.maxPollRecords(190)
			.maxPollInterval(300_000)
			.maxDetectionDelay(Duration.ofMinutes(10))
			.staticMember(true);
		assertThat(fix()).isEqualTo("Set max.poll.records to 95 or less. A longer lease is no way out: "
				+ "max-detection-delay is 10m, of which the session timeout of a static member takes 45s.");
	}

	@Test
	void whenTheLeaseIsTooLongAsWellThenTheBatchFitsTheLeaseThatWillBeLeft() {
		this.listener.maxPollRecords(5_000).maxPollInterval(2_400_000);
		assertThat(fix()).isEqualTo(
				"Set max.poll.records to 571 or less. A longer lease is no way out: max-detection-delay is 30m.");
	}

	@Test
	void whenTheLeaseThatIsSetHoldsNoRecordThenNamesALeaseThatDoes() {
		this.listener.maxPollRecords(100).maxPollInterval(3_150);
		assertThat(fix()).isEqualTo("Set max.poll.interval.ms to 316000, which max-detection-delay 30m allows.");
	}

	@Test
	void whenTheLeaseThatIsSetHoldsNoRecordAndTheBatchIsTooLargeThenNamesBoth() {
		this.listener.maxPollRecords(1_000).maxPollInterval(3_150);
		assertThat(fix()).isEqualTo("Set max.poll.interval.ms to 1799000 with max.poll.records 571, which "
				+ "max-detection-delay 30m allows.");
	}

	@Test
	void whenTheBatchThatIsSetIsTooLargeForTheToleratedDelayThenNamesTheLargest() {
		this.listener.maxPollRecords(500).maxDetectionDelay(Duration.ofMinutes(10));
		Finding finding = this.rule.assertBroken(this.listener.leaseCase(true));
		assertThat(finding.message())
			.isEqualTo("max.poll.records is 500, which needs a lease of 26m16s (500 x (2s + 100ms) x 1.5 = 26m15s), "
					+ "but max-detection-delay is 10m.");
		assertThat(finding.fix()).isEqualTo("Set max.poll.records to 190 or less.");
	}

	@Test
	void whenTheBatchThatIsSetNeedsALeaseBeyondThatOfKafkaThenDoesNotBlameTheDelay() {
		this.listener.maxPollRecords(Integer.MAX_VALUE).maxDetectionDelay(Duration.ofDays(365));
		Finding finding = this.rule.assertBroken(this.listener.leaseCase(true));
		assertThat(finding.message()).endsWith(", but Kafka knows no lease above 24d20h31m23s.");
		assertThat(finding.fix()).isEqualTo("Set max.poll.records to 681740 or less.");
	}

	@Test
	void whenNothingMayBeDerivedThenTheDefaultLeaseIsJudged() {
		Finding finding = this.rule.assertBroken(this.listener.leaseCase(false));
		assertThat(finding.message()).startsWith("max.poll.interval.ms is 300000 (5m), which is not above");
		assertThat(finding.fix()).isEqualTo("Set max.poll.records to 95 or less, or max.poll.interval.ms to 1576000, "
				+ "which max-detection-delay 30m allows.");
	}

	@Test
	void whenNothingMayBeDerivedAndTheDelayIsShortThenNamesBothSettings() {
		this.listener.maxDetectionDelay(Duration.ofMinutes(10));
		assertThat(this.rule.assertBroken(this.listener.leaseCase(false)).fix())
			.isEqualTo("Set max.poll.records to 95 or less, or max.poll.interval.ms to 599000 with max.poll.records "
					+ "190, which max-detection-delay 10m allows.");
	}

	@Test
	void fixedCostIsNamedByItsParts() {
		this.listener.maxPollRecords(10)
			.maxPollInterval(40_000)
			.fixedCost("retry-backoff", Duration.ofSeconds(10))
			.fixedCost("recovery-timeout", Duration.ofSeconds(5));
		assertThat(this.rule.assertBroken(this.listener.leaseCase(true)).message())
			.isEqualTo("max.poll.interval.ms is 40000 (40s), which is not above the required lease: "
					+ "10 x (2s + 100ms) x 1.5 + 15s = 46s500ms. "
					+ "The fixed cost is retry-backoff 10s, recovery-timeout 5s.");
	}

	@Test
	void declaredBatchIsNotAnsweredWithASmallerOne() {
		this.listener.batchTimeout(Duration.ofMinutes(10)).maxPollInterval(300_000);
		Finding finding = this.rule.assertBroken(this.listener.leaseCase(true));
		assertThat(finding.message())
			.isEqualTo("max.poll.interval.ms is 300000 (5m), which is not above the required lease: 10m x 1.5 = 15m.");
		assertThat(finding.fix())
			.isEqualTo("Set max.poll.interval.ms to 901000, which max-detection-delay 30m allows.");
	}

	@Test
	void equalityIsNotEnough() {
		this.listener.maxPollRecords(500).maxPollInterval(1_575_000);
		this.rule.assertBroken(this.listener.leaseCase(true));
		this.listener.maxPollInterval(1_575_001);
		this.rule.assertKept(this.listener.leaseCase(true));
	}

	@Test
	void minimumOfDerivedLeasesDoesNotBindALeaseThatIsSet() {
		this.listener.maxPollRecords(1).maxPollInterval(4_000).minLease(Duration.ofHours(1));
		this.rule.assertKept(this.listener.leaseCase(true));
		this.listener.maxPollInterval(3_000);
		assertThat(fix()).isEqualTo("Set max.poll.interval.ms to 4000, which max-detection-delay 30m allows.");
	}

	@Test
	void longerSessionIsNeverTheAnswer() {
		this.listener.maxPollRecords(500).maxPollInterval(300_000);
		assertThat(fix()).doesNotContain("session").doesNotContain("heartbeat");
	}

	@Test
	void workThatFitsNoLeaseIsLeftToItsOwnRule() {
		this.listener.maxPollInterval(1_000).maxDetectionDelay(Duration.ofSeconds(3));
		this.rule.assertKept(this.listener.leaseCase(true));
	}

	@Test
	void derivedLeaseMayBeAllOfTheToleratedDelay() {
		this.listener.maxPollRecords(500).maxDetectionDelay(Duration.ofSeconds(1_576));
		this.rule.assertKept(this.listener.leaseCase(true));
	}

	@Test
	void derivedLeaseIsLongEnough() {
		this.rule.assertKept(this.listener.leaseCase(true));
	}

	@Test
	void derivedBatchIsSmallEnough() {
		this.rule.assertKept(this.listener.maxPollInterval(300_000).leaseCase(true));
	}

	@Test
	void defaultsOfKafkaWithoutTermsPass() {
		this.rule.assertKept(new TestListener().leaseCase(true));
		this.rule.assertKept(new TestListener().leaseCase(false));
	}

	private String fix() {
		return this.rule.assertBroken(this.listener.leaseCase(true)).fix();
	}

}
