package io.leaseguard.test.lab;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

import org.apache.kafka.clients.consumer.ConsumerConfig;

import io.leaseguard.test.lab.Scenario.Cure;

import static org.awaitility.Awaitility.await;

/**
 * Faults that end a consumer, while the container may still say that it runs.
 */
final class StopFaults {

	private static final String STOPPED = "STOPPED";

	private StopFaults() {
	}

	static Stream<Scenario> all() {
		return Stream.of(error(2).onlyInTheLongRun(), error(3).onlyInTheLongRun(),
				error(2, ", mode restart").with("lease-guard.recovery.mode", "restart").cure(Cure.GUARD), fenced());
	}

	private static Scenario error(int consumers) {
		return error(consumers, "");
	}

	private static Scenario error(int consumers, String mode) {
		return Scenario.of("Error in the listener, 1 of " + consumers + mode)
			.foundAs(STOPPED)
			.between(Duration.ZERO, Duration.ZERO)
			.partitions(consumers)
			.concurrency(consumers)
			.fault((trial) -> {
				AtomicBoolean first = new AtomicBoolean(true);
				trial.work().task = (record, consumer) -> {
					if (first.getAndSet(false)) {
						trial.bites();
						throw new StackOverflowError("Not really");
					}
				};
				trial.produce(1);
				await().atMost(Timings.LIMIT).until(() -> !first.get());
			})
			.cure(Cure.PERSON);
	}

	private static Scenario fenced() {
		return Scenario.of("static member fenced by another of the same id")
			.foundAs(STOPPED)
			.between(Duration.ZERO, Timings.HEARTBEAT)
			.with("spring.kafka.consumer.properties.group.instance.id", "static")
			.fault((trial) -> {
				trial.bites();
				trial.with(new SecondMember(trial, LaboratoryBroker.get().bootstrapServers(),
						Map.of(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, "static-1")));
			})
			.cure(Cure.PERSON);
	}

}
