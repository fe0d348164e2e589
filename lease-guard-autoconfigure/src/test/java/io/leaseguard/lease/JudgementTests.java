package io.leaseguard.lease;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Judgement}.
 */
class JudgementTests {

	@Test
	void judgementStatesTheNumbersOfTheWorkedExample() {
		Judgement judgement = new TestListener().recordTimeout(Duration.ofSeconds(2)).judge();
		assertThat(judgement.verdict()).isEqualTo(Verdict.DERIVED);
		assertThat(judgement.requiredLeaseMs()).isEqualTo(1_575_000);
		assertThat(judgement.leaseMs()).isEqualTo(1_576_000);
		assertThat(judgement.detectionDelayMs()).isEqualTo(1_576_000);
		assertThat(judgement.equation()).isEqualTo("500 x (2s + 100ms) x 1.5 = 26m15s < 26m16s");
	}

	@Test
	void judgementOfAStaticMemberStatesALongerDetectionDelay() {
		Judgement judgement = new TestListener().recordTimeout(Duration.ofSeconds(2)).staticMember(true).judge();
		assertThat(judgement.leaseMs()).isEqualTo(1_576_000);
		assertThat(judgement.detectionDelayMs()).isEqualTo(1_621_000);
	}

	@Test
	void withoutTermsThereIsNoEquation() {
		Judgement judgement = new TestListener().judge();
		assertThat(judgement.verdict()).isEqualTo(Verdict.UNDECLARED);
		assertThat(judgement.requiredLeaseMs()).isNull();
		assertThat(judgement.equation()).isNull();
		assertThat(judgement.leaseMs()).isEqualTo(300_000);
	}

	@Test
	void findingsAreACopy() {
		Finding finding = new Finding("rule", Severity.ERROR, "payments", "message", "fix", Map.of());
		List<Finding> findings = new ArrayList<>(List.of(finding));
		TestListener listener = new TestListener();
		Judgement judgement = new Judgement(listener.terms(), listener.settings(), Verdict.VIOLATION, findings);
		findings.clear();
		assertThat(judgement.findings()).containsExactly(finding);
	}

}
