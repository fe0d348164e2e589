package io.leaseguard.lease.rule;

import java.util.List;

import org.junit.jupiter.api.Test;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.Severity;
import io.leaseguard.lease.TestListener;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link EndlessRetryRule}.
 */
class EndlessRetryRuleTests {

	private final TestRule rule = new TestRule(new EndlessRetryRule());

	@Test
	void retryWithoutEndIsAWarning() {
		ContainerFacts endless = new ContainerFacts(0, false, false, true, null, null, List.of());
		Finding finding = this.rule.assertBroken(new TestListener().container(endless).leaseCase(true));
		assertThat(finding.rule()).isEqualTo("endless-retry");
		assertThat(finding.severity()).isEqualTo(Severity.WARNING);
		assertThat(finding.message()).contains("one record that always fails stops its partition");
		assertThat(finding.fix()).contains("maxAttempts", "DeadLetterPublishingRecoverer");
	}

	@Test
	void retryThatEndsPasses() {
		this.rule.assertKept(new TestListener().leaseCase(true));
	}

}
