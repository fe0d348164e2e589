package io.leaseguard.lease.rule;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.Judgement;
import io.leaseguard.lease.Severity;
import io.leaseguard.lease.TestListener;
import io.leaseguard.lease.Verdict;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LeaseLaw}.
 */
class LeaseLawTests {

	private final TestListener listener = new TestListener().recordTimeout(Duration.ofSeconds(2));

	@Test
	void openLeaseIsDerived() {
		Judgement judgement = this.listener.judge();
		assertThat(judgement.verdict()).isEqualTo(Verdict.DERIVED);
		assertThat(judgement.findings()).isEmpty();
		assertThat(judgement.settings()).isEqualTo(this.listener.derive());
	}

	@Test
	void lawfulSettingsOfTheApplicationAreLawful() {
		Judgement judgement = this.listener.maxPollRecords(50).maxPollInterval(300_000).judge();
		assertThat(judgement.verdict()).isEqualTo(Verdict.LAWFUL);
		assertThat(judgement.findings()).isEmpty();
		assertThat(judgement.settings()).isEqualTo(this.listener.settings());
	}

	@Test
	void defaultBatchThatFitsTheLeaseOfTheApplicationIsLawful() {
		assertThat(this.listener.maxPollInterval(1_576_000).judge().verdict()).isEqualTo(Verdict.LAWFUL);
	}

	@Test
	void defaultsOfKafkaWithoutTermsAreUndeclared() {
		Judgement judgement = new TestListener().judge();
		assertThat(judgement.verdict()).isEqualTo(Verdict.UNDECLARED);
		assertThat(judgement.findings()).isEmpty();
		assertThat(judgement.settings()).isEqualTo(new TestListener().settings());
	}

	@Test
	void rulesThatNeedNoTermsApplyWithoutTerms() {
		Judgement judgement = new TestListener().maxPollInterval(Integer.MAX_VALUE).judge();
		assertThat(judgement.verdict()).isEqualTo(Verdict.VIOLATION);
		assertThat(judgement.findings()).extracting(Finding::rule).containsExactly("lease-too-long");
	}

	@Test
	void warningIsNoViolation() {
		Judgement judgement = this.listener.session(3_001).judge();
		assertThat(judgement.verdict()).isEqualTo(Verdict.DERIVED);
		assertThat(judgement.findings()).extracting(Finding::rule)
			.containsExactly("heartbeat-interval", "session-too-short");
		assertThat(judgement.findings()).extracting(Finding::severity).containsOnly(Severity.WARNING);
	}

	@Test
	void errorsComeFirst() {
		Judgement judgement = this.listener.maxPollRecords(500).maxPollInterval(5_000).session(2_000).judge();
		assertThat(judgement.verdict()).isEqualTo(Verdict.VIOLATION);
		assertThat(judgement.findings()).extracting(Finding::rule)
			.containsExactly("lease-too-short", "heartbeat-interval", "session-too-short");
		assertThat(judgement.findings()).extracting(Finding::severity)
			.containsExactly(Severity.ERROR, Severity.ERROR, Severity.WARNING);
	}

	@Test
	void bothHalvesOfTheLawMayBeBroken() {
		Judgement judgement = this.listener.maxPollRecords(5_000).maxPollInterval(2_400_000).judge();
		assertThat(judgement.findings()).extracting(Finding::rule).containsExactly("lease-too-short", "lease-too-long");
		assertThat(judgement.findings()).extracting(Finding::fix)
			.containsExactly(
					"Set max.poll.records to 571 or less. A longer lease is no way out: max-detection-delay is 30m.",
					"Set max.poll.interval.ms to 1799000 with max.poll.records 571; at most 1800000 is tolerated.");
	}

	@Test
	void settingsAreJudgedAsTheyAreWhereNothingMayBeDerived() {
		Judgement judgement = this.listener.judge(false);
		assertThat(judgement.verdict()).isEqualTo(Verdict.VIOLATION);
		assertThat(judgement.settings()).isEqualTo(this.listener.settings());
		assertThat(judgement.findings()).extracting(Finding::rule).containsExactly("lease-too-short");
	}

	@Test
	void lawfulDefaultsAreLawfulWhereNothingMayBeDerived() {
		this.listener.recordTimeout(Duration.ofMillis(200)).minLease(Duration.ofHours(1));
		assertThat(this.listener.judge(false).verdict()).isEqualTo(Verdict.LAWFUL);
	}

	@Test
	void violationKeepsTheSettingsOfTheApplication() {
		this.listener.maxPollRecords(500).maxPollInterval(300_000);
		assertThat(this.listener.judge().settings()).isEqualTo(this.listener.settings());
	}

	@Test
	void pulseIsLeftAloneUnderTheConsumerProtocol() {
		Judgement judgement = this.listener.classic(false).staticMember(true).judge();
		assertThat(judgement.verdict()).isEqualTo(Verdict.DERIVED);
		assertThat(judgement.findings()).extracting(Finding::rule)
			.containsExactly("rebalance-above-lease", "static-member");
		assertThat(judgement.settings().pulse()).isEqualTo(this.listener.settings().pulse());
	}

	@Test
	void findingsAreAboutTheListener() {
		assertThat(this.listener.maxPollInterval(1).judge().findings()).isNotEmpty()
			.extracting(Finding::subject)
			.containsOnly("payments");
	}

}
