package io.leaseguard.lease.rule;

import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.Severity;
import io.leaseguard.lease.TestListener;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of {@link RebalanceAboveLeaseRule}.
 */
class RebalanceAboveLeaseRuleTests {

	private final TestRule rule = new TestRule(new RebalanceAboveLeaseRule());

	private final TestListener listener = TestListener.plain()
		.classic(false)
		.recordTimeout(Duration.ofSeconds(1))
		.maxPollRecords(10);

	@Test
	void fourBatchesThatDoNotFitIntoOneLeaseAreTold() {
		Finding finding = this.rule.assertBroken(this.listener.maxPollInterval(40_000).leaseCase(true));
		assertThat(finding.rule()).isEqualTo("rebalance-above-lease");
		assertThat(finding.severity()).isEqualTo(Severity.INFO);
		assertThat(finding.message()).isEqualTo(
				"Under group.protocol=consumer a member gives up partitions in up to 4 polls, all of them within "
						+ "max.poll.interval.ms of 40s, but a single batch may take 10s: while batches take that long, a "
						+ "rebalance can cost it all of its partitions.");
		assertThat(finding.fix()).isEqualTo("Set lease-guard.batch-splitting.enabled to true, which serves a rebalance "
				+ "between batches, or lease-guard.safety-factor to 4, so that 4 batches fit into a lease.");
		assertThat(finding.numbers()).isEqualTo(Map.of("leaseMs", 40_000L, "workMs", 10_000L, "rebalanceMs", 40_000L));
	}

	@Test
	void fourBatchesThatFitPass() {
		this.rule.assertKept(this.listener.maxPollInterval(40_001).leaseCase(true));
	}

	@Test
	void safetyFactorThatIsAdvisedIsEnough() {
		TestListener derived = this.listener.copy().maxPollRecords(null).recordOverhead(Duration.ofMillis(100));
		this.rule.assertBroken(derived.copy().safetyFactor(1.5).leaseCase(true));
		this.rule.assertKept(derived.safetyFactor(4).leaseCase(true));
	}

	@Test
	void batchListenerIsNotToldToSplit() {
		Finding finding = this.rule.assertBroken(TestListener.plain()
			.classic(false)
			.batchListener(true)
			.batchTimeout(Duration.ofSeconds(10))
			.maxPollInterval(30_000)
			.leaseCase(true));
		assertThat(finding.fix()).isEqualTo("Set lease-guard.safety-factor to 4, so that 4 batches fit into a lease.");
	}

	@ParameterizedTest
	@EnumSource
	void listenerThatCantBeSplitIsNotToldToSplit(BatchSplitting.Obstacle obstacle) {
		Finding finding = this.rule
			.assertBroken(with(this.listener.maxPollInterval(30_000), new BatchSplitting(true, false, obstacle)));
		assertThat(finding.fix()).startsWith("Set lease-guard.safety-factor");
	}

	@Test
	void whereBatchesAreSplitRebalancesAreServed() {
		this.rule.assertKept(with(this.listener.maxPollInterval(30_000), new BatchSplitting(true, true, null)));
	}

	@Test
	void classicProtocolServesRebalanceInOnePoll() {
		this.rule.assertKept(this.listener.classic(true).maxPollInterval(30_000).leaseCase(true));
	}

	@Test
	void leaseThatIsTooShortForOneBatchIsTheMatterOfAnotherRule() {
		this.rule.assertKept(this.listener.maxPollInterval(9_000).leaseCase(true));
	}

	@Test
	void whereNothingIsDeclaredNothingIsSaid() {
		this.rule.assertKept(new TestListener().classic(false).leaseCase(true));
	}

	private static LeaseCase with(TestListener listener, BatchSplitting splitting) {
		ListenerFacts facts = listener.facts();
		return LeaseCase.of("payments", listener.terms(), listener.settings(), true,
				new ListenerFacts(facts.batchListener(), facts.configuration(), facts.container(), splitting));
	}

}
