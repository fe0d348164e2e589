package io.leaseguard.lease.rule;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.Severity;
import io.leaseguard.lease.TestListener;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link SessionAboveLeaseRule}.
 */
class SessionAboveLeaseRuleTests {

	private final TestRule rule = new TestRule(new SessionAboveLeaseRule());

	@Test
	void sessionLongerThanTheLeaseIsAWarning() {
		TestListener listener = new TestListener().session(600_000).maxPollInterval(300_000);
		Finding finding = this.rule.assertBroken(listener.leaseCase(true));
		assertThat(finding.rule()).isEqualTo("session-above-lease");
		assertThat(finding.severity()).isEqualTo(Severity.WARNING);
		assertThat(finding.subject()).isEqualTo("payments");
		assertThat(finding.message()).isEqualTo("session.timeout.ms is 600000 (10m), longer than the lease of 5m: a "
				+ "crashed process would be noticed later than a stuck one.");
		assertThat(finding.fix()).isEqualTo("Set session.timeout.ms to 300000 or less.");
		assertThat(finding.numbers()).containsOnlyKeys("sessionTimeoutMs", "leaseMs")
			.containsEntry("sessionTimeoutMs", 600_000L)
			.containsEntry("leaseMs", 300_000L);
	}

	@Test
	void sessionAsLongAsTheLeasePasses() {
		this.rule.assertKept(new TestListener().session(300_000).leaseCase(true));
		this.rule.assertBroken(new TestListener().session(300_001).leaseCase(true));
	}

	@Test
	void derivedLeaseIsTheOneThatCounts() {
		TestListener listener = new TestListener().session(60_001).recordTimeout(Duration.ofSeconds(2));
		assertThat(this.rule.assertBroken(listener.maxPollRecords(1).leaseCase(true)).fix())
			.isEqualTo("Set session.timeout.ms to 60000 or less.");
		this.rule.assertKept(listener.maxPollRecords(500).leaseCase(true));
	}

	@Test
	void sessionThatNoBrokerAdmitsIsNotTheAnswer() {
		TestListener listener = new TestListener().maxPollInterval(5_999);
		assertThat(this.rule.assertBroken(listener.leaseCase(true)).fix())
			.isEqualTo("Set max.poll.interval.ms to 6000 or more: a broker at its defaults admits no shorter session.");
		assertThat(this.rule.assertBroken(listener.maxPollInterval(6_000).leaseCase(true)).fix())
			.isEqualTo("Set session.timeout.ms to 6000 or less.");
	}

	@Test
	void sessionUnderTheConsumerProtocolBelongsToTheBroker() {
		TestListener listener = new TestListener().classic(false).session(600_000).maxPollInterval(300_000);
		this.rule.assertKept(listener.leaseCase(true));
	}

	@Test
	void defaultsOfKafkaPass() {
		this.rule.assertKept(new TestListener().leaseCase(true));
	}

}
