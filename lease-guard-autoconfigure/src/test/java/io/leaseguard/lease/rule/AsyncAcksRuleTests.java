package io.leaseguard.lease.rule;

import java.util.List;

import org.junit.jupiter.api.Test;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.Severity;
import io.leaseguard.lease.TestListener;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link AsyncAcksRule}.
 */
class AsyncAcksRuleTests {

	private final TestRule rule = new TestRule(new AsyncAcksRule());

	@Test
	void asyncAcksWithoutAnAcknowledgmentAreRefused() {
		// spring-kafka issue 4032
		ContainerFacts never = new ContainerFacts(0, false, true, false, null, null, List.of());
		Finding finding = this.rule.assertBroken(new TestListener().container(never).leaseCase(true));
		assertThat(finding.rule()).isEqualTo("async-acks-unacknowledged");
		assertThat(finding.severity()).isEqualTo(Severity.ERROR);
		assertThat(finding.message()).contains("the listener takes no Acknowledgment");
		assertThat(finding.fix()).contains("Add a parameter of type Acknowledgment", "asyncAcks");
	}

	@Test
	void listenerThatAcknowledgesPasses() {
		this.rule.assertKept(new TestListener().leaseCase(true));
	}

}
