package io.leaseguard.lease.rule;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.Severity;
import io.leaseguard.lease.TestListener;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link GroupProtocolRule}.
 */
class GroupProtocolRuleTests {

	private final TestRule rule = new TestRule(new GroupProtocolRule());

	@ParameterizedTest
	@CsvSource({ "session.timeout.ms, group.consumer.session.timeout.ms",
			"heartbeat.interval.ms, group.consumer.heartbeat.interval.ms",
			"partition.assignment.strategy, group.consumer.assignors" })
	void settingsOfTheClassicProtocolAreRefusedUnderTheOther(String key, String broker) {
		Finding finding = this.rule
			.assertBroken(new TestListener().classic(false).configuration(key, "30000").leaseCase(true));
		assertThat(finding.rule()).isEqualTo("group-protocol");
		assertThat(finding.severity()).isEqualTo(Severity.ERROR);
		assertThat(finding.message()).isEqualTo(key + " is set, but Kafka refuses it under group.protocol=consumer, "
				+ "where the broker decides: its " + broker + " counts.");
		assertThat(finding.fix()).isEqualTo("Remove " + key + ", or set group.protocol to classic.");
		this.rule.assertKept(new TestListener().configuration(key, "30000").leaseCase(true));
	}

	@Test
	void oneFindingNamesAllOfThem() {
		Finding finding = this.rule.assertBroken(new TestListener().classic(false)
			.configuration("heartbeat.interval.ms", 3000)
			.configuration("session.timeout.ms", 45000)
			.leaseCase(true));
		assertThat(finding.message()).startsWith("session.timeout.ms and heartbeat.interval.ms are set, but Kafka "
				+ "refuses them under group.protocol=consumer");
		assertThat(finding.fix()).startsWith("Remove session.timeout.ms and heartbeat.interval.ms, or");
	}

	@Test
	void assignorOfTheBrokerIsRefusedUnderTheClassicProtocol() {
		TestListener listener = new TestListener().configuration("group.remote.assignor", "uniform");
		Finding finding = this.rule.assertBroken(listener.leaseCase(true));
		assertThat(finding.severity()).isEqualTo(Severity.ERROR);
		assertThat(finding.message()).isEqualTo("group.remote.assignor is set, but Kafka refuses it under "
				+ "group.protocol=classic, which is the default.");
		assertThat(finding.fix()).isEqualTo("Remove group.remote.assignor, or set group.protocol to consumer.");
		this.rule.assertKept(listener.classic(false).leaseCase(true));
	}

	@Test
	void blankCountsAsNotSet() {
		this.rule
			.assertKept(new TestListener().classic(false).configuration("session.timeout.ms", " ").leaseCase(true));
	}

}
