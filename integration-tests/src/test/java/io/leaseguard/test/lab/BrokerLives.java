package io.leaseguard.test.lab;

import java.util.List;
import java.util.stream.Stream;

import org.apache.kafka.common.TopicPartition;

import io.leaseguard.test.broker.BrokerProcess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What happens to brokers, which is never the fault of a consumer.
 */
final class BrokerLives {

	private static final TopicPartition OFFSETS = new TopicPartition("__consumer_offsets", 0);

	/**
	 * A commit waits for the broker for up to a minute, so the lease of an application
	 * that survives a restart of it is no shorter.
	 */
	private static final String LEASE = "spring.kafka.consumer.max-poll-interval";

	private BrokerLives() {
	}

	static Stream<Scenario> onOneBroker() {
		return Stream.of(
				outage("broker stopped for %d s and started again", BrokerProcess::stop, BrokerProcess::start)
					.onlyInTheLongRun(),
				outage("broker frozen for %d s", BrokerProcess::freeze, BrokerProcess::thaw),
				Scenario.of("broker restarted while records are worked on")
					.with(LEASE, "60s")
					.onlyInTheLongRun()
					.fault((trial) -> {
						trial.work().task = (record, consumer) -> Thread.sleep(50);
						trial.produce(60);
						trial.broker().restart();
						trial.produce(60);
						trial.awaitAllFinished();
					}));
	}

	static Stream<Scenario> onTwoBrokers() {
		return Stream.of(Scenario.of("group coordinator moves to another broker and back").fault((trial) -> {
			for (int node : List.of(2, 1)) {
				trial.cluster().move(OFFSETS, node);
				trial.produce(4);
				trial.awaitAllFinished();
				trial.live(Timings.SESSION.plusSeconds(2));
			}
		}));
	}

	private static Scenario outage(String name, Outage begin, Outage end) {
		// More than two session timeouts
		var duration = HealthyLives.either(14, 20);
		return Scenario.of(name.formatted(duration.toSeconds())).fault((trial) -> {
			begin.change(trial.broker());
			await().atMost(Timings.LIMIT)
				.untilAsserted(() -> assertThat(trial.subject().listener().consumers())
					.allSatisfy((consumer) -> assertThat(consumer.detail()).isEqualTo("The brokers do not answer")));
			trial.live(duration);
			end.change(trial.broker());
		});
	}

	/**
	 * A change of the state of a broker.
	 */
	@FunctionalInterface
	private interface Outage {

		void change(BrokerProcess broker);

	}

}
