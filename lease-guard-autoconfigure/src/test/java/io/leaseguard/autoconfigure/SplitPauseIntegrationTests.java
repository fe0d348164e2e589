package io.leaseguard.autoconfigure;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.leaseguard.autoconfigure.SplitRun.Outcome;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that batch splitting and pauses of the user do not meddle with each other: the
 * container, its children and single partitions are paused and resumed at random at every
 * step of a split, that is before and after any poll, pause, resume, seek and commit of
 * the consumer, and at each record.
 */
class SplitPauseIntegrationTests {

	private static final int SEEDS = 10;

	private static final int ENOUGH = 300;

	@Test
	void pausesOfTheUserWinAndNothingIsLostOrDoubled() throws Exception {
		SplitRuns runs = new SplitRuns();
		add(runs, "classic", "batch", 1);
		add(runs, "classic", "record", 2);
		add(runs, "consumer", "manual", 3);
		add(runs, "consumer", "tx", 4);
		assertKept(runs);
	}

	@Test
	@Tag("long")
	void pausesOfTheUserWinAndNothingIsLostOrDoubledOverManySeeds() throws Exception {
		SplitRuns runs = new SplitRuns();
		for (String protocol : SplitRuns.PROTOCOLS) {
			for (String ack : SplitRuns.ACKS) {
				for (int seed = 1; seed <= SEEDS; seed++) {
					add(runs, protocol, ack, seed);
				}
			}
		}
		assertKept(runs);
	}

	/**
	 * The control: a resume that comes when a poll has brought records, but its container
	 * does not know yet, wakes the commit of the first record instead.
	 */
	@Test
	@Tag("long")
	void resumeAtTheVeryEndOfPollDoublesRecordOfUnsplitBatchToo() {
		Outcome outcome = group("classic", "record").with("lease-guard.batch-splitting.enabled=false").run((run) -> {
			AtomicBoolean resumed = new AtomicBoolean();
			run.inConsumer((method, real) -> {
				Object result = real.call();
				if (result instanceof ConsumerRecords<?, ?> records && !records.isEmpty()
						&& resumed.compareAndSet(false, true)) {
					run.member("a").resume();
				}
				return result;
			});
			run.join("a");
			Awaitility.await().atMost(Duration.ofSeconds(90)).until(run::complete);
		});
		assertThat(outcome.splits()).isZero();
		assertThat(outcome.doubled()).isPositive();
	}

	private static void add(SplitRuns runs, String protocol, String ack, long seed) {
		// A record that may take long is not begun late, so that there are many splits.
		runs.add(protocol + " " + ack + " " + seed, () -> group(protocol, ack).run((run) -> meddle(run, seed)));
	}

	private static SplitRun group(String protocol, String ack) {
		return new SplitRun(100, Duration.ofMillis(20)).protocol(protocol)
			.acks(ack)
			.with("lease-guard.batch-splitting.enabled=true", "spring.kafka.consumer.max-poll-records=200",
					"spring.kafka.consumer.properties.max.poll.interval.ms=4000", "lease-guard.record-timeout=3300ms",
					"lease-guard.record-overhead=0ms", "lease-guard.safety-factor=1",
					"spring.kafka.listener.concurrency=2");
	}

	private static void meddle(SplitRun run, long seed) {
		PauseMeddler meddler = new PauseMeddler(run, seed);
		meddler.start();
		run.join("a");
		Awaitility.await().atMost(Duration.ofSeconds(90)).until(() -> meddler.count() > ENOUGH || run.complete());
		meddler.stop();
		Awaitility.await().atMost(Duration.ofSeconds(90)).until(run::complete);
		assertThat(meddler.count()).isPositive();
	}

	private static void assertKept(SplitRuns runs) throws Exception {
		assertThat(runs.outcomes()).allSatisfy((name, outcome) -> {
			assertThat(outcome.splits()).isPositive();
			assertThat(outcome.wrong()).isEmpty();
			assertThat(outcome.lost()).isZero();
			assertThat(outcome.distinct()).isEqualTo(outcome.sent());
			assertThat(outcome.doubled()).isZero();
			assertThat(outcome.outOfOrder()).isEmpty();
		});
	}

}
