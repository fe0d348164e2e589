package io.leaseguard.autoconfigure;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.leaseguard.autoconfigure.SplitRun.Outcome;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of batch splitting on a real broker: batches of 60 records that take 200 ms each,
 * three times the lease of 4 s.
 */
class BatchSplittingIntegrationTests {

	private static final Log logger = LogFactory.getLog(BatchSplittingIntegrationTests.class);

	private static final String CONTROL = " with short batches";

	private static final String SPLIT = "lease-guard.batch-splitting.enabled=true";

	private static final List<String> PROTOCOLS = List.of("classic", "consumer");

	private static final List<String> ACKS = List.of("record", "batch", "manual", "manual_immediate", "tx");

	private static final long STALL_MS = 300;

	private static final int CHANGES = 4;

	private static final int AT_ONCE = 5;

	@Test
	void withoutSplittingSlowBatchIsNeverDone() {
		Outcome outcome = group("classic", "batch").run((run) -> {
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
	void splitBatchIsDoneOnceInOrderWithoutLoss() throws Exception {
		Map<String, Callable<Outcome>> runs = new LinkedHashMap<>();
		PROTOCOLS.forEach((protocol) -> ACKS
			.forEach((ack) -> runs.put(protocol + " " + ack, () -> group(protocol, ack).with(SPLIT).run((run) -> {
				run.join("a");
				run.join("b");
				await(run::complete);
			}))));
		assertThat(atOnce(runs)).allSatisfy((name, outcome) -> {
			assertKept(outcome);
			assertThat(outcome.doubled()).isZero();
			assertThat(outcome.committed()).isGreaterThanOrEqualTo(outcome.sent());
		});
	}

	@Test
	void recordsThatFailAreTriedAgainInOrder() throws Exception {
		Map<String, Callable<Outcome>> runs = new LinkedHashMap<>();
		runs.put("classic batch", () -> failing(group("classic", "batch")));
		runs.put("classic tx", () -> failing(group("classic", "tx")));
		runs.put("classic manual, no seek", () -> failing(group("classic", "manual").with("seek-after-error=false")));
		runs.put("consumer record, no seek", () -> failing(group("consumer", "record").with("seek-after-error=false")));
		assertThat(atOnce(runs)).allSatisfy((name, outcome) -> {
			assertKept(outcome);
			assertThat(outcome.doubled()).isZero();
			assertThat(outcome.committed()).isGreaterThanOrEqualTo(outcome.sent());
		});
	}

	private Outcome failing(SplitRun run) {
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

	@Test
	void membersThatComeAndGoDoubleNoMoreThanWithShortBatches() throws Exception {
		comeAndGo(2);
	}

	@Test
	@Tag("long")
	void membersThatComeAndGoDoubleNoMoreThanWithShortBatchesOverManySeeds() throws Exception {
		comeAndGo(10);
	}

	private void comeAndGo(int seeds) throws Exception {
		Map<String, Callable<Outcome>> runs = new LinkedHashMap<>();
		for (String protocol : PROTOCOLS) {
			for (int i = 1; i <= seeds; i++) {
				int seed = i;
				String ack = ACKS.get(seed % ACKS.size());
				String name = protocol + " " + ack + " " + seed;
				runs.put(name, () -> group(protocol, ack).with(SPLIT).run((run) -> comeAndGo(run, seed)));
				runs.put(name + CONTROL, () -> group(protocol, ack).with("spring.kafka.consumer.max-poll-records=5")
					.run((run) -> comeAndGo(run, seed)));
			}
		}
		Map<String, Outcome> outcomes = atOnce(runs);
		outcomes.forEach((name, outcome) -> {
			Outcome control = outcomes.get(name + CONTROL);
			if (control != null) {
				assertKept(outcome);
				assertThat(outcome.doubled()).as(name).isLessThanOrEqualTo(Math.max(control.doubled(), unlucky(name)));
			}
		});
	}

	/**
	 * Run again where the machine has held everything up for so long that the margin of
	 * the lease was used up.
	 * @param run the run
	 * @return what came of it
	 * @throws Exception from the run
	 */
	private static Outcome undisturbed(Callable<Outcome> run) throws Exception {
		for (int i = 0; i < 4; i++) {
			try (HeldUpWatch watch = new HeldUpWatch()) {
				Outcome outcome = run.call();
				if (watch.longestMs() < STALL_MS) {
					return outcome;
				}
				logger.info("Held up for " + watch.longestMs() + " ms, so run again: " + outcome);
			}
		}
		return run.call();
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

	private static Map<String, Outcome> atOnce(Map<String, Callable<Outcome>> runs) throws Exception {
		ExecutorService executor = Executors.newFixedThreadPool(AT_ONCE);
		try {
			Map<String, Future<Outcome>> futures = new LinkedHashMap<>();
			runs.forEach((name, run) -> futures.put(name, executor.submit(() -> undisturbed(run))));
			Map<String, Outcome> outcomes = new LinkedHashMap<>();
			for (Map.Entry<String, Future<Outcome>> future : futures.entrySet()) {
				outcomes.put(future.getKey(), future.getValue().get());
				logger.info(future.getKey() + ": " + outcomes.get(future.getKey()));
			}
			return outcomes;
		}
		finally {
			executor.shutdownNow();
		}
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

	private SplitRun group(String protocol, String ack) {
		SplitRun run = new SplitRun(4, 40, Duration.ofMillis(200)).protocol(protocol)
			.with("spring.kafka.consumer.max-poll-records=60",
					"spring.kafka.consumer.properties.max.poll.interval.ms=4000", "lease-guard.record-timeout=600ms",
					"lease-guard.record-overhead=0ms", "spring.kafka.listener.shutdown-timeout=15s");
		return ack.equals("tx")
				? run.with("spring.kafka.producer.transaction-id-prefix=" + run.topic,
						"spring.kafka.consumer.isolation-level=read_committed")
				: run.with("spring.kafka.listener.ack-mode=" + ack);
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
