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
 * A JVM that is frozen for longer than all timeouts of its consumers: the group has given
 * them up when it wakes, and they come back by themselves.
 */
final class FrozenLife {

	private static final int CONSUMERS = 2;

	private FrozenLife() {
	}

	static void run(Duration frozen) throws Exception {
		String bootstrapServers = LaboratoryBroker.get().bootstrapServers();
		String id = "frozen-" + UUID.randomUUID();
		try (ClusterFixture cluster = new ClusterFixture(bootstrapServers)) {
			String topic = cluster.createTopic(CONSUMERS);
			Map<String, String> properties = new LinkedHashMap<>(Timings.properties(true));
			properties.put("laboratory.topic", topic);
			properties.put("laboratory.concurrency", Integer.toString(CONSUMERS));
			properties.put("spring.kafka.bootstrap-servers", bootstrapServers);
			try (ChildJvm child = ChildJvm.start(id, properties)) {
				await().atMost(Timings.LIMIT).until(() -> child.report().settled());
				cluster.produce(topic, 4);
				await().atMost(Timings.LIMIT).until(() -> child.report().finished() == 4);
				child.freeze();
				long start = System.nanoTime();
				await().atMost(frozen.plus(Timings.LIMIT))
					.until(() -> System.nanoTime() - start > frozen.toNanos() && cluster.members(id).isEmpty());
				cluster.produce(topic, 4);
				child.thaw();
				await().atMost(Timings.LIMIT).until(() -> child.report().settled() && child.report().finished() == 8);
				assertSilence(child.report(), start, frozen);
			}
		}
	}

	private static void assertSilence(Report report, long start, Duration frozen) {
		boolean silent = report.downs() + report.events() + report.recoveries() == 0;
		ResultTable.add(new Result(Result.HEALTHY,
				List.of("JVM frozen for %d s".formatted(frozen.toSeconds()), ResultTable.client(),
						silent ? "silent for " + Laboratory.seconds(System.nanoTime() - start) : "FALSE ALARM",
						Integer.toString(report.downs()), Integer.toString(report.events()),
						Integer.toString(report.recoveries()), "0", Integer.toString(report.doubled()),
						(report.monitor() == 0) ? "silent" : "x" + report.monitor())));
		assertThat(report.downs()).as("sightings of DOWN").isZero();
		assertThat(report.events()).as("events").isZero();
		assertThat(report.recoveries()).as("recoveries").isZero();
	}

}
