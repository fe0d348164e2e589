package io.leaseguard.lease.rule;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.Severity;
import io.leaseguard.lease.TestListener;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link WorkTooLongRule}.
 */
class WorkTooLongRuleTests {

	private final TestRule rule = new TestRule(new WorkTooLongRule());

	private final TestListener listener = new TestListener().recordTimeout(Duration.ofHours(2));

	@Test
	void whenNotEvenOneRecordFitsThenNamesTheLongestTimeoutAndTheSmallestDelay() {
		Finding finding = examine();
		assertThat(finding.rule()).isEqualTo("work-too-long");
		assertThat(finding.severity()).isEqualTo(Severity.ERROR);
		assertThat(finding.subject()).isEqualTo("payments");
		assertThat(finding.message()).isEqualTo("One record alone needs a lease of 3h1s "
				+ "(1 x (2h + 100ms) x 1.5 = 3h150ms), but max-detection-delay is 30m.");
		assertThat(finding.fix()).isEqualTo("Bring the work of one record to 1199899ms or less (record-timeout), or "
				+ "set max-detection-delay to 10801s or more.");
		assertThat(finding.numbers())
			.containsOnlyKeys("requiredLeaseMs", "maxDetectionDelayMs", "smallestDetectionDelayMs")
			.containsEntry("requiredLeaseMs", 10_800_150L)
			.containsEntry("maxDetectionDelayMs", 1_800_000L)
			.containsEntry("smallestDetectionDelayMs", 10_801_000L);
	}

	@Test
	void numbersOfTheFixAreTheExactOnes() {
		this.listener.recordTimeout(Duration.ofMillis(1_199_899));
		this.rule.assertKept(this.listener.leaseCase(true));
		this.listener.recordTimeout(Duration.ofMillis(1_199_900));
		this.rule.assertBroken(this.listener.leaseCase(true));
		this.listener.recordTimeout(Duration.ofHours(2)).maxDetectionDelay(Duration.ofSeconds(10_801));
		this.rule.assertKept(this.listener.leaseCase(true));
		this.listener.maxDetectionDelay(Duration.ofSeconds(10_800));
		this.rule.assertBroken(this.listener.leaseCase(true));
	}

	@Test
	void sessionOfAStaticMemberCounts() {
		this.listener.recordTimeout(Duration.ofSeconds(12))
			.minLease(Duration.ZERO)
			.maxDetectionDelay(Duration.ofMinutes(1))
			.staticMember(true);
		Finding finding = examine();
		assertThat(finding.message()).isEqualTo("One record alone needs a lease of 19s "
				+ "(1 x (12s + 100ms) x 1.5 = 18s150ms), but max-detection-delay is 1m, of which the session timeout "
				+ "of a static member takes 45s.");
		assertThat(finding.fix()).isEqualTo("Bring the work of one record to 9899ms or less (record-timeout), or set "
				+ "max-detection-delay to 64s or more.");
	}

	@Test
	void whenTheSessionOfAStaticMemberTakesItAllThenOnlyALongerDelayHelps() {
		this.listener.recordTimeout(Duration.ofSeconds(2)).maxDetectionDelay(Duration.ofSeconds(30)).staticMember(true);
		assertThat(examine().fix()).isEqualTo("Set max-detection-delay to 105s or more.");
	}

	@Test
	void declaredBatchIsNamedAsSuch() {
		this.listener.batchTimeout(Duration.ofMinutes(20));
		Finding finding = examine();
		assertThat(finding.message()).isEqualTo(
				"The declared batch alone needs a lease of 30m1s (20m x 1.5 = 30m), but max-detection-delay is 30m.");
		assertThat(finding.fix()).isEqualTo("Bring the work of one batch to 1199999ms or less (batch-timeout), or "
				+ "set max-detection-delay to 1801s or more.");
	}

	@Test
	void fixedCostIsNamedByItsParts() {
		this.listener.recordTimeout(Duration.ofSeconds(2)).fixedCost("retry-backoff", Duration.ofMinutes(30));
		Finding finding = examine();
		assertThat(finding.message()).isEqualTo("One record alone needs a lease of 30m4s "
				+ "(1 x (2s + 100ms) x 1.5 + 30m = 30m3s150ms), but max-detection-delay is 30m. "
				+ "The fixed cost is retry-backoff 30m.");
		assertThat(finding.fix()).isEqualTo("Set max-detection-delay to 1804s or more.");
	}

	@Test
	void minimumBeyondTheToleratedDelayIsNotBlamedOnTheWork() {
		this.listener.recordTimeout(Duration.ofSeconds(2)).minLease(Duration.ofHours(1));
		Finding finding = examine();
		assertThat(finding.message()).isEqualTo("min-lease is 1h, but max-detection-delay is 30m.");
		assertThat(finding.fix()).isEqualTo("Set min-lease to 30m or less, or set max-detection-delay to 1h or more.");
	}

	@Test
	void whenTheMinimumAndTheWorkAreTooLongThenNamesBoth() {
		this.listener.minLease(Duration.ofHours(1));
		assertThat(examine().fix()).isEqualTo("Bring the work of one record to 1199899ms or less (record-timeout) and "
				+ "set min-lease to 30m or less, or set max-detection-delay to 10801s or more.");
	}

	@Test
	void whenTheMinimumIsAllOfTheToleratedDelayThenItIsLeftAlone() {
		this.listener.minLease(Duration.ofMinutes(30));
		assertThat(examine().fix()).isEqualTo("Bring the work of one record to 1199899ms or less (record-timeout), or "
				+ "set max-detection-delay to 10801s or more.");
	}

	@Test
	void workThatTakesAllOfTheToleratedDelayIsNotToBlameForTheMinimum() {
		this.listener.recordTimeout(Duration.ofMillis(1_199_899)).minLease(Duration.ofHours(1));
		assertThat(examine().message()).isEqualTo("min-lease is 1h, but max-detection-delay is 30m.");
	}

	@Test
	void batchThatIsSetHasToBeOneAsWell() {
		this.listener.maxPollRecords(500);
		assertThat(examine().fix()).isEqualTo("Bring the work of one record to 1199899ms or less (record-timeout), or "
				+ "set max-detection-delay to 10801s or more; either way with max.poll.records 1.");
		this.listener.maxPollRecords(1);
		assertThat(examine().fix()).doesNotContain("max.poll.records");
		this.listener.maxPollRecords(500).fixedCost("retry-backoff", Duration.ofHours(1));
		assertThat(examine().fix()).isEqualTo("Set max-detection-delay to 14401s or more, with max.poll.records 1.");
	}

	@Test
	void whenKafkaKnowsNoSuchLeaseThenALongerDelayIsNotTheAnswer() {
		this.listener.recordTimeout(Duration.ofDays(30)).maxDetectionDelay(Duration.ofDays(60));
		Finding finding = examine();
		assertThat(finding.message()).isEqualTo("One record alone needs a lease of 45d1s "
				+ "(1 x (30d + 100ms) x 1.5 = 45d150ms), but Kafka knows no lease above 24d20h31m23s.");
		assertThat(finding.fix()).isEqualTo("Bring the work of one record to 1431655232ms or less (record-timeout).");
	}

	@Test
	void longestLeaseOfKafkaIsStillAnAnswer() {
		this.listener.recordTimeout(Duration.ofMillis(1_431_655_232));
		assertThat(examine().fix()).endsWith(", or set max-detection-delay to 2147483s or more.");
		this.listener.recordTimeout(Duration.ofMillis(1_431_655_233));
		assertThat(examine().fix()).doesNotContain("max-detection-delay");
	}

	@Test
	void unboundedWorkHasAnAnswer() {
		this.listener.recordTimeout(Duration.ofSeconds(Long.MAX_VALUE));
		Finding finding = examine();
		assertThat(finding.message()).isEqualTo("One record alone needs an unbounded lease "
				+ "(1 x (unbounded + 100ms) x 1.5 = unbounded), but max-detection-delay is 30m.");
		assertThat(finding.fix()).isEqualTo("Bring the work of one record to 1199899ms or less (record-timeout).");
	}

	@Test
	void unboundedOverheadHasAnAnswer() {
		this.listener.recordOverhead(Duration.ofSeconds(Long.MAX_VALUE));
		assertThat(examine().fix()).isEqualTo("Lower record-overhead, safety-factor or the fixed cost.");
	}

	@Test
	void leaseBetweenTwoWholeSecondsMayBeSet() {
		TestListener plain = TestListener.plain()
			.recordTimeout(Duration.ofSeconds(10))
			.maxDetectionDelay(Duration.ofMillis(10_500));
		assertThat(this.rule.assertBroken(plain.leaseCase(true)).message())
			.isEqualTo("One record alone needs a lease of 11s (1 x (10s + 0s) x 1 = 10s), but max-detection-delay is "
					+ "10s500ms.");
		this.rule.assertKept(plain.maxPollInterval(10_200).leaseCase(true));
		this.rule.assertBroken(plain.maxPollInterval(10_000).leaseCase(true));
		this.rule.assertBroken(plain.maxPollInterval(10_501).leaseCase(true));
	}

	@Test
	void minimumOfDerivedLeasesDoesNotBindALeaseThatIsSet() {
		this.listener.recordTimeout(Duration.ofSeconds(2)).minLease(Duration.ofHours(1)).maxPollInterval(300_000);
		this.rule.assertKept(this.listener.leaseCase(true));
	}

	@Test
	void workThatFitsPasses() {
		this.listener.recordTimeout(Duration.ofSeconds(2));
		this.rule.assertKept(this.listener.leaseCase(true));
		this.rule.assertKept(this.listener.leaseCase(false));
	}

	@Test
	void defaultsOfKafkaWithoutTermsPass() {
		this.rule.assertKept(new TestListener().leaseCase(true));
		this.rule.assertKept(new TestListener().leaseCase(false));
	}

	private Finding examine() {
		return this.rule.assertBroken(this.listener.leaseCase(true));
	}

}
