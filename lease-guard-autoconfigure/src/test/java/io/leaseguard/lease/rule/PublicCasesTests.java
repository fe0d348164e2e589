package io.leaseguard.lease.rule;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.Judgement;
import io.leaseguard.lease.LeaseEquation;
import io.leaseguard.lease.Severity;
import io.leaseguard.lease.TestListener;
import io.leaseguard.lease.Verdict;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LeaseLaw} with the numbers of cases that were met in public. The law
 * is strict: where a rule of thumb allows 300 records of 1 s in 300 s, it allows 299.
 */
class PublicCasesTests {

	@ParameterizedTest
	@CsvSource({ "1, 299", "1.25, 239", "2, 149" })
	void defaultBatchOfOneSecondRecordsIsMadeSmallerNotTheLeaseLonger(double factor, int batch) {
		// duckkit.dev glossary, max.poll.interval.ms
		Judgement judgement = TestListener.plain()
			.recordTimeout(Duration.ofSeconds(1))
			.safetyFactor(factor)
			.maxPollInterval(300_000)
			.judge();
		assertThat(judgement.verdict()).isEqualTo(Verdict.DERIVED);
		assertThat(judgement.leaseMs()).isEqualTo(300_000);
		assertThat(judgement.settings().maxPollRecords().value()).isEqualTo(batch);
	}

	@Test
	void batchOfOneSecondRecordsThatIsSetIsRefusedWithTheBatchThatFits() {
		// duckkit.dev glossary, max.poll.interval.ms
		Judgement judgement = TestListener.plain()
			.recordTimeout(Duration.ofSeconds(1))
			.maxPollRecords(500)
			.maxPollInterval(300_000)
			.judge();
		assertThat(judgement.verdict()).isEqualTo(Verdict.VIOLATION);
		assertThat(onlyError(judgement).fix()).startsWith("Set max.poll.records to 299 or less");
	}

	@ParameterizedTest
	@CsvSource({ "1, 301", "1.25, 376" })
	void leaseOfThirtyMillisecondsHoldsNoRecordOfThreeHundred(double factor, int lawful) {
		// spring-kafka issue 742
		TestListener listener = TestListener.plain()
			.recordTimeout(Duration.ofMillis(300))
			.safetyFactor(factor)
			.maxPollInterval(30);
		Judgement judgement = listener.judge();
		assertThat(judgement.verdict()).isEqualTo(Verdict.VIOLATION);
		Finding error = onlyError(judgement);
		assertThat(error.rule()).isEqualTo("lease-too-short");
		assertThat(error.fix()).startsWith("Set max.poll.interval.ms to ").doesNotContain("heartbeat");
		assertThat(listener.maxPollInterval(lawful - 1).judge().verdict()).isEqualTo(Verdict.VIOLATION);
		assertThat(listener.maxPollInterval(lawful).judge().verdict()).isEqualTo(Verdict.DERIVED);
	}

	@Test
	void backOffJustBelowTheLeaseLeavesNoRoomForTheBatch() {
		// spring-kafka issue 2542
		TestListener listener = TestListener.plain().batchTimeout(Duration.ofSeconds(5)).maxPollInterval(300_000);
		Judgement judgement = listener.copy().fixedCost("retry-backoff", Duration.ofSeconds(297)).judge();
		assertThat(judgement.verdict()).isEqualTo(Verdict.VIOLATION);
		assertThat(judgement.requiredLeaseMs()).isEqualTo(302_000);
		assertThat(onlyError(judgement).message()).isEqualTo("max.poll.interval.ms is 300000 (5m), which is not above "
				+ "the required lease: 5s x 1 + 4m57s = 5m2s. The fixed cost is retry-backoff 4m57s.");
		assertThat(listener.copy().fixedCost("retry-backoff", Duration.ofSeconds(295)).judge().verdict())
			.isEqualTo(Verdict.VIOLATION);
		assertThat(listener.copy().fixedCost("retry-backoff", Duration.ofMillis(294_999)).judge().verdict())
			.isEqualTo(Verdict.LAWFUL);
	}

	@ParameterizedTest
	@CsvSource({ "1, 421000", "1.25, 526000" })
	void recordOfSevenMinutesNeedsMoreThanTheDefaultLease(double factor, int lease) {
		// aiokafka issue 848
		Judgement judgement = TestListener.plain()
			.recordTimeout(Duration.ofMinutes(7))
			.safetyFactor(factor)
			.maxPollRecords(1)
			.maxPollInterval(300_000)
			.judge();
		assertThat(judgement.verdict()).isEqualTo(Verdict.VIOLATION);
		assertThat(onlyError(judgement).fix())
			.isEqualTo("Set max.poll.interval.ms to " + lease + ", which max-detection-delay 30m allows.");
	}

	@Test
	void planThatNeedsAllOfTheLeaseIsLost() {
		// librdkafka issue 2971: exceeded by 12 ms
		TestListener listener = TestListener.plain().maxPollRecords(1).maxPollInterval(300_000);
		assertThat(listener.recordTimeout(Duration.ofMillis(300_012)).judge().verdict()).isEqualTo(Verdict.VIOLATION);
		assertThat(listener.recordTimeout(Duration.ofMillis(300_000)).judge().verdict()).isEqualTo(Verdict.VIOLATION);
		assertThat(listener.recordTimeout(Duration.ofMillis(299_999)).judge().verdict()).isEqualTo(Verdict.LAWFUL);
	}

	@Test
	void equationIsNotToBlameForEveryRebalance() {
		// azure-event-hubs-for-kafka issue 148
		Judgement judgement = TestListener.plain()
			.recordTimeout(Duration.ofSeconds(2))
			.maxPollRecords(20)
			.maxPollInterval(300_000)
			.session(300_000)
			.judge();
		assertThat(judgement.verdict()).isEqualTo(Verdict.LAWFUL);
		assertThat(judgement.requiredLeaseMs()).isEqualTo(40_000);
		assertThat(judgement.findings()).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "100000, 6000, 2000, 199", "300000, 60000, 20000, 599" })
	void budgetOfARecordIsItsShareOfTheLease(int lease, int session, int heartbeat, int budget) {
		// corda-runtime-os pull request 3964
		TestListener listener = TestListener.plain()
			.maxPollRecords(500)
			.maxPollInterval(lease)
			.session(session)
			.heartbeat(heartbeat);
		Judgement judgement = listener.recordTimeout(Duration.ofMillis(budget)).judge();
		assertThat(judgement.verdict()).isEqualTo(Verdict.LAWFUL);
		assertThat(judgement.findings()).isEmpty();
		assertThat(listener.recordTimeout(Duration.ofMillis(budget + 1)).judge().verdict())
			.isEqualTo(Verdict.VIOLATION);
	}

	@Test
	void worstCaseIsTheBatchThatIsSetNotTheOneThatWasSeen() {
		// spring-kafka issue 2506: 2000 set, 128 seen
		TestListener listener = TestListener.plain()
			.recordTimeout(Duration.ofMillis(200))
			.maxPollRecords(2_000)
			.maxPollInterval(300_000);
		Judgement judgement = listener.judge();
		assertThat(judgement.requiredLeaseMs()).isEqualTo(400_000);
		assertThat(judgement.verdict()).isEqualTo(Verdict.VIOLATION);
		assertThat(listener.maxPollRecords(128).judge().verdict()).isEqualTo(Verdict.LAWFUL);
	}

	@ParameterizedTest
	@CsvSource({ "1, 7201000, 7201s", "1.25, 9001000, 9001s" })
	void recordOfTwoHoursHasAnHonestLease(double factor, int lease, String delay) {
		// hermes pull request 974: Integer.MAX_VALUE for a time to live of two hours
		TestListener listener = TestListener.plain()
			.recordTimeout(Duration.ofHours(2))
			.safetyFactor(factor)
			.maxPollRecords(1)
			.maxPollInterval(Integer.MAX_VALUE);
		Judgement judgement = listener.judge();
		assertThat(judgement.verdict()).isEqualTo(Verdict.VIOLATION);
		assertThat(judgement.findings()).extracting(Finding::rule).containsExactly("work-too-long", "lease-too-long");
		assertThat(judgement.findings().get(0).fix()).endsWith("set max-detection-delay to " + delay + " or more.");
		judgement = listener.maxDetectionDelay(Duration.ofHours(3)).judge();
		assertThat(onlyError(judgement).fix()).isEqualTo("Remove max.poll.interval.ms so that it is derived, or set "
				+ "it to " + lease + "; at most 10800000 is tolerated.");
		assertThat(LeaseEquation.shortestLease(listener.terms(), 1)).isEqualTo(lease);
	}

	@Test
	void endlessLeaseIsRefusedThoughTheHeartbeatIsFine() {
		// fasten pull request 186
		Judgement judgement = new TestListener().session(10_000).maxPollInterval(Integer.MAX_VALUE).judge();
		assertThat(judgement.verdict()).isEqualTo(Verdict.VIOLATION);
		assertThat(judgement.findings()).extracting(Finding::rule).containsExactly("lease-too-long");
		assertThat(onlyError(judgement).message()).contains("(no lease at all)");
	}

	@Test
	void leaseOfOneMillisecondIsRefused() {
		// azure-event-hubs-for-kafka issue 112
		Judgement judgement = TestListener.plain()
			.recordTimeout(Duration.ofMillis(1))
			.maxPollInterval(1)
			.session(30_000)
			.judge();
		assertThat(judgement.verdict()).isEqualTo(Verdict.VIOLATION);
		assertThat(judgement.findings()).extracting(Finding::rule)
			.containsExactly("lease-too-short", "session-above-lease");
	}

	private Finding onlyError(Judgement judgement) {
		return judgement.findings()
			.stream()
			.filter((finding) -> finding.severity() == Severity.ERROR)
			.reduce((first, second) -> {
				throw new AssertionError(first + " and " + second);
			})
			.orElseThrow();
	}

}
