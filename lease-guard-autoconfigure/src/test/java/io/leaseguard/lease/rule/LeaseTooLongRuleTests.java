package io.leaseguard.lease.rule;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.Severity;
import io.leaseguard.lease.TestListener;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LeaseTooLongRule}.
 */
class LeaseTooLongRuleTests {

	private final TestRule rule = new TestRule(new LeaseTooLongRule());

	private final TestListener listener = new TestListener().recordTimeout(Duration.ofSeconds(2));

	@Test
	void whenTheLeaseIsBeyondTheToleratedDelayThenNamesTheLeaseToUse() {
		Finding finding = this.rule.assertBroken(this.listener.maxPollInterval(2_100_000).leaseCase(true));
		assertThat(finding.rule()).isEqualTo("lease-too-long");
		assertThat(finding.severity()).isEqualTo(Severity.ERROR);
		assertThat(finding.subject()).isEqualTo("payments");
		assertThat(finding.message()).isEqualTo("max.poll.interval.ms is 2100000 (35m): a stuck consumer would keep "
				+ "its partitions for 35m, but max-detection-delay is 30m.");
		assertThat(finding.fix()).isEqualTo("Remove max.poll.interval.ms so that it is derived, or set it to 1576000; "
				+ "at most 1800000 is tolerated.");
		assertThat(finding.numbers()).containsOnlyKeys("leaseMs", "detectionDelayMs", "maxDetectionDelayMs")
			.containsEntry("leaseMs", 2_100_000L)
			.containsEntry("detectionDelayMs", 2_100_000L)
			.containsEntry("maxDetectionDelayMs", 1_800_000L);
	}

	@Test
	void largestNumberIsNamedNoLeaseAtAll() {
		Finding finding = this.rule.assertBroken(this.listener.maxPollInterval(Integer.MAX_VALUE).leaseCase(true));
		assertThat(finding.message()).isEqualTo("max.poll.interval.ms is 2147483647 (no lease at all): a stuck "
				+ "consumer would keep its partitions for 24d20h31m23s647ms, but max-detection-delay is 30m.");
	}

	@Test
	void sessionOfAStaticMemberCounts() {
		this.listener.maxPollInterval(1_800_000).staticMember(true);
		Finding finding = this.rule.assertBroken(this.listener.leaseCase(true));
		assertThat(finding.message()).isEqualTo("max.poll.interval.ms is 1800000 (30m); with the session timeout of a "
				+ "static member, 45s, a stuck consumer would keep its partitions for 30m45s, but "
				+ "max-detection-delay is 30m.");
		assertThat(finding.fix()).isEqualTo("Remove max.poll.interval.ms so that it is derived, or set it to 1576000; "
				+ "at most 1755000 is tolerated.");
		assertThat(finding.numbers()).containsEntry("detectionDelayMs", 1_845_000L);
	}

	@Test
	void whenTheBatchIsOpenThenTheLeaseToUseComesWithASmallerOne() {
		this.listener.maxPollInterval(2_100_000).maxDetectionDelay(Duration.ofMinutes(10));
		assertThat(fix(true)).isEqualTo("Remove max.poll.interval.ms so that it is derived, or set it to 599000 with "
				+ "max.poll.records 190; at most 600000 is tolerated.");
	}

	@Test
	void whenTheBatchThatIsSetIsTooLargeThenBothAreToBeSet() {
		this.listener.maxPollRecords(500).maxPollInterval(2_100_000).maxDetectionDelay(Duration.ofMinutes(10));
		assertThat(fix(true))
			.isEqualTo("Set max.poll.interval.ms to 599000 with max.poll.records 190; at most 600000 is tolerated.");
	}

	@Test
	void whenNothingMayBeDerivedThenNothingIsToBeRemoved() {
		this.listener.maxPollInterval(2_100_000);
		assertThat(fix(false)).isEqualTo("Set max.poll.interval.ms to 1576000; at most 1800000 is tolerated.");
	}

	@Test
	void whenTheMinimumIsOutOfReachThenNothingIsToBeRemoved() {
		this.listener.maxPollInterval(2_100_000).minLease(Duration.ofHours(1));
		assertThat(fix(true)).isEqualTo("Set max.poll.interval.ms to 1576000; at most 1800000 is tolerated.");
	}

	@Test
	void whenTheMinimumIsAllOfTheToleratedDelayThenTheLeaseMayBeRemoved() {
		this.listener.maxPollInterval(2_100_000).minLease(Duration.ofMinutes(30));
		assertThat(fix(true)).isEqualTo("Remove max.poll.interval.ms so that it is derived, or set it to 1800000; "
				+ "at most 1800000 is tolerated.");
	}

	@Test
	void whenNoLeaseFitsTheWorkThenPointsToItsRule() {
		this.listener.recordTimeout(Duration.ofHours(2)).maxPollInterval(Integer.MAX_VALUE);
		assertThat(fix(true)).isEqualTo("See work-too-long first: no lease fits the declared work.");
	}

	@Test
	void withoutTermsTheLeaseOfTheApplicationIsJudgedAllTheSame() {
		TestListener undeclared = new TestListener().maxPollInterval(Integer.MAX_VALUE);
		Finding finding = this.rule.assertBroken(undeclared.leaseCase(true));
		assertThat(finding.fix()).isEqualTo("Set max.poll.interval.ms to 1800000 or less, or remove it and declare "
				+ "record-timeout so that it is derived.");
		finding = this.rule.assertBroken(undeclared.leaseCase(false));
		assertThat(finding.fix()).isEqualTo("Set max.poll.interval.ms to 1800000 or less.");
	}

	@Test
	void withoutTermsTheDefaultLeaseIsJudgedAllTheSame() {
		Finding finding = this.rule
			.assertBroken(new TestListener().maxDetectionDelay(Duration.ofMinutes(4)).leaseCase(true));
		assertThat(finding.message()).isEqualTo("max.poll.interval.ms is 300000 (5m): a stuck consumer would keep its "
				+ "partitions for 5m, but max-detection-delay is 4m.");
		assertThat(finding.fix())
			.isEqualTo("Set max.poll.interval.ms to 240000 or less, or declare record-timeout so that it is derived.");
	}

	@Test
	void withoutTermsAndWithoutRoomForTheSessionOfAStaticMemberNamesTheSmallestDelay() {
		TestListener undeclared = new TestListener().maxDetectionDelay(Duration.ofSeconds(45)).staticMember(true);
		Finding finding = this.rule.assertBroken(undeclared.leaseCase(true));
		assertThat(finding.fix()).isEqualTo("Set max-detection-delay to 345s or more.");
		finding = this.rule.assertBroken(undeclared.maxPollInterval(Integer.MAX_VALUE).leaseCase(true));
		assertThat(finding.fix())
			.isEqualTo("Set max.poll.interval.ms to 300000 or less and max-detection-delay to 345s or more.");
	}

	@Test
	void equalityIsTolerated() {
		this.rule.assertKept(this.listener.maxPollInterval(1_800_000).leaseCase(true));
		this.rule.assertBroken(this.listener.maxPollInterval(1_800_001).leaseCase(true));
	}

	@Test
	void whatCouldNotBeDerivedIsLeftToItsOwnRule() {
		this.listener.maxPollRecords(500).maxDetectionDelay(Duration.ofMinutes(4));
		this.rule.assertKept(this.listener.leaseCase(true));
		this.rule.assertBroken(this.listener.leaseCase(false));
	}

	@Test
	void numberThatIsNoLeaseIsLeftToKafka() {
		TestListener undeclared = new TestListener().maxPollInterval(-2_134_967_296);
		this.rule.assertKept(undeclared.leaseCase(true));
	}

	@Test
	void defaultsOfKafkaPass() {
		this.rule.assertKept(new TestListener().leaseCase(true));
		this.rule.assertKept(new TestListener().leaseCase(false));
		this.rule.assertKept(this.listener.leaseCase(true));
		this.rule.assertKept(this.listener.leaseCase(false));
	}

	private String fix(boolean derivable) {
		return this.rule.assertBroken(this.listener.leaseCase(derivable)).fix();
	}

}
