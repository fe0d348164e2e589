package io.leaseguard.watchdog;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

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
		assertThat(LearnedFindings.of(records("2s"), new LearnedTime(999, 0, 0, 1, 1, 5000, 5000))).isEmpty();
		assertThat(LearnedFindings.of(records("2s"), null)).isEmpty();
	}

	@Test
	void nothingIsSaidWhereTheDeclarationFits() {
		assertThat(LearnedFindings.of(records("2s"), new LearnedTime(1000, 0, 0, 100, 500, 2000, 3000))).isEmpty();
		assertThat(LearnedFindings.of(records("2s"), new LearnedTime(1000, 0, 0, 1, 1, 1, 201))).isEmpty();
	}

	@Test
	void recordTimeoutThatIsNotKeptIsFoundWithTheSettingsThatWouldFollow() {
		assertThat(LearnedFindings.of(records("2s"), new LearnedTime(5000, 0, 0, 100, 500, 2500, 4000))).singleElement()
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
		assertThat(LearnedFindings.of(records("2s"), new LearnedTime(5000, 0, 0, 1, 10, 50, 200))).singleElement()
			.satisfies((finding) -> {
				assertThat(finding.rule()).isEqualTo("record-timeout-too-long");
				assertThat(finding.fix()).isEqualTo(
						"Declare record-timeout: 400ms, from which follow max.poll.interval.ms=376000 and max.poll.records=500.");
			});
	}

	@Test
	void suggestionIsMadeWhereNothingIsDeclared() {
		List<Finding> findings = LearnedFindings.of(records(null), new LearnedTime(5000, 0, 0, 1, 10, 50, 200));
		assertThat(findings).singleElement()
			.satisfies((finding) -> assertThat(finding.fix()).isEqualTo(
					"Declare record-timeout: 400ms, from which follow max.poll.interval.ms=376000 and max.poll.records=500."));
	}

	private ListenerAssessment records(@Nullable String timeout) {
		LeaseTerms terms = new LeaseTerms((timeout != null) ? Duration.parse("PT" + timeout) : null, null,
				Duration.ofMillis(100), 1.5, Duration.ofMinutes(30), Duration.ofMinutes(1), FixedCosts.NONE);
		LeaseSettings settings = new LeaseSettings(new Setting(500, SettingOrigin.KAFKA_DEFAULT),
				new Setting(300_000, SettingOrigin.KAFKA_DEFAULT), new Pulse(true, false, null, null));
		return new ListenerAssessment("payments", "payments", false, true,
				LeaseLaw.judge("payments", terms, settings, true, ListenerFacts.NONE));
	}

}
