package io.leaseguard.lease.rule;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.Severity;
import io.leaseguard.lease.TestListener;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ConnectionsMaxIdleRule}.
 */
class ConnectionsMaxIdleRuleTests {

	private final TestRule rule = new TestRule(new ConnectionsMaxIdleRule());

	@Test
	void connectionsThatCloseBeforeTheLeaseEndsAreAWarning() {
		Finding finding = this.rule.assertBroken(listener(180_000).leaseCase(true));
		assertThat(finding.rule()).isEqualTo("connections-max-idle-too-short");
		assertThat(finding.severity()).isEqualTo(Severity.WARNING);
		assertThat(finding.message())
			.isEqualTo("connections.max.idle.ms is 180000 (3m), shorter than the lease of 5m: the connection to the "
					+ "coordinator may be closed while a rebalance waits for a slow member.");
		assertThat(finding.fix()).startsWith("Set connections.max.idle.ms to 300000 or more.")
			.contains("Azure Event Hubs");
		assertThat(finding.numbers()).containsEntry("connectionsMaxIdleMs", 180_000L)
			.containsEntry("leaseMs", 300_000L);
	}

	@Test
	void connectionsThatLastAsLongAsTheLeasePass() {
		this.rule.assertKept(listener("300000").leaseCase(true));
		this.rule.assertBroken(listener(" 299999 ").leaseCase(true));
	}

	@Test
	void connectionsThatAreNeverClosedPass() {
		this.rule.assertKept(listener(-1L).leaseCase(true));
	}

	@Test
	void derivedLeaseIsTheOneThatCounts() {
		TestListener listener = listener(540_000L).recordTimeout(Duration.ofSeconds(2));
		assertThat(this.rule.assertBroken(listener.leaseCase(true)).fix()).contains("1576000 or more");
	}

	@Test
	void defaultOfKafkaIsSilentWhateverTheLease() {
		this.rule.assertKept(new TestListener().leaseCase(true));
		this.rule.assertKept(new TestListener().recordTimeout(Duration.ofSeconds(2)).leaseCase(true));
	}

	@Test
	void valueThatKafkaRefusesIsNoMatterOfThisRule() {
		this.rule.assertKept(listener("3m").leaseCase(true));
	}

	@Test
	void leaseThatIsTooLongIsNoMeasure() {
		this.rule.assertKept(listener(540_000).maxPollInterval(Integer.MAX_VALUE).leaseCase(true));
	}

	@Test
	void consumerProtocolDoesNotWaitOnTheConnection() {
		this.rule.assertKept(listener(180_000).classic(false).leaseCase(true));
	}

	private TestListener listener(Object idle) {
		return new TestListener().configuration("connections.max.idle.ms", idle);
	}

}
