package io.leaseguard.lease.rule;

import org.junit.jupiter.api.Test;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.Severity;
import io.leaseguard.lease.TestListener;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link SessionTooShortRule}.
 */
class SessionTooShortRuleTests {

	private final TestRule rule = new TestRule(new SessionTooShortRule());

	@Test
	void sessionBelowTheMinimumOfABrokerIsAWarning() {
		Finding finding = this.rule.assertBroken(new TestListener().session(5_999).leaseCase(true));
		assertThat(finding.rule()).isEqualTo("session-too-short");
		assertThat(finding.severity()).isEqualTo(Severity.WARNING);
		assertThat(finding.subject()).isEqualTo("payments");
		assertThat(finding.message()).isEqualTo("session.timeout.ms is 5999: a pause of the garbage collector looks "
				+ "like a dead process, and a broker at its defaults admits nothing below 6000. The session proves "
				+ "that the process breathes, not that it works; a short one does not find a stuck listener sooner.");
		assertThat(finding.fix()).isEqualTo("Remove session.timeout.ms, or set it to 6000 or more.");
		assertThat(finding.numbers()).containsOnlyKeys("sessionTimeoutMs").containsEntry("sessionTimeoutMs", 5_999L);
	}

	@Test
	void minimumOfABrokerPasses() {
		this.rule.assertKept(new TestListener().session(6_000).leaseCase(true));
	}

	@Test
	void sessionThatKafkaRefusesIsTooShortAsWell() {
		this.rule.assertBroken(new TestListener().session(0).leaseCase(true));
		this.rule.assertBroken(new TestListener().session(-5).leaseCase(true));
	}

	@Test
	void sessionUnderTheConsumerProtocolBelongsToTheBroker() {
		this.rule.assertKept(new TestListener().classic(false).session(1_000).leaseCase(true));
	}

	@Test
	void defaultsOfKafkaPass() {
		this.rule.assertKept(new TestListener().leaseCase(true));
	}

}
