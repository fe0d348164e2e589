package io.leaseguard.container;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;

/**
 * Partitions of a consumer that are paused by the guard, within a poll, and by nobody
 * else.
 */
final class HeldPartitions {

	private static final Log logger = LogFactory.getLog(HeldPartitions.class);

	private final Consumer<?, ?> consumer;

	private final Set<TopicPartition> held = new HashSet<>();

	HeldPartitions(Consumer<?, ?> consumer) {
		this.consumer = consumer;
	}

	boolean isEmpty() {
		return this.held.isEmpty();
	}

	/**
	 * Pause partitions, but for those that are paused by others already. What could not
	 * be resumed is still paused by us and stays held.
	 * @param partitions the partitions
	 */
	void hold(Set<TopicPartition> partitions) {
		Set<TopicPartition> foreign = new HashSet<>(this.consumer.paused());
		foreign.removeAll(this.held);
		this.held.addAll(partitions);
		this.held.removeAll(foreign);
		try {
			this.consumer.pause(this.held);
		}
		catch (RuntimeException ex) {
			// The assignment has just changed: the lease is renewed all the same.
			logger.debug("Could not pause " + this.held, ex);
		}
	}

	/**
	 * Somebody else pauses partitions: theirs are not for us to resume.
	 * @param partitions the partitions
	 */
	void leave(Collection<TopicPartition> partitions) {
		this.held.removeAll(partitions);
	}

	/**
	 * Resume what is held.
	 */
	void release() {
		if (!this.held.isEmpty()) {
			// What was revoked in the meantime is not ours to resume.
			this.held.retainAll(this.consumer.assignment());
			this.held.removeIf(this::resume);
		}
	}

	private boolean resume(TopicPartition partition) {
		try {
			this.consumer.resume(Set.of(partition));
			return true;
		}
		catch (RuntimeException ex) {
			// Tried again at the next poll.
			logger.debug("Could not resume " + partition, ex);
			return false;
		}
	}

}
