package io.leaseguard.lease.rule;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.Severity;
import io.leaseguard.lease.TestListener;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ImplausibleLeaseRule}.
 */
class ImplausibleLeaseRuleTests {

	private final TestRule rule = new TestRule(new ImplausibleLeaseRule());

	@ParameterizedTest
	@ValueSource(ints = { 1, 30, 99 })
	void noLeaseOfMillisecondsIsMeant(int lease) {
		Finding finding = this.rule.assertBroken(new TestListener().maxPollInterval(lease).leaseCase(true));
		assertThat(finding.rule()).isEqualTo("implausible-lease");
		assertThat(finding.severity()).isEqualTo(Severity.ERROR);
	}

	@Test
	void theFixNamesTheSecondsThatWereMeant() {
		Finding finding = this.rule.assertBroken(new TestListener().maxPollInterval(30).leaseCase(true));
		assertThat(finding.message()).isEqualTo("max.poll.interval.ms is 30, and Kafka counts milliseconds: a pause of "
				+ "the garbage collector is enough to end such a lease.");
		assertThat(finding.fix())
			.isEqualTo("Set max.poll.interval.ms to 30000 (30s), or remove it to have the default of Kafka.");
	}

	@Test
	void lessThanASecondIsAWarning() {
		assertThat(this.rule.assertBroken(new TestListener().maxPollInterval(999).leaseCase(true)).severity())
			.isEqualTo(Severity.WARNING);
		this.rule.assertKept(new TestListener().maxPollInterval(1000).leaseCase(true));
	}

	@Test
	void whatIsTooShortForTheDeclaredWorkIsToldByThatRule() {
		TestListener listener = new TestListener().recordTimeout(Duration.ofSeconds(2)).maxPollInterval(30);
		this.rule.assertKept(listener.leaseCase(true));
	}

	@Test
	void daysThatWereMeantAsMicrosecondsAreFound() {
		Finding finding = this.rule.assertBroken(new TestListener().maxPollInterval(300_000_000).leaseCase(true));
		assertThat(finding.severity()).isEqualTo(Severity.WARNING);
		assertThat(finding.message())
			.isEqualTo("max.poll.interval.ms is 300000000, and Kafka counts milliseconds: that makes 3d11h20m.");
		assertThat(finding.fix()).isEqualTo("Set max.poll.interval.ms to 300000 (5m).");
	}

	@ParameterizedTest
	@ValueSource(ints = { 86_400_000, 172_800_000, 2_147_483_647, 3_600_000, 300_000 })
	void longLeasesThatAreWrittenAsSuchAreNoSlip(int lease) {
		this.rule.assertKept(new TestListener().maxPollInterval(lease).leaseCase(true));
	}

	@Test
	void whoToleratesDaysMeansDays() {
		this.rule.assertKept(
				new TestListener().maxPollInterval(300_000_000).maxDetectionDelay(Duration.ofDays(4)).leaseCase(true));
	}

	@Test
	void defaultOfKafkaPasses() {
		this.rule.assertKept(new TestListener().leaseCase(true));
	}

}
