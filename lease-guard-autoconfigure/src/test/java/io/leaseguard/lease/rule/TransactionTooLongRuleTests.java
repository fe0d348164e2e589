package io.leaseguard.lease.rule;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.Severity;
import io.leaseguard.lease.TestListener;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link TransactionTooLongRule}.
 */
class TransactionTooLongRuleTests {

	private final TestRule rule = new TestRule(new TransactionTooLongRule());

	private static final ContainerFacts MINUTE = new ContainerFacts(0, false, false, false, 60_000L, null, List.of());

	@Test
	void batchThatOutlivesItsTransactionIsRefused() {
		TestListener listener = batchListener().maxPollRecords(60);
		Finding finding = this.rule.assertBroken(listener.leaseCase(true));
		assertThat(finding.rule()).isEqualTo("transaction-too-long");
		assertThat(finding.severity()).isEqualTo(Severity.ERROR);
		assertThat(finding.message()).isEqualTo("The transaction of one batch may take 1m (1m30s with head-room), but "
				+ "transaction.timeout.ms of its producer is 60000 (1m): the broker would abort it and the same "
				+ "records would come again.");
		assertThat(finding.fix()).isEqualTo("Set max.poll.records to 39 or less, or transaction.timeout.ms of the "
				+ "producer (spring.kafka.producer.properties) to 90001 or more.");
		assertThat(finding.numbers()).containsEntry("workMs", 60_000L)
			.containsEntry("requiredMs", 90_000L)
			.containsEntry("transactionTimeoutMs", 60_000L);
		this.rule.assertKept(batchListener().maxPollRecords(39).leaseCase(true));
	}

	@Test
	void batchThatOnlyWantsForHeadRoomIsAWarning() {
		assertThat(this.rule.assertBroken(batchListener().maxPollRecords(40).leaseCase(true)).severity())
			.isEqualTo(Severity.WARNING);
		assertThat(this.rule.assertBroken(batchListener().maxPollRecords(59).leaseCase(true)).severity())
			.isEqualTo(Severity.WARNING);
	}

	@Test
	void recordHasATransactionOfItsOwn() {
		TestListener listener = new TestListener().recordOverhead(Duration.ZERO).container(MINUTE);
		this.rule.assertKept(listener.recordTimeout(Duration.ofSeconds(39)).leaseCase(true));
		// xtdb issue 5516: one record for longer than its transaction lasts
		Finding finding = this.rule.assertBroken(listener.recordTimeout(Duration.ofMinutes(6)).leaseCase(true));
		assertThat(finding.severity()).isEqualTo(Severity.ERROR);
		assertThat(finding.message()).startsWith("The transaction of one record may take 6m");
		assertThat(finding.fix()).isEqualTo("Set transaction.timeout.ms of the producer "
				+ "(spring.kafka.producer.properties) to 540001 or more.");
	}

	@Test
	void timeoutBeyondTheDefaultOfTheBrokerIsNamedAsSuch() {
		TestListener listener = new TestListener().container(MINUTE).recordTimeout(Duration.ofMinutes(15));
		assertThat(this.rule.assertBroken(listener.leaseCase(true)).fix())
			.contains("the broker must allow it (transaction.max.timeout.ms, by default 900000)");
	}

	@Test
	void batchTimeoutTakesThePlaceOfTheRecords() {
		TestListener listener = new TestListener().batchListener(true).container(MINUTE);
		this.rule.assertKept(listener.batchTimeout(Duration.ofSeconds(39)).leaseCase(true));
		assertThat(this.rule.assertBroken(listener.batchTimeout(Duration.ofSeconds(60)).leaseCase(true)).fix())
			.isEqualTo(
					"Set transaction.timeout.ms of the producer (spring.kafka.producer.properties) to 90001 or more.");
	}

	@Test
	void derivedBatchIsTheOneThatCounts() {
		TestListener listener = batchListener().maxPollInterval(30_000);
		this.rule.assertKept(listener.leaseCase(true));
	}

	@Test
	void workThatNoTimeoutCanHoldMustBecomeShorter() {
		TestListener listener = new TestListener().container(MINUTE).recordTimeout(Duration.ofDays(100));
		assertThat(this.rule.assertBroken(listener.leaseCase(true)).fix())
			.isEqualTo("Bring the work of one record below 1m.");
	}

	@Test
	void withoutTermsOrTransactionsThereIsNothingToJudge() {
		this.rule.assertKept(new TestListener().container(MINUTE).leaseCase(true));
		this.rule.assertKept(new TestListener().recordTimeout(Duration.ofMinutes(6)).leaseCase(true));
	}

	private TestListener batchListener() {
		return new TestListener().batchListener(true)
			.recordTimeout(Duration.ofSeconds(1))
			.recordOverhead(Duration.ZERO)
			.container(MINUTE);
	}

}
