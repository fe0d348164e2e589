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
 * Tests of {@link BatchSplittingRule} and of what batch splitting means to
 * {@link LeaseTooShortRule}.
 */
class BatchSplittingRuleTests {

	private final TestListener listener = new TestListener().recordTimeout(Duration.ofSeconds(2));

	@Test
	void whenNothingStandsInTheWayThenKept() {
		new TestRule(new BatchSplittingRule()).assertKept(with(new BatchSplitting(true, true, null)));
		new TestRule(new BatchSplittingRule()).assertKept(with(BatchSplitting.OFF));
	}

	@ParameterizedTest
	@EnumSource
	void whenTheListenerItselfAsksForTheImpossibleThenRefused(BatchSplitting.Obstacle obstacle) {
		Finding finding = new TestRule(new BatchSplittingRule())
			.assertBroken(with(new BatchSplitting(true, true, obstacle)));
		assertThat(finding.rule()).isEqualTo("batch-splitting");
		assertThat(finding.severity()).isEqualTo(Severity.ERROR);
		assertThat(finding.message()).startsWith("lease-guard.listeners.").contains(obstacle.reason());
		assertThat(finding.fix()).contains("batch-splitting.enabled to false");
	}

	@Test
	void whenTheWishIsInheritedThenTold() {
		Finding finding = new TestRule(new BatchSplittingRule())
			.assertBroken(with(new BatchSplitting(true, false, BatchSplitting.Obstacle.BATCH_LISTENER)));
		assertThat(finding.severity()).isEqualTo(Severity.WARNING);
		assertThat(finding.message()).startsWith("lease-guard.batch-splitting.enabled is true");
	}

	@Test
	void whenBatchesAreSplitThenALongBatchIsAHint() {
		this.listener.maxPollRecords(500).maxPollInterval(300_000);
		Finding finding = new TestRule(new LeaseTooShortRule())
			.assertBroken(with(new BatchSplitting(true, true, null)));
		assertThat(finding.severity()).isEqualTo(Severity.WARNING);
		assertThat(finding.message())
			.endsWith("Batch splitting keeps the lease, at the price of fetching the rest again.");
		assertThat(finding.fix()).startsWith("To do without splits: Set max.poll.records to 95 or less");
	}

	@Test
	void whenASingleRecordDoesNotFitThenSplittingIsNoHelp() {
		this.listener.maxPollRecords(500).maxPollInterval(3_000);
		Finding finding = new TestRule(new LeaseTooShortRule())
			.assertBroken(with(new BatchSplitting(true, true, null)));
		assertThat(finding.severity()).isEqualTo(Severity.ERROR);
		assertThat(finding.message()).endsWith("Batch splitting does not help, because a single record may not fit.");
	}

	private LeaseCase with(BatchSplitting splitting) {
		LeaseCase leaseCase = this.listener.leaseCase(true);
		return new LeaseCase(leaseCase.listener(), leaseCase.terms(), leaseCase.given(), leaseCase.settings(),
				leaseCase.derivable(), new ListenerFacts(false, Map.of(), ContainerFacts.NONE, splitting));
	}

}
