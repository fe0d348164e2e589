package io.leaseguard.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import io.leaseguard.autoconfigure.SplitRun.Outcome;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of batch splitting on a real broker: batches of 60 records that take 200 ms each,
 * three times the lease of 4 s. Every combination of protocol and acknowledgment is in
 * the long ones, some are in the others.
 */
class BatchSplittingIntegrationTests {

	private static final String CONTROL = " with short batches";

	private static final String SPLIT = "lease-guard.batch-splitting.enabled=true";

	private static final int CHANGES = 4;

	private static final int TRIES = 5;

	private static final int SEEDS = 10;

	private static final int LONGEST_WAIT = 3 * SplitRun.PARTITIONS;

	@Test
	void withoutSplittingSlowBatchIsNeverDone() {
		Outcome outcome = group("classic", "batch")
			.with("spring.kafka.consumer.properties.max.poll.interval.ms=2000",
					"spring.kafka.consumer.max-poll-records=30")
			.run((run) -> {
				run.join("a");
				run.join("b");
				await(() -> run.outcome().lost() >= 2);
			});
		assertThat(outcome.committed()).isZero();
		assertThat(outcome.doubled()).isPositive();
		assertThat(outcome.expirations()).isPositive();
		assertThat(outcome.splits()).isZero();
	}

	@Test
	void splitBatchIsDoneOnceInOrderWithoutLossAndRecordsThatFailAreTriedAgain() throws Exception {
		SplitRuns runs = new SplitRuns();
		Stream.of("classic record", "classic batch", "classic tx", "consumer manual", "consumer manual_immediate")
			.forEach((kind) -> runs.add(kind, () -> work(group(kind))));
		runs.add("classic batch, failing", () -> fail(group("classic", "batch")));
		runs.add("consumer record, failing, no seek",
				() -> fail(group("consumer", "record").with("seek-after-error=false")));
		assertDoneOnce(runs.outcomes());
	}

	@Test
	void partitionsTakeTurns() throws Exception {
		SplitRuns runs = new SplitRuns();
		SplitRuns.PROTOCOLS.forEach((protocol) -> runs.add(protocol, () -> workAlone(manySplits(protocol))));
		Map<String, Outcome> outcomes = runs.outcomes();
		assertDoneOnce(outcomes);
		assertThat(outcomes).allSatisfy((name, outcome) -> assertThat(outcome.longestWait()).isLessThan(LONGEST_WAIT));
	}

	@Test
	void membersThatComeAndGoDoubleNoMoreThanWithShortBatches() throws Exception {
		SplitRuns runs = new SplitRuns();
		addComeAndGo(runs, "classic", "batch", 1);
		addComeAndGo(runs, "consumer", "record", 2);
		assertDoneAsWithShortBatches(runs.outcomes());
	}

	/**
	 * Under the consumer protocol a rebalance takes a member up to four polls within one
	 * lease, and here not even two batches fit into one. It is spared where the rebalance
	 * begins as a batch ends, so it has a few tries.
	 */
	@Test
	void withoutSplittingRebalanceCostsPartitionsAlthoughEveryBatchKeepsItsLease() {
		List<Outcome> outcomes = new ArrayList<>();
		do {
			outcomes.add(lawful().run((run) -> {
				run.join("a");
				await(() -> run.distinct() > 0);
				run.join("b");
				await(() -> run.outcome().lost() > 0 || run.complete());
			}));
		}
		while (outcomes.size() < TRIES && outcomes.get(outcomes.size() - 1).lost() == 0);
		assertThat(outcomes).allSatisfy((outcome) -> assertThat(outcome.expirations()).isZero())
			.last()
			.satisfies((outcome) -> assertThat(outcome.lost()).isPositive());
	}

	@Test
	void splittingServesRebalanceBetweenBatchesThatNeedNoSplit() throws Exception {
		SplitRuns runs = new SplitRuns();
		runs.add("lawful", () -> lawful().with(SPLIT).run((run) -> {
			run.join("a");
			await(() -> run.distinct() > 0);
			run.join("b");
			await(run::complete);
		}));
		assertThat(runs.outcomes()).allSatisfy((name, outcome) -> {
			assertThat(outcome.splits()).isZero();
			assertThat(outcome.lost()).isZero();
			assertThat(outcome.doubled()).isZero();
			assertThat(outcome.outOfOrder()).isEmpty();
		});
	}

	@Test
	@Tag("long")
	void splitBatchIsDoneOnceInOrderWithoutLossHoweverItIsAcknowledged() throws Exception {
		SplitRuns runs = new SplitRuns();
		kinds().forEach((kind) -> runs.add(kind, () -> work(group(kind))));
		assertDoneOnce(runs.outcomes());
	}

	@Test
	@Tag("long")
	void recordsThatFailAreTriedAgainInOrderHoweverTheyAreAcknowledged() throws Exception {
		SplitRuns runs = new SplitRuns();
		kinds().forEach((kind) -> {
			runs.add(kind, () -> fail(group(kind)));
			if (!kind.endsWith("tx")) {
				runs.add(kind + ", no seek", () -> fail(group(kind).with("seek-after-error=false")));
			}
		});
		assertDoneOnce(runs.outcomes());
	}

	@ParameterizedTest
	@MethodSource("kinds")
	@Tag("long")
	void membersThatComeAndGoDoubleNoMoreThanWithShortBatchesOverManySeeds(String kind) throws Exception {
		SplitRuns runs = new SplitRuns();
		for (int seed = 1; seed <= SEEDS; seed++) {
			addComeAndGo(runs, protocol(kind), ack(kind), seed);
		}
		assertDoneAsWithShortBatches(runs.outcomes());
	}

	static Stream<String> kinds() {
		return SplitRuns.PROTOCOLS.stream()
			.flatMap((protocol) -> SplitRuns.ACKS.stream().map((ack) -> protocol + " " + ack));
	}

	private static String protocol(String kind) {
		return kind.split(" ")[0];
	}

	private static String ack(String kind) {
		return kind.split(" ")[1];
	}

	private Outcome work(SplitRun run) {
		return run.with(SPLIT).run((started) -> {
			started.join("a");
			started.join("b");
			await(started::complete);
		});
	}

	private Outcome workAlone(SplitRun run) {
		return run.with(SPLIT).run((started) -> {
			started.join("a");
			await(started::complete);
		});
	}

	private Outcome fail(SplitRun run) {
		Set<String> failed = ConcurrentHashMap.newKeySet();
		return run.with(SPLIT).run((started) -> {
			started.inListener((record) -> {
				if (record.offset() % 30 == 20 && failed.add(record.partition() + "@" + record.offset())) {
					throw new IllegalStateException("fails once");
				}
			});
			started.join("a");
			started.join("b");
			await(started::complete);
		});
	}

	private void addComeAndGo(SplitRuns runs, String protocol, String ack, int seed) {
		String name = protocol + " " + ack + " " + seed;
		runs.add(name, () -> group(protocol, ack).with(SPLIT).run((run) -> comeAndGo(run, seed)));
		runs.add(name + CONTROL, () -> group(protocol, ack).with("spring.kafka.consumer.max-poll-records=5")
			.run((run) -> comeAndGo(run, seed)));
	}

	private void comeAndGo(SplitRun run, long seed) throws InterruptedException {
		Random random = new Random(seed);
		run.join("a");
		run.join("b");
		List<String> ids = List.of("a", "b", "c");
		for (int i = 0; i < CHANGES && !run.complete(); i++) {
			Thread.sleep(1000 + random.nextInt(2000));
			String id = ids.get(random.nextInt(ids.size()));
			if (run.member(id).isRunning()
					&& ids.stream().filter((other) -> run.member(other).isRunning()).count() > 1) {
				run.leave(id);
			}
			else {
				run.join(id);
			}
		}
		await(run::complete);
	}

	/**
	 * A record that may take long is not begun late, so there are many splits.
	 */
	private SplitRun manySplits(String protocol) {
		return new SplitRun(80, Duration.ofMillis(20)).protocol(protocol)
			.acks("batch")
			.with("spring.kafka.consumer.max-poll-records=120",
					"spring.kafka.consumer.properties.max.poll.interval.ms=4000", "lease-guard.record-timeout=3300ms",
					"lease-guard.record-overhead=0ms", "lease-guard.safety-factor=1");
	}

	/**
	 * Batches that keep their lease, although two of them are longer than it.
	 */
	private SplitRun lawful() {
		return new SplitRun(40, Duration.ofMillis(200)).protocol("consumer")
			.acks("batch")
			.with("spring.kafka.consumer.max-poll-records=13",
					"spring.kafka.consumer.properties.max.poll.interval.ms=4000", "lease-guard.record-timeout=200ms",
					"lease-guard.record-overhead=0ms", "spring.kafka.listener.shutdown-timeout=15s");
	}

	private SplitRun group(String kind) {
		return group(protocol(kind), ack(kind));
	}

	private SplitRun group(String protocol, String ack) {
		return new SplitRun(40, Duration.ofMillis(200)).protocol(protocol)
			.acks(ack)
			.with("spring.kafka.consumer.max-poll-records=60",
					"spring.kafka.consumer.properties.max.poll.interval.ms=4000", "lease-guard.record-timeout=600ms",
					"lease-guard.record-overhead=0ms", "spring.kafka.listener.shutdown-timeout=15s");
	}

	private void assertDoneOnce(Map<String, Outcome> outcomes) {
		assertThat(outcomes).allSatisfy((name, outcome) -> {
			assertKept(outcome);
			assertThat(outcome.doubled()).isZero();
			assertThat(outcome.committed()).isGreaterThanOrEqualTo(outcome.sent());
		});
	}

	private void assertDoneAsWithShortBatches(Map<String, Outcome> outcomes) {
		assertThat(outcomes).allSatisfy((name, outcome) -> {
			Outcome control = outcomes.get(name + CONTROL);
			if (control != null) {
				assertKept(outcome);
				assertThat(outcome.doubled()).isLessThanOrEqualTo(Math.max(control.doubled(), unlucky(name)));
			}
		});
	}

	/**
	 * Under the consumer protocol a commit fails that meets a new epoch of the member,
	 * and what it was for is done again: with short batches as well, but not in the same
	 * run.
	 * @param name the name of the run
	 * @return how many records may be done twice by bad luck
	 */
	private static int unlucky(String name) {
		return name.startsWith("consumer") ? CHANGES : 0;
	}

	private void assertKept(Outcome outcome) {
		assertThat(outcome.splits()).isPositive();
		assertThat(outcome.lost()).isZero();
		assertThat(outcome.expirations()).isZero();
		assertThat(outcome.distinct()).isEqualTo(outcome.sent());
		assertThat(outcome.outOfOrder()).isEmpty();
		assertThat(outcome.wrong()).isEmpty();
	}

	private void await(BooleanSupplier condition) {
		Awaitility.await()
			.atMost(Duration.ofSeconds(120))
			.pollInterval(Duration.ofMillis(100))
			.until(condition::getAsBoolean);
	}

}
