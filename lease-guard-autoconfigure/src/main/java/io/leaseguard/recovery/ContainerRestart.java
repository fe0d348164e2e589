package io.leaseguard.recovery;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import org.apache.kafka.common.TopicPartition;
import org.springframework.kafka.listener.AbstractMessageListenerContainer;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.support.TopicPartitionOffset;

import io.leaseguard.watchdog.LiveConsumer;
import io.leaseguard.watchdog.LiveConsumers;

/**
 * The start of a container that the fault of one child has stopped as a whole, which is
 * what spring-kafka does on an {@link Error}. The children are new then, so pauses of
 * single partitions have to be taken over from the old ones.
 *
 * @param parent the container
 * @param children its old consumers
 * @param consumers where its new ones will be
 */
record ContainerRestart(AbstractMessageListenerContainer<?, ?> parent, List<LiveConsumer> children,
		LiveConsumers consumers) {

	/**
	 * Partitions of a topic for which the old children are asked beside those that they
	 * had; their requests can't be listed.
	 */
	private static final int PARTITIONS = 1000;

	private static final long MIN_PATIENCE_MS = 1000;

	private static final long LOOK_MS = 20;

	RestartResult carryOut() throws InterruptedException {
		if (!awaitEnd()) {
			return RestartResult.NOT_STOPPED;
		}
		if (this.parent.isRunning() || this.parent.isInExpectedState()) {
			return RestartResult.OVERTAKEN;
		}
		Set<TopicPartition> paused = pausedPartitions();
		// Lest records of the paused partitions slip through before they are paused. The
		// whole container is not paused for that: a pause that the application asks for
		// meanwhile could not be told from ours.
		this.consumers.pauseAtStart(this.parent, paused);
		try {
			start();
		}
		finally {
			paused.forEach(this.parent::pausePartition);
			this.consumers.pauseAtStart(this.parent, Set.of());
		}
		return RestartResult.STARTED;
	}

	private boolean awaitEnd() throws InterruptedException {
		long patienceMs = Math.max(MIN_PATIENCE_MS, this.parent.getContainerProperties().getShutdownTimeout());
		long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(patienceMs);
		while (this.parent.isChildRunning() || !this.children.stream().allMatch((child) -> child.end().isDone())) {
			if (System.nanoTime() - deadline > 0) {
				return false;
			}
			Thread.sleep(LOOK_MS);
		}
		return true;
	}

	private void start() {
		try {
			this.parent.start();
		}
		catch (RuntimeException ex) {
			// It says that it runs, although not all of its children do.
			this.parent.stopAbnormally(() -> {
			});
			throw ex;
		}
	}

	private Set<TopicPartition> pausedPartitions() {
		Set<TopicPartition> paused = new HashSet<>();
		Set<String> topics = new HashSet<>();
		for (LiveConsumer child : this.children) {
			child.partitions().forEach((partition) -> {
				addIfPaused(paused, partition);
				// All that tells the topics of a pattern.
				topics.add(partition.topic());
			});
		}
		ContainerProperties properties = this.parent.getContainerProperties();
		if (properties.getTopics() != null) {
			topics.addAll(Arrays.asList(properties.getTopics()));
		}
		for (String topic : topics) {
			for (int partition = 0; partition < PARTITIONS; partition++) {
				addIfPaused(paused, new TopicPartition(topic, partition));
			}
		}
		TopicPartitionOffset[] assigned = properties.getTopicPartitions();
		if (assigned != null) {
			Arrays.stream(assigned).forEach((partition) -> addIfPaused(paused, partition.getTopicPartition()));
		}
		return paused;
	}

	private void addIfPaused(Set<TopicPartition> paused, TopicPartition partition) {
		if (this.children.stream().anyMatch((child) -> child.container().isPartitionPauseRequested(partition))) {
			paused.add(partition);
		}
	}

}
