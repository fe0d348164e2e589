package io.leaseguard.lease.rule;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.FixedCosts;
import io.leaseguard.lease.Severity;
import io.leaseguard.lease.TestListener;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link AuthRetryAdvisoryRule}.
 */
class AuthRetryAdvisoryRuleTests {

	private final TestRule rule = new TestRule(new AuthRetryAdvisoryRule());

	private static final Advisory AFFECTED = new Advisory("KAFKA-20253", true, "The heartbeat thread ends.",
			List.of("4.2.2", "4.4.0"));

	@Test
	void retryWithTheSameConsumerOfAnAffectedClientIsAWarning() {
		Finding finding = this.rule.assertBroken(listener(AFFECTED, false).leaseCase(true));
		assertThat(finding.rule()).isEqualTo("auth-retry-without-restart");
		assertThat(finding.severity()).isEqualTo(Severity.WARNING);
		assertThat(finding.message()).isEqualTo("auth-exception-retry-interval is 10s and the Kafka client 4.2.1 has "
				+ "KAFKA-20253: The heartbeat thread ends.");
		assertThat(finding.fix()).isEqualTo("Remove spring.kafka.listener.auth-exception-retry-interval and set "
				+ "restartAfterAuthExceptions of the container properties to true, or use the Kafka client 4.2.2 or "
				+ "4.4.0.");
	}

	@Test
	void restartHasNoEffectWhileAnIntervalIsSet() {
		Finding finding = this.rule.assertBroken(listener(AFFECTED, true).leaseCase(true));
		assertThat(finding.message()).endsWith("restartAfterAuthExceptions has no effect while that interval is set.");
		assertThat(finding.fix()).startsWith("Remove spring.kafka.listener.auth-exception-retry-interval, or use");
	}

	@Test
	void clientThatIsNotAffectedPasses() {
		this.rule.assertKept(listener(new Advisory("KAFKA-20253", false, "", List.of()), false).leaseCase(true));
		this.rule.assertKept(listener(new Advisory("KAFKA-1", true, "", List.of()), false).leaseCase(true));
	}

	@Test
	void noRetryPasses() {
		this.rule.assertKept(new TestListener().container(facts(AFFECTED, false)).leaseCase(true));
	}

	@Test
	void consumerProtocolHasNoHeartbeatThread() {
		this.rule.assertKept(listener(AFFECTED, false).classic(false).leaseCase(true));
	}

	private TestListener listener(Advisory advisory, boolean restarts) {
		return new TestListener().fixedCost(FixedCosts.AUTH_RETRY, Duration.ofSeconds(10))
			.container(facts(advisory, restarts));
	}

	private ContainerFacts facts(Advisory advisory, boolean restarts) {
		return new ContainerFacts(0, restarts, false, false, null, "4.2.1", List.of(advisory));
	}

}
