package io.leaseguard.container;

import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;

import org.apache.kafka.common.TopicPartition;

/**
 * Which partitions had their turn while batches are split, and which wait for theirs. A
 * client sorts partitions by what it has fetched, which a split undoes: left to itself,
 * some would come first time and again and others never.
 */
final class PartitionTurns {

	private final Set<TopicPartition> served = new HashSet<>();

	/**
	 * Partitions whose records were given back before their turn.
	 */
	private final Set<TopicPartition> waiting = new HashSet<>();

	/**
	 * A batch was split.
	 * @param begun the partitions of which something was handed out
	 * @param back the partitions of which something was given back
	 */
	void split(Collection<TopicPartition> begun, Collection<TopicPartition> back) {
		this.waiting.addAll(back);
		this.waiting.removeAll(begun);
		this.served.addAll(begun);
	}

	/**
	 * A batch was handed out whole.
	 * @param partitions its partitions
	 */
	void whole(Set<TopicPartition> partitions) {
		this.waiting.removeAll(partitions);
		if (this.waiting.isEmpty()) {
			this.served.clear();
		}
		else {
			this.served.addAll(partitions);
		}
	}

	/**
	 * Nothing is found beside those that had their turn: a new round begins.
	 */
	void over() {
		this.served.clear();
		this.waiting.clear();
	}

	/**
	 * Return the partitions that had their turn.
	 * @param assigned the assigned partitions
	 * @return those of them that had it
	 */
	Set<TopicPartition> served(Set<TopicPartition> assigned) {
		this.served.retainAll(assigned);
		this.waiting.retainAll(assigned);
		return Collections.unmodifiableSet(this.served);
	}

	boolean isRoundBegun() {
		return !this.served.isEmpty();
	}

	/**
	 * Return whether somebody waits who is not paused.
	 * @param paused the paused partitions
	 * @return whether records are known to be there
	 */
	boolean isAwaited(Set<TopicPartition> paused) {
		return !paused.containsAll(this.waiting);
	}

}
