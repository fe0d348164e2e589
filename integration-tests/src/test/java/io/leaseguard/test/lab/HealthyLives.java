package io.leaseguard.test.lab;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.apache.kafka.common.TopicPartition;

import static org.awaitility.Awaitility.await;

/**
 * What a healthy listener may live to see on a broker that it shares with others.
 */
final class HealthyLives {

	private HealthyLives() {
	}

	static Stream<Scenario> all() {
		return Stream.of(longBatch("classic"), longBatch("consumer").onlyInTheLongRun(), idle("classic"),
				idle("consumer").onlyInTheLongRun(), standby("classic"), standby("consumer").onlyInTheLongRun(),
				paused(), partitionPaused().onlyInTheLongRun(), pausedByListener(), rollingRebalances("classic"),
				rollingRebalances("consumer").onlyInTheLongRun(), burst());
	}

	static Duration either(int shortSeconds, int longSeconds) {
		return Duration.ofSeconds(Timings.LONG_RUN ? longSeconds : shortSeconds);
	}

	private static Scenario life(String name, String protocol) {
		return Scenario.of(name + (protocol.equals("classic") ? "" : ", consumer protocol"))
			.with("spring.kafka.consumer.properties.group.protocol", protocol);
	}

	/**
	 * Longer than the session timeout and, in the long run, than the 15 s of
	 * spring-kafka's own monitor.
	 */
	private static Scenario longBatch(String protocol) {
		Duration batch = either(9, 40);
		Duration record = batch.dividedBy(3);
		return life(
				"batch of %d s under a lease of %s".formatted(batch.toSeconds(), Timings.LONG_RUN ? "5 min" : "1 min"),
				protocol)
			.partitions(1)
			.concurrency(1)
			.with("lease-guard.record-timeout", record.plusSeconds(5).toMillis() + "ms")
			.with("lease-guard.min-lease", Timings.LONG_RUN ? "5m" : "1m")
			.fault((trial) -> {
				trial.work().task = (work, consumer) -> trial.live(record);
				trial.produce(3);
				trial.awaitAllFinished();
				trial.work().task = Work.Task.NOTHING;
			});
	}

	private static Scenario idle(String protocol) {
		return life("idle for long", protocol).fault((trial) -> trial.live(either(15, 90)));
	}

	private static Scenario standby(String protocol) {
		return life("two standby children of three", protocol).partitions(1).concurrency(3).fault((trial) -> {
			trial.live(either(10, 60));
			trial.produce(3);
			trial.awaitAllFinished();
		});
	}

	private static Scenario paused() {
		return life("paused by the user for long", "classic").fault((trial) -> {
			trial.subject().container().pause();
			await().atMost(Timings.LIMIT).until(() -> trial.subject().container().isContainerPaused());
			trial.produce(4);
			trial.live(either(15, 90));
			trial.subject().container().resume();
			trial.awaitAllFinished();
		});
	}

	private static Scenario partitionPaused() {
		return life("one partition paused by the user for long", "classic").concurrency(1).fault((trial) -> {
			trial.subject().container().pausePartition(trial.partition(0));
			await().atMost(Timings.LIMIT)
				.until(() -> trial.subject().container().isPartitionPaused(trial.partition(0)));
			trial.produce(4);
			trial.live(either(15, 90));
			trial.subject().container().resumePartition(trial.partition(0));
			trial.awaitAllFinished();
		});
	}

	private static Scenario pausedByListener() {
		return life("one partition paused by its listener for long", "classic").concurrency(1).fault((trial) -> {
			List<TopicPartition> pause = List.of(trial.partition(0));
			trial.work().task = (record, consumer) -> {
				if (record.partition() == 0) {
					consumer.pause(pause);
				}
				else {
					consumer.resume(pause);
				}
			};
			trial.cluster().produce(trial.partition(0), 1);
			trial.awaitAllFinished();
			trial.cluster().produce(trial.partition(0), 4);
			trial.live(either(15, 90));
			trial.cluster().produce(trial.partition(1), 1);
			await().atMost(Timings.LIMIT).until(() -> trial.unfinished() < 4);
			trial.work().task = (record, consumer) -> consumer.resume(pause);
			trial.cluster().produce(trial.partition(1), 1);
			trial.awaitAllFinished();
		});
	}

	private static Scenario rollingRebalances(String protocol) {
		return life("a member joins or leaves every three seconds", protocol).partitions(6).fault((trial) -> {
			long start = System.nanoTime();
			while (System.nanoTime() - start < either(15, 60).toNanos()) {
				try (SecondMember member = new SecondMember(trial, LaboratoryBroker.get().bootstrapServers(),
						Map.of("group.protocol", protocol))) {
					trial.produce(12);
					await().atMost(Timings.LIMIT).until(() -> member.assigned() > 0);
					trial.live(Duration.ofSeconds(3));
				}
				trial.produce(12);
				trial.live(Duration.ofSeconds(3));
			}
			trial.awaitAllFinished();
		});
	}

	private static Scenario burst() {
		return life("a burst after idleness", "classic").with("spring.kafka.consumer.max-poll-records", 500)
			.with("lease-guard.record-timeout", "7ms")
			.fault((trial) -> {
				trial.live(either(10, 30));
				trial.produce(20_000);
				trial.awaitAllFinished();
			});
	}

}
