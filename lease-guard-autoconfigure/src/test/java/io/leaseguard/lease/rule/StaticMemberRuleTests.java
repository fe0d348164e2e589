package io.leaseguard.lease.rule;

import org.junit.jupiter.api.Test;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.Severity;
import io.leaseguard.lease.TestListener;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link StaticMemberRule}.
 */
class StaticMemberRuleTests {

	private final TestRule rule = new TestRule(new StaticMemberRule());

	@Test
	void delayOfAStaticMemberIsExplained() {
		// Kafka pull requests 7048 and 19605: 300 s and then 45 s.
		Finding finding = this.rule.assertBroken(new TestListener().staticMember(true).leaseCase(true));
		assertThat(finding.rule()).isEqualTo("static-member");
		assertThat(finding.severity()).isEqualTo(Severity.INFO);
		assertThat(finding.message()).isEqualTo("group.instance.id makes it a static member (KIP-345), which does not "
				+ "leave its group when its lease ends: a stuck consumer keeps its partitions for 5m45s, the lease of "
				+ "5m and then the session timeout of 45s.");
		assertThat(finding.fix()).contains("session.timeout.ms");
		assertThat(finding.numbers()).containsEntry("leaseMs", 300_000L)
			.containsEntry("sessionTimeoutMs", 45_000L)
			.containsEntry("detectionDelayMs", 345_000L);
	}

	@Test
	void sessionUnderTheConsumerProtocolBelongsToTheBroker() {
		Finding finding = this.rule.assertBroken(new TestListener().staticMember(true).classic(false).leaseCase(true));
		assertThat(finding.fix()).contains("consumer.session.timeout.ms of the group at the broker");
	}

	@Test
	void dynamicMemberPasses() {
		this.rule.assertKept(new TestListener().leaseCase(true));
	}

}
