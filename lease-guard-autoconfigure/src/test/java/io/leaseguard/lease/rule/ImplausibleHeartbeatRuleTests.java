package io.leaseguard.lease.rule;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.Severity;
import io.leaseguard.lease.TestListener;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ImplausibleHeartbeatRule}.
 */
class ImplausibleHeartbeatRuleTests {

	private final TestRule rule = new TestRule(new ImplausibleHeartbeatRule());

	@Test
	void secondsInThePlaceOfMillisecondsFloodTheCoordinator() {
		Finding finding = this.rule.assertBroken(new TestListener().heartbeat(3).leaseCase(true));
		assertThat(finding.rule()).isEqualTo("implausible-heartbeat");
		assertThat(finding.severity()).isEqualTo(Severity.ERROR);
		assertThat(finding.message()).isEqualTo("heartbeat.interval.ms is 3, and Kafka counts milliseconds: every "
				+ "consumer would send its coordinator 333 heartbeats a second.");
		assertThat(finding.fix())
			.isEqualTo("Set heartbeat.interval.ms to 3000, or remove it to have the default of Kafka.");
	}

	@Test
	void noPauseAtAllIsAnError() {
		Finding finding = this.rule.assertBroken(new TestListener().heartbeat(0).leaseCase(true));
		assertThat(finding.severity()).isEqualTo(Severity.ERROR);
		assertThat(finding.message()).endsWith("heartbeats without a pause.");
		assertThat(finding.fix()).isEqualTo("Remove heartbeat.interval.ms to have the default of Kafka.");
	}

	@ParameterizedTest
	@CsvSource({ "9, ERROR", "10, WARNING", "99, WARNING" })
	void theFasterTheWorse(int heartbeat, Severity severity) {
		assertThat(this.rule.assertBroken(new TestListener().heartbeat(heartbeat).leaseCase(true)).severity())
			.isEqualTo(severity);
	}

	@ParameterizedTest
	@ValueSource(ints = { 100, 500, 1000, 3000 })
	void heartbeatsOfTestsAndApplicationsPass(int heartbeat) {
		this.rule.assertKept(new TestListener().heartbeat(heartbeat).leaseCase(true));
	}

	@Test
	void theFixKeepsToAThirdOfTheSession() {
		assertThat(fix(9, 6_000)).startsWith("Set heartbeat.interval.ms to 2000");
		assertThat(fix(9, null)).startsWith("Set heartbeat.interval.ms to 9000");
	}

	private String fix(int heartbeat, @Nullable Integer session) {
		return this.rule.assertBroken(new TestListener().heartbeat(heartbeat).session(session).leaseCase(true)).fix();
	}

	@Test
	void defaultsAndTheConsumerProtocolPass() {
		this.rule.assertKept(new TestListener().leaseCase(true));
		this.rule.assertKept(new TestListener().classic(false).heartbeat(3).leaseCase(true));
	}

}
