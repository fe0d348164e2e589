package io.leaseguard.container;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.metrics.KafkaMetric;

/**
 * A consumer that hands on whatever its subclass does not want to see.
 *
 * @param <K> the key type
 * @param <V> the value type
 */
abstract class DelegatingConsumer<K, V> implements Consumer<K, V> {

	/**
	 * The consumer that does the work.
	 */
	final Consumer<K, V> delegate;

	DelegatingConsumer(Consumer<K, V> delegate) {
		this.delegate = delegate;
	}

	@Override
	public Set<TopicPartition> assignment() {
		return this.delegate.assignment();
	}

	@Override
	public Set<String> subscription() {
		return this.delegate.subscription();
	}

	@Override
	public void commitAsync() {
		this.delegate.commitAsync();
	}

	@Override
	public void registerMetricForSubscription(KafkaMetric metric) {
		this.delegate.registerMetricForSubscription(metric);
	}

	@Override
	public void unregisterMetricFromSubscription(KafkaMetric metric) {
		this.delegate.unregisterMetricFromSubscription(metric);
	}

	@Override
	public long position(TopicPartition partition) {
		return this.delegate.position(partition);
	}

	@Override
	public long position(TopicPartition partition, Duration timeout) {
		return this.delegate.position(partition, timeout);
	}

	@Override
	public Map<TopicPartition, OffsetAndMetadata> committed(Set<TopicPartition> partitions) {
		return this.delegate.committed(partitions);
	}

	@Override
	public Map<TopicPartition, OffsetAndMetadata> committed(Set<TopicPartition> partitions, Duration timeout) {
		return this.delegate.committed(partitions, timeout);
	}

	@Override
	public Uuid clientInstanceId(Duration timeout) {
		return this.delegate.clientInstanceId(timeout);
	}

	@Override
	public List<PartitionInfo> partitionsFor(String topic) {
		return this.delegate.partitionsFor(topic);
	}

	@Override
	public List<PartitionInfo> partitionsFor(String topic, Duration timeout) {
		return this.delegate.partitionsFor(topic, timeout);
	}

	@Override
	public Map<String, List<PartitionInfo>> listTopics() {
		return this.delegate.listTopics();
	}

	@Override
	public Map<String, List<PartitionInfo>> listTopics(Duration timeout) {
		return this.delegate.listTopics(timeout);
	}

	@Override
	public Set<TopicPartition> paused() {
		return this.delegate.paused();
	}

	@Override
	public Map<TopicPartition, OffsetAndTimestamp> offsetsForTimes(Map<TopicPartition, Long> timestamps) {
		return this.delegate.offsetsForTimes(timestamps);
	}

	@Override
	public Map<TopicPartition, OffsetAndTimestamp> offsetsForTimes(Map<TopicPartition, Long> timestamps,
			Duration timeout) {
		return this.delegate.offsetsForTimes(timestamps, timeout);
	}

	@Override
	public Map<TopicPartition, Long> beginningOffsets(Collection<TopicPartition> partitions) {
		return this.delegate.beginningOffsets(partitions);
	}

	@Override
	public Map<TopicPartition, Long> beginningOffsets(Collection<TopicPartition> partitions, Duration timeout) {
		return this.delegate.beginningOffsets(partitions, timeout);
	}

	@Override
	public Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> partitions) {
		return this.delegate.endOffsets(partitions);
	}

	@Override
	public Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> partitions, Duration timeout) {
		return this.delegate.endOffsets(partitions, timeout);
	}

	@Override
	public OptionalLong currentLag(TopicPartition partition) {
		return this.delegate.currentLag(partition);
	}

	@Override
	public ConsumerGroupMetadata groupMetadata() {
		return this.delegate.groupMetadata();
	}

	@Override
	public void enforceRebalance() {
		this.delegate.enforceRebalance();
	}

	@Override
	public void enforceRebalance(String reason) {
		this.delegate.enforceRebalance(reason);
	}

	@Override
	public void wakeup() {
		this.delegate.wakeup();
	}

}
