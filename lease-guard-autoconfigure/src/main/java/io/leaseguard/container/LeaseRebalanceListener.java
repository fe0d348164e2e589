package io.leaseguard.container;

import java.util.Collection;

import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.common.TopicPartition;

/**
 * Notes when partitions go and come, then does what the listener of the container does.
 */
class LeaseRebalanceListener implements ConsumerRebalanceListener {

	private final ConsumerRebalanceListener delegate;

	private final LeaseConsumer<?, ?> consumer;

	LeaseRebalanceListener(ConsumerRebalanceListener delegate, LeaseConsumer<?, ?> consumer) {
		this.delegate = delegate;
		this.consumer = consumer;
	}

	@Override
	public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
		this.consumer.partitionsTaken(partitions);
		this.delegate.onPartitionsRevoked(partitions);
	}

	@Override
	public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
		try {
			this.delegate.onPartitionsAssigned(partitions);
		}
		finally {
			this.consumer.partitionsGiven();
		}
	}

	@Override
	public void onPartitionsLost(Collection<TopicPartition> partitions) {
		this.consumer.partitionsTaken(partitions);
		this.delegate.onPartitionsLost(partitions);
	}

}
