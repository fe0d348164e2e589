package io.leaseguard.autoconfigure;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.kafka.listener.KafkaMessageListenerContainer;

import io.leaseguard.autoconfigure.SplitRun.Outcome;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that batch splitting and pauses of the user do not meddle with each other: the
 * container, its children and single partitions are paused and resumed at random at every
 * step of a split, that is before and after any poll, pause, resume, seek and commit of
 * the consumer.
 */
class SplitPauseIntegrationTests {

	private static final Set<String> STEPS = Set.of("poll", "pause", "resume", "seek", "commitSync");

	private final AtomicBoolean meddling = new AtomicBoolean(true);

	private final AtomicInteger meddled = new AtomicInteger();

	@ParameterizedTest
	@CsvSource({ "classic,1", "classic,2", "consumer,3", "consumer,4" })
	void pausesOfTheUserWinAndNothingIsLostOrDoubled(String protocol, long seed) {
		// A record that may take long is not begun late, so that there are many splits.
		Outcome outcome = new SplitRun(4, 100, Duration.ofMillis(20)).protocol(protocol)
			.with("lease-guard.batch-splitting.enabled=true", "spring.kafka.consumer.max-poll-records=200",
					"spring.kafka.consumer.properties.max.poll.interval.ms=4000", "lease-guard.record-timeout=3300ms",
					"lease-guard.record-overhead=0ms", "lease-guard.safety-factor=1",
					"spring.kafka.listener.concurrency=2")
			.run((run) -> {
				Random random = new Random(seed);
				meddle(run, random);
				run.inListener((record) -> check(run, record));
				run.join("a");
				Awaitility.await()
					.atMost(Duration.ofSeconds(90))
					.until(() -> this.meddled.get() > 300 || run.complete());
				this.meddling.set(false);
				resumeAll(run);
				Awaitility.await().atMost(Duration.ofSeconds(90)).until(run::complete);
			});
		assertThat(outcome.splits()).isPositive();
		assertThat(outcome.wrong()).isEmpty();
		assertThat(outcome.lost()).isZero();
		assertThat(outcome.distinct()).isEqualTo(outcome.sent());
		assertThat(outcome.doubled()).isZero();
		assertThat(outcome.outOfOrder()).isEmpty();
		assertThat(this.meddled).hasPositiveValue();
	}

	@SuppressWarnings("unchecked")
	private void meddle(SplitRun run, Random random) {
		ConsumerFactory<Object, Object> factory = run.consumerFactory();
		// Inside the consumer of the guard, so that its own steps are met too.
		List<?> guards = List.copyOf(factory.getPostProcessors());
		guards.forEach((guard) -> factory
			.removePostProcessor((org.springframework.kafka.core.ConsumerPostProcessor<Object, Object>) guard));
		factory.addPostProcessor(
				(consumer) -> (Consumer<Object, Object>) Proxy.newProxyInstance(getClass().getClassLoader(),
						new Class<?>[] { Consumer.class }, (proxy, method, arguments) -> {
							boolean step = STEPS.contains(method.getName());
							if (step) {
								meddleOnce(run, random);
							}
							try {
								return method.invoke(consumer, arguments);
							}
							catch (InvocationTargetException ex) {
								throw ex.getTargetException();
							}
							finally {
								if (step) {
									meddleOnce(run, random);
								}
							}
						}));
		guards.forEach((guard) -> factory
			.addPostProcessor((org.springframework.kafka.core.ConsumerPostProcessor<Object, Object>) guard));
	}

	private void meddleOnce(SplitRun run, Random random) {
		synchronized (random) {
			if (!this.meddling.get() || random.nextInt(4) != 0) {
				return;
			}
			this.meddled.incrementAndGet();
			ConcurrentMessageListenerContainer<?, ?> container = container(run);
			List<? extends KafkaMessageListenerContainer<?, ?>> children = container.getContainers();
			KafkaMessageListenerContainer<?, ?> child = children.get(random.nextInt(children.size()));
			TopicPartition partition = new TopicPartition(run.topic, random.nextInt(4));
			switch (random.nextInt(8)) {
				case 0 -> container.pause();
				case 1, 2 -> container.resume();
				case 3 -> child.pause();
				case 4, 5 -> child.resume();
				case 6 -> container.pausePartition(partition);
				default -> container.resumePartition(partition);
			}
		}
	}

	private void resumeAll(SplitRun run) {
		ConcurrentMessageListenerContainer<?, ?> container = container(run);
		for (int i = 0; i < 4; i++) {
			container.resumePartition(new TopicPartition(run.topic, i));
		}
		container.resume();
	}

	private void check(SplitRun run, ConsumerRecord<String, String> record) {
		TopicPartition partition = new TopicPartition(record.topic(), record.partition());
		for (KafkaMessageListenerContainer<?, ?> child : container(run).getContainers()) {
			Collection<TopicPartition> assigned = child.getAssignedPartitions();
			if (assigned != null && assigned.contains(partition)) {
				if (child.isContainerPaused()) {
					run.wrong(record.partition() + "@" + record.offset() + " came while the container was paused");
				}
				if (child.isPartitionPauseRequested(partition) && child.isPartitionPaused(partition)) {
					run.wrong(record.partition() + "@" + record.offset() + " came while its partition was paused");
				}
			}
		}
	}

	private static ConcurrentMessageListenerContainer<?, ?> container(SplitRun run) {
		return (ConcurrentMessageListenerContainer<?, ?>) run.member("a");
	}

}
