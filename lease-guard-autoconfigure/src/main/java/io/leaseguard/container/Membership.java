package io.leaseguard.container;

import java.util.Set;

import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * What one consumer has of its group. Written by its thread, but for the wish that it
 * rejoins.
 */
final class Membership {

	private volatile Set<TopicPartition> assigned = Set.of();

	private volatile Set<TopicPartition> paused = Set.of();

	private volatile boolean groupMember;

	private volatile boolean rebalancing;

	private volatile @Nullable String rejoinReason;

	void subscribed() {
		this.groupMember = true;
		// Until the first assignment arrives the member is joining.
		this.rebalancing = true;
	}

	void unsubscribed() {
		this.groupMember = false;
		this.rebalancing = false;
	}

	void rebalancing(boolean rebalancing) {
		this.rebalancing = rebalancing;
	}

	void assignment(Set<TopicPartition> assigned, Set<TopicPartition> paused) {
		this.assigned = Set.copyOf(assigned);
		this.paused = Set.copyOf(paused);
	}

	void requestRejoin(String reason) {
		this.rejoinReason = reason;
	}

	boolean isRejoinRequested() {
		return this.rejoinReason != null;
	}

	@Nullable String takeRejoinRequest() {
		String reason = this.rejoinReason;
		if (reason != null) {
			this.rejoinReason = null;
		}
		return reason;
	}

	Set<TopicPartition> assigned() {
		return this.assigned;
	}

	Set<TopicPartition> paused() {
		return this.paused;
	}

	boolean isGroupMember() {
		return this.groupMember;
	}

	boolean isRebalancing() {
		return this.rebalancing;
	}

}
