package io.leaseguard.watchdog;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.convert.DurationStyle;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.FixedCosts;
import io.leaseguard.lease.LeaseSettings;
import io.leaseguard.lease.LeaseTerms;
import io.leaseguard.lease.Pulse;
import io.leaseguard.lease.Setting;
import io.leaseguard.lease.SettingOrigin;
import io.leaseguard.lease.rule.LeaseLaw;
import io.leaseguard.lease.rule.ListenerFacts;
import io.leaseguard.startup.ListenerAssessment;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LearnedFindings}.
 */
class LearnedFindingsTests {

	@Test
	void nothingIsSaidOfTooFewRecords() {
		assertThat(findings(records("2s"), new LearnedTime(999, 1, 1, 5000, 5000))).isEmpty();
		assertThat(findings(records("2s"), null)).isEmpty();
	}

	@Test
	void nothingIsSaidWhereTheDeclarationFits() {
		assertThat(findings(records("2s"), new LearnedTime(1000, 100, 500, 2000, 3000))).isEmpty();
		assertThat(findings(records("2s"), new LearnedTime(1000, 1, 1, 1, 201))).isEmpty();
	}

	@Test
	void recordTimeoutThatIsNotKeptIsFoundWithTheSettingsThatWouldFollow() {
		assertThat(findings(records("2s"), new LearnedTime(5000, 100, 500, 2500, 4000))).singleElement()
			.satisfies((finding) -> {
				assertThat(finding.rule()).isEqualTo("record-timeout-too-short");
				assertThat(finding.message()).isEqualTo(
						"record-timeout is 2s, but that is not kept. Of the last 5000 records 999 in 1000 took 2s500ms or less, the longest 4s.");
				assertThat(finding.fix()).isEqualTo(
						"Bring the work under the timeout, or declare record-timeout: 5s, from which follow max.poll.interval.ms=1798000 and max.poll.records=235.");
			});
	}

	@Test
	void recordTimeoutThatIsTenTimesTooLongIsFound() {
		assertThat(findings(records("2s"), new LearnedTime(5000, 1, 10, 50, 200))).singleElement()
			.satisfies((finding) -> {
				assertThat(finding.rule()).isEqualTo("record-timeout-too-long");
				assertThat(finding.fix()).isEqualTo(
						"Declare record-timeout: 400ms, from which follow max.poll.interval.ms=376000 and max.poll.records=500.");
			});
	}

	@Test
	void whatWasDerivedFromOtherTermsIsDerivedAnew() {
		assertThat(records("20s").judgement().settings().maxPollRecords())
			.isEqualTo(new Setting(59, SettingOrigin.DERIVED));
		assertThat(findings(records("20s"), new LearnedTime(5000, 1, 10, 50, 200))).singleElement()
			.satisfies((finding) -> assertThat(finding.fix()).isEqualTo(
					"Declare record-timeout: 400ms, from which follow max.poll.interval.ms=376000 and max.poll.records=500."));
	}

	@Test
	void suggestionThatDoesNotFitSaysSo() {
		assertThat(findings(records("20s"), new LearnedTime(5000, 1, 10, 1_000_000, 1_000_000))).singleElement()
			.satisfies((finding) -> assertThat(finding.fix()).isEqualTo(
					"Bring the work under the timeout, or declare record-timeout: 2000s. Not even a single such record fits max-detection-delay, which is 30m."));
	}

	@Test
	void suggestionIsMadeWhereNothingIsDeclared() {
		List<Finding> findings = findings(records(null), new LearnedTime(5000, 1, 10, 50, 200));
		assertThat(findings).singleElement()
			.satisfies((finding) -> assertThat(finding.fix()).isEqualTo(
					"Declare record-timeout: 400ms, from which follow max.poll.interval.ms=376000 and max.poll.records=500."));
	}

	@Test
	void batchTimeoutThatIsNotKeptIsFoundFromFewerBatches() {
		ListenerAssessment assessment = assessment("2s", "10s", true);
		assertThat(findings(assessment, new LearnedTime(99, 1, 30_000, 60_000, 60_000))).isEmpty();
		assertThat(findings(assessment, new LearnedTime(100, 1, 30_000, 60_000, 60_000))).singleElement()
			.satisfies((finding) -> {
				assertThat(finding.rule()).isEqualTo("record-timeout-too-short");
				assertThat(finding.message()).isEqualTo(
						"batch-timeout is 10s, but that is not kept. Of the last 100 batches 99 in 100 took 30s or less, the longest 1m.");
				assertThat(finding.fix()).isEqualTo(
						"Bring the work under the timeout, or declare batch-timeout: 1m, from which follow max.poll.interval.ms=91000 and max.poll.records=500.");
			});
	}

	@Test
	void batchListenerThatDeclaresTheTimeOfRecordIsJudgedByAllOfThem() {
		ListenerAssessment assessment = assessment("100ms", null, true);
		assertThat(findings(assessment, new LearnedTime(1000, 1, 100_000, 100_000, 100_000))).isEmpty();
		assertThat(findings(assessment, new LearnedTime(1000, 1, 100_001, 100_001, 100_001))).singleElement()
			.satisfies((finding) -> assertThat(finding.message()).isEqualTo(
					"By record-timeout and record-overhead 500 records are to take no longer than 1m40s, but that is not kept. Of the last 1000 batches 99 in 100 took 1m40s1ms or less, the longest 1m40s1ms."));
		assertThat(findings(assessment, new LearnedTime(1000, 1, 1, 1, 10_000))).singleElement()
			.satisfies((finding) -> assertThat(finding.fix()).isEqualTo(
					"Declare batch-timeout: 20s, from which follow max.poll.interval.ms=60000 and max.poll.records=500."));
	}

	@Test
	void batchThatNoLeaseTakesIsAdvisedToShrink() {
		assertThat(findings(assessment(null, "10s", true), new LearnedTime(1000, 1, 1_200_000, 1_200_000, 1_200_000)))
			.singleElement()
			.satisfies((finding) -> assertThat(finding.fix()).isEqualTo(
					"Bring the work under the timeout, or declare batch-timeout: 40m. Within max-detection-delay that is too long for 500 records: max.poll.records=249 would need about batch-timeout: 1195200ms."));
	}

	@Test
	void whatWasStuckIsNoEvidenceOfWhatTheWorkTakes() {
		LearnedTime seen = new LearnedTime(1500, 100, 500, 2_700_000, 2_700_000);
		assertThat(findings(records("2s"), seen)).hasSize(1);
		UsualTime usual = new UsualTime(1498, millis(150), 0, millis(500), millis(1900), millis(1950));
		assertThat(LearnedFindings.of(records("2s"), seen, usual)).isEmpty();
		UsualTime slow = new UsualTime(1498, millis(150), 0, millis(500), millis(2500), millis(4000));
		assertThat(LearnedFindings.of(records("2s"), seen, slow)).singleElement()
			.satisfies((finding) -> assertThat(finding.message()).isEqualTo(
					"record-timeout is 2s, but that is not kept. Of the last 1498 records 999 in 1000 took 2s500ms or less, the longest 4s."));
		assertThat(LearnedFindings.of(records(null), seen, slow)).singleElement()
			.satisfies((finding) -> assertThat(finding.fix()).startsWith("Declare record-timeout: 8s"));
	}

	@Test
	void whatOutlivesTheLeaseAgainAndAgainIsEvidence() {
		LearnedTime seen = new LearnedTime(1500, 100, 2_700_000, 2_700_000, 2_700_000);
		UsualTime usual = new UsualTime(1500, millis(150), 0, millis(2_700_000), millis(2_700_000), millis(2_700_000));
		assertThat(LearnedFindings.of(records("2s"), seen, usual)).hasSize(1);
	}

	private static List<Finding> findings(ListenerAssessment assessment, @Nullable LearnedTime learned) {
		return LearnedFindings.of(assessment, learned, null);
	}

	private static long millis(long millis) {
		return Duration.ofMillis(millis).toNanos();
	}

	private ListenerAssessment records(@Nullable String timeout) {
		return assessment(timeout, null, false);
	}

	private ListenerAssessment assessment(@Nullable String timeout, @Nullable String batchTimeout,
			boolean batchListener) {
		LeaseTerms terms = new LeaseTerms((timeout != null) ? Duration.ofMillis(millis(timeout)) : null,
				(batchTimeout != null) ? Duration.ofMillis(millis(batchTimeout)) : null, Duration.ofMillis(100), 1.5,
				Duration.ofMinutes(30), Duration.ofMinutes(1), FixedCosts.NONE);
		LeaseSettings settings = new LeaseSettings(new Setting(500, SettingOrigin.KAFKA_DEFAULT),
				new Setting(300_000, SettingOrigin.KAFKA_DEFAULT), new Pulse(true, false, null, null));
		return new ListenerAssessment("payments", "payments", batchListener, true,
				LeaseLaw.judge("payments", terms, settings, true, ListenerFacts.NONE));
	}

	private static long millis(String duration) {
		return DurationStyle.SIMPLE.parse(duration).toMillis();
	}

}
