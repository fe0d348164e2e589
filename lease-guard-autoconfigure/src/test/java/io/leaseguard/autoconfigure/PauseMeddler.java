package io.leaseguard.autoconfigure;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;

import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.kafka.listener.KafkaMessageListenerContainer;

/**
 * A user who pauses and resumes a container, its children and single partitions at
 * random: before and after whatever the guard or the container does with the consumer,
 * and while records are handled.
 */
final class PauseMeddler {

	private static final Set<String> STEPS = Set.of("poll", "pause", "resume", "seek", "commitSync", "assignment",
			"paused");

	private final SplitRun run;

	private final Random random;

	private boolean stopped;

	private volatile int count;

	PauseMeddler(SplitRun run, long seed) {
		this.run = run;
		this.random = new Random(seed);
	}

	void start() {
		this.run.inListener(this::handle);
		this.run.inConsumer((method, real) -> {
			boolean step = STEPS.contains(method);
			if (step) {
				meddle();
			}
			try {
				return real.call();
			}
			finally {
				if (step) {
					meddle();
				}
			}
		});
		this.run.inContainer(this::watch);
	}

	/**
	 * What is paused when a poll begins does not come with it. Whether the container says
	 * that it is paused does not tell: after a rebalance it says so of partitions that
	 * Kafka has resumed.
	 */
	private SplitRun.Intervention watch(Consumer<?, ?> consumer) {
		return (method, real) -> {
			if (!method.equals("poll")) {
				return real.call();
			}
			Set<TopicPartition> paused = Set.copyOf(consumer.paused());
			int assignments = this.run.assignments(Thread.currentThread());
			ConsumerRecords<?, ?> records = (ConsumerRecords<?, ?>) Objects.requireNonNull(real.call());
			if (this.run.assignments(Thread.currentThread()) == assignments) {
				records.partitions()
					.stream()
					.filter(paused::contains)
					.forEach((partition) -> this.run.wrong(partition + " came although it was paused"));
			}
			return records;
		};
	}

	/**
	 * Leave everything to run.
	 */
	synchronized void stop() {
		this.stopped = true;
		for (int i = 0; i < SplitRun.PARTITIONS; i++) {
			container().resumePartition(new TopicPartition(this.run.topic, i));
		}
		container().resume();
	}

	int count() {
		return this.count;
	}

	@SuppressWarnings("NonAtomicOperationOnVolatileField")
	private synchronized void meddle() {
		if (this.stopped || this.random.nextInt(6) != 0) {
			return;
		}
		this.count++;
		ConcurrentMessageListenerContainer<?, ?> container = container();
		List<? extends KafkaMessageListenerContainer<?, ?>> children = container.getContainers();
		KafkaMessageListenerContainer<?, ?> child = children.get(this.random.nextInt(children.size()));
		TopicPartition partition = new TopicPartition(this.run.topic, this.random.nextInt(SplitRun.PARTITIONS));
		switch (this.random.nextInt(8)) {
			case 0 -> container.pause();
			case 1, 2 -> container.resume();
			case 3 -> child.pause();
			case 4, 5 -> child.resume();
			case 6 -> container.pausePartition(partition);
			default -> container.resumePartition(partition);
		}
	}

	private void handle(ConsumerRecord<String, String> record) {
		check(record);
		meddle();
	}

	private void check(ConsumerRecord<String, String> record) {
		TopicPartition partition = new TopicPartition(record.topic(), record.partition());
		for (KafkaMessageListenerContainer<?, ?> child : container().getContainers()) {
			Collection<TopicPartition> assigned = child.getAssignedPartitions();
			if (assigned != null && assigned.contains(partition)) {
				if (child.isPartitionPauseRequested(partition) && child.isPartitionPaused(partition)) {
					this.run.wrong(record.partition() + "@" + record.offset() + " came while its partition was paused");
				}
			}
		}
	}

	private ConcurrentMessageListenerContainer<?, ?> container() {
		return (ConcurrentMessageListenerContainer<?, ?>) this.run.member("a");
	}

}
