package io.leaseguard.test.lab;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.springframework.boot.kafka.autoconfigure.DefaultKafkaConsumerFactoryCustomizer;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.listener.CommonErrorHandler;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.util.backoff.FixedBackOff;

import io.leaseguard.test.lab.Scenario.Cure;
import io.leaseguard.watchdog.LeaseEvent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Faults of a consumer that polls on time and gets nowhere.
 */
final class ProgressFaults {

	private static final String STALLED = "PROGRESS_STALLED";

	/**
	 * What a partition is at is looked at when a poll begins, and an idle poll lasts.
	 */
	private static final Duration SEEN_BY_A_POLL = Timings.LEASE.plus(Timings.POLL);

	private ProgressFaults() {
	}

	static Stream<Scenario> all() {
		return Stream.of(poison("one record retried for ever"),
				poison("one record retried for ever, consumer protocol")
					.with("spring.kafka.consumer.properties.group.protocol", "consumer")
					.onlyInTheLongRun(),
				poisonThatSurvivesRestarts(), paused(), lostAcknowledgment(), closedConsumer());
	}

	private static Scenario poison(String name) {
		return Scenario.of(name)
			.foundAs(STALLED)
			.withBeans((context) -> context.registerBean(CommonErrorHandler.class,
					() -> new DefaultErrorHandler(new FixedBackOff(200, FixedBackOff.UNLIMITED_ATTEMPTS))))
			.fault((trial) -> {
				TopicPartition poisoned = trial.partition(0);
				long offset = trial.cluster().endOffset(poisoned);
				AtomicBoolean first = new AtomicBoolean(true);
				trial.work().task = (record, consumer) -> {
					if (record.partition() == poisoned.partition() && record.offset() == offset) {
						if (first.getAndSet(false)) {
							trial.bites();
						}
						throw new IllegalStateException("Poison");
					}
				};
				trial.produce(6);
				await().atMost(Timings.LIMIT).until(() -> !first.get());
			})
			.mend((trial) -> trial.work().release());
	}

	/**
	 * No repair helps, so the guard must give up, and stay down.
	 */
	private static Scenario poisonThatSurvivesRestarts() {
		return poison("one record retried for ever, mode restart").with("lease-guard.recovery.mode", "restart")
			.with("lease-guard.recovery.max-attempts", 2)
			.with("lease-guard.recovery.cool-down", "1s")
			.cure(Cure.PERSON)
			.mend((trial) -> await().atMost(Timings.LIMIT)
				.until(() -> trial.work().events.stream().anyMatch(LeaseEvent.RecoveryExhausted.class::isInstance)));
	}

	/**
	 * What a rebalance or a retry topic may leave behind: a partition that is paused
	 * though neither the container nor the application wants it to be. Paused on the bare
	 * client, because nobody may be seen to ask for it.
	 */
	private static Scenario paused() {
		AtomicReference<Consumer<?, ?>> bare = new AtomicReference<>();
		return Scenario.of("one of two partitions left paused")
			.foundAs(STALLED)
			.between(Timings.LEASE, SEEN_BY_A_POLL)
			.concurrency(1)
			.withBeans((context) -> context.registerBean(DefaultKafkaConsumerFactoryCustomizer.class,
					() -> (factory) -> listen(factory, bare)))
			.fault((trial) -> {
				AtomicBoolean first = new AtomicBoolean(true);
				trial.work().task = (record, consumer) -> {
					if (record.partition() == 0 && first.getAndSet(false)) {
						bare.get().pause(List.of(trial.partition(0)));
					}
				};
				trial.cluster().produce(trial.partition(0), 1);
				await().atMost(Timings.LIMIT).until(() -> !first.get());
				trial.awaitAllFinished();
				trial.bites();
				trial.cluster().produce(trial.partition(0), 4);
			})
			.mend((trial) -> {
				trial.work().task = (record, consumer) -> consumer.resume(List.of(trial.partition(0)));
				trial.cluster().produce(trial.partition(1), 1);
			});
	}

	private static <K, V> void listen(DefaultKafkaConsumerFactory<K, V> factory, AtomicReference<Consumer<?, ?>> bare) {
		factory.addListener(new ConsumerFactory.Listener<>() {

			@Override
			public void consumerAdded(String id, Consumer<K, V> consumer) {
				bare.set(consumer);
			}

		});
	}

	/**
	 * The container waits, paused, for the one acknowledgment that is missing before the
	 * others.
	 */
	private static Scenario lostAcknowledgment() {
		return Scenario.of("asynchronous acknowledgment lost")
			.foundAs(STALLED)
			.between(Timings.LEASE, SEEN_BY_A_POLL)
			.with("laboratory.listener", "manual")
			.with("spring.kafka.listener.ack-mode", "manual")
			.with("spring.kafka.listener.async-acks", true)
			.fault((trial) -> {
				trial.work().withhold.set(true);
				trial.bites();
				trial.cluster().produce(trial.partition(0), 6);
			})
			.mend((trial) -> trial.work().release())
			.andFinally("all is committed", (trial) -> await().atMost(Timings.LIMIT)
				.untilAsserted(() -> assertThat(trial.cluster().committedOffsets(trial.id())).allSatisfy(
						(partition, offset) -> assertThat(offset).isEqualTo(trial.cluster().endOffset(partition)))));
	}

	private static Scenario closedConsumer() {
		return Scenario.of("consumer closed behind the back of its container")
			.foundAs("STOPPED", "HEARTBEAT_LOST", STALLED, "LEASE_EXPIRED")
			.between(Timings.SESSION.minus(Timings.HEARTBEAT), Timings.SESSION)
			.fault((trial) -> {
				AtomicBoolean first = new AtomicBoolean(true);
				trial.work().task = (record, consumer) -> {
					if (first.getAndSet(false)) {
						trial.bites();
						consumer.close();
					}
				};
				trial.produce(1);
				await().atMost(Timings.LIMIT).until(() -> !first.get());
			})
			.cure(Cure.PERSON);
	}

}
