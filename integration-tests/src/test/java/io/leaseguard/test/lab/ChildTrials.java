package io.leaseguard.test.lab;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import io.leaseguard.test.fault.ClusterFixture;
import io.leaseguard.test.lab.ChildJvm.Report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What can only be done to a whole JVM: to freeze it, and to set its clock.
 */
final class ChildTrials {

	private static final int CONSUMERS = 2;

	private ChildTrials() {
	}

	/**
	 * A JVM that is frozen for longer than all timeouts of its consumers: the group has
	 * given them up when it wakes, and they come back by themselves.
	 */
	static void freeze(Duration frozen) throws Exception {
		run(Map.of(), (child, cluster, id, topic) -> {
			child.freeze();
			long start = System.nanoTime();
			await().atMost(frozen.plus(Timings.LIMIT))
				.until(() -> System.nanoTime() - start > frozen.toNanos() && cluster.members(id).isEmpty());
			cluster.produce(topic, 4);
			child.thaw();
			await().atMost(Timings.LIMIT).until(child::report, (report) -> report.settled() && report.finished() == 8);
			assertSilence("JVM frozen for %d s".formatted(frozen.toSeconds()), child.report(), start);
		});
	}

	/**
	 * The clock of a machine is put forward by an hour. The client takes it for an hour
	 * without a poll, and for a heartbeat that is an hour old, and joins its group anew.
	 */
	static void setClockAhead(Duration life) throws Exception {
		run(Map.of(), (child, cluster, id, topic) -> {
			long start = System.nanoTime();
			child.setClock(Duration.ofHours(1));
			await().atMost(life.plus(Timings.LIMIT)).until(() -> System.nanoTime() - start > life.toNanos());
			cluster.produce(topic, 4);
			await().atMost(Timings.LIMIT).until(child::report, (report) -> report.settled() && report.finished() == 8);
			assertSilence("clock put forward by an hour", child.report(), start);
		});
	}

	/**
	 * The clock of a machine is put back by an hour. The timers of the client wait for
	 * the time to come again: the poll that is under way lasts for an hour, and so does
	 * the silence of the heartbeats. Only a new process helps, so it must be called for.
	 */
	static void setClockBack() throws Exception {
		run(Map.of("lease-guard.recovery.mode", "restart"), (child, cluster, id, topic) -> {
			long start = System.nanoTime();
			child.setClock(Duration.ofHours(-1));
			await().atMost(Timings.LIMIT)
				.until(child::report, (report) -> report.statuses().contains("LEASE_EXPIRED") && report.downs() > 0);
			Duration found = Duration.ofNanos(System.nanoTime() - start);
			Duration goal = Timings.LEASE.plus(Timings.POLL).plus(Timings.TICK.multipliedBy(2));
			await().atMost(Timings.LIMIT).until(() -> cluster.members(id).isEmpty());
			ResultTable.add(new Result(Result.FAULT,
					List.of("clock put back by an hour", ResultTable.client(), "LEASE_EXPIRED",
							Laboratory.seconds(found.toNanos()),
							Laboratory.seconds(Timings.LEASE.toNanos()) + " to " + Laboratory.seconds(goal.toNanos()),
							"no, DOWN", "0", Integer.toString(child.report().doubled()), "group has 0 of 2 members",
							(child.report().monitor() == 0) ? "silent" : "x" + child.report().monitor())));
			await().atMost(Timings.LIMIT).until(child::report, (report) -> !report.recoveries().isEmpty());
			assertThat(child.report().recoveries()).as("a stuck thread is given up, and never restarted")
				.allMatch((recovery) -> recovery.contains("exhausted"));
			assertThat(found).isLessThan(goal.plus(Timings.SLACK));
		});
	}

	private static void run(Map<String, String> more, Step step) throws Exception {
		String bootstrapServers = LaboratoryBroker.get().bootstrapServers();
		String id = "child-" + UUID.randomUUID();
		try (ClusterFixture cluster = new ClusterFixture(bootstrapServers)) {
			String topic = cluster.createTopic(CONSUMERS);
			Map<String, String> properties = new LinkedHashMap<>(Timings.properties(true));
			properties.put("laboratory.topic", topic);
			properties.put("laboratory.concurrency", Integer.toString(CONSUMERS));
			properties.put("spring.kafka.bootstrap-servers", bootstrapServers);
			properties.putAll(more);
			try (ChildJvm child = ChildJvm.start(id, properties)) {
				await().atMost(Timings.LIMIT).until(child::report, Report::settled);
				cluster.produce(topic, 4);
				await().atMost(Timings.LIMIT).until(child::report, (report) -> report.finished() == 4);
				step.run(child, cluster, id, topic);
			}
		}
	}

	private static void assertSilence(String name, Report report, long start) {
		boolean silent = report.downs() + report.events() + report.recoveries().size() == 0;
		ResultTable.add(new Result(Result.HEALTHY,
				List.of(name, ResultTable.client(),
						silent ? "silent for " + Laboratory.seconds(System.nanoTime() - start) : "FALSE ALARM",
						Integer.toString(report.downs()), Integer.toString(report.events()),
						Integer.toString(report.recoveries().size()), "0", Integer.toString(report.doubled()),
						(report.monitor() == 0) ? "silent" : "x" + report.monitor())));
		assertThat(report.downs()).as("sightings of DOWN").isZero();
		assertThat(report.events()).as("events").isZero();
		assertThat(report.recoveries()).as("recoveries").isEmpty();
	}

	/**
	 * Something to do to a child.
	 */
	@FunctionalInterface
	private interface Step {

		void run(ChildJvm child, ClusterFixture cluster, String id, String topic) throws Exception;

	}

}
