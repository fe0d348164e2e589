package io.leaseguard.lease.rule;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.Severity;
import io.leaseguard.lease.TestListener;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link HeartbeatIntervalRule}.
 */
class HeartbeatIntervalRuleTests {

	private final TestRule rule = new TestRule(new HeartbeatIntervalRule());

	@ParameterizedTest
	@CsvSource({ "45000, 15000", "6000, 2000", "60000, 20000", "15000, 5000", "120000, 30000", "10000, 3000",
			"9000, 3000", "3, 1" })
	void thirdOfTheSessionPasses(int session, int heartbeat) {
		this.rule.assertKept(pulse(session, heartbeat));
	}

	@Test
	void moreThanAThirdIsAWarning() {
		Finding finding = this.rule.assertBroken(pulse(45_000, 15_001));
		assertThat(finding.rule()).isEqualTo("heartbeat-interval");
		assertThat(finding.severity()).isEqualTo(Severity.WARNING);
		assertThat(finding.subject()).isEqualTo("payments");
		assertThat(finding.message()).isEqualTo("heartbeat.interval.ms is 15001, more than a third of "
				+ "session.timeout.ms, which is 45000: two lost heartbeats in a row end the session.");
		assertThat(finding.fix()).isEqualTo("Set heartbeat.interval.ms to 15000 or less.");
		assertThat(finding.numbers()).containsOnlyKeys("heartbeatIntervalMs", "sessionTimeoutMs")
			.containsEntry("heartbeatIntervalMs", 15_001L)
			.containsEntry("sessionTimeoutMs", 45_000L);
	}

	@Test
	void moreThanAHalfEndsTheSessionSooner() {
		assertThat(this.rule.assertBroken(pulse(45_000, 22_500)).message())
			.endsWith(": two lost heartbeats in a row end the session.");
		assertThat(this.rule.assertBroken(pulse(45_000, 22_501)).message())
			.endsWith(": a single lost heartbeat ends the session.");
		assertThat(this.rule.assertBroken(pulse(45_000, 44_999)).severity()).isEqualTo(Severity.WARNING);
	}

	@Test
	void asMuchAsTheSessionIsWhatKafkaRefuses() {
		Finding finding = this.rule.assertBroken(pulse(45_000, 45_000));
		assertThat(finding.severity()).isEqualTo(Severity.ERROR);
		assertThat(finding.message()).isEqualTo("heartbeat.interval.ms is 45000, but Kafka refuses a value that is "
				+ "not below session.timeout.ms, which is 45000.");
		assertThat(finding.fix()).isEqualTo("Set heartbeat.interval.ms to 15000 or less.");
	}

	@Test
	void defaultHeartbeatIsJudgedByAShortSession() {
		Finding finding = this.rule.assertBroken(pulse(3_000, null));
		assertThat(finding.severity()).isEqualTo(Severity.ERROR);
		assertThat(finding.message()).isEqualTo("heartbeat.interval.ms is 3000, but Kafka refuses a value that is not "
				+ "below session.timeout.ms, which is 3000.");
		assertThat(finding.fix()).isEqualTo("Set heartbeat.interval.ms to 1000 or less.");
	}

	@Test
	void smallestSessionWithAHeartbeatKeepsIt() {
		assertThat(this.rule.assertBroken(pulse(3, 2)).fix()).isEqualTo("Set heartbeat.interval.ms to 1 or less.");
	}

	@ParameterizedTest
	@CsvSource({ "2, 2", "0, 3000", "-5, 3000" })
	void whenNoHeartbeatFitsTheSessionThenBothAreToBeRemoved(int session, int heartbeat) {
		Finding finding = this.rule.assertBroken(pulse(session, heartbeat));
		assertThat(finding.severity()).isEqualTo(Severity.ERROR);
		assertThat(finding.fix())
			.isEqualTo("Remove session.timeout.ms and heartbeat.interval.ms: by default they are 45000 and 3000.");
	}

	@Test
	void largeNumbersDoNotWrap() {
		this.rule.assertKept(pulse(Integer.MAX_VALUE, Integer.MAX_VALUE / 3));
		this.rule.assertBroken(pulse(Integer.MAX_VALUE, Integer.MAX_VALUE / 2));
		assertThat(this.rule.assertBroken(pulse(45_000, Integer.MAX_VALUE)).severity()).isEqualTo(Severity.ERROR);
	}

	@Test
	void heartbeatUnderTheConsumerProtocolBelongsToTheBroker() {
		TestListener listener = new TestListener().classic(false).session(45_000).heartbeat(45_000);
		this.rule.assertKept(listener.leaseCase(true));
	}

	@Test
	void defaultsOfKafkaPass() {
		this.rule.assertKept(pulse(null, null));
	}

	private LeaseCase pulse(@Nullable Integer session, @Nullable Integer heartbeat) {
		return new TestListener().session(session).heartbeat(heartbeat).leaseCase(true);
	}

}
