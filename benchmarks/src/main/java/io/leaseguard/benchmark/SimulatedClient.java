package io.leaseguard.benchmark;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;

/**
 * A Kafka client without a broker: it joins its group at its first poll, hands out the
 * same records at each poll, at no cost of its own, and has the metrics of a real one.
 */
public final class SimulatedClient extends MockConsumer<String, String> {

	private final TopicPartition partition;

	private final ClientMetrics metrics;

	private boolean joined;

	private boolean stalled;

	private ConsumerRecords<String, String> records = ConsumerRecords.empty();

	SimulatedClient(String listenerId, SimulatedClock clock) {
		super("earliest");
		this.partition = new TopicPartition(listenerId, 0);
		this.metrics = new ClientMetrics("consumer-" + listenerId, clock);
		updateBeginningOffsets(Map.of(this.partition, 0L));
	}

	/**
	 * Hand out so many records at each of the next polls.
	 * @param count the number of records
	 * @return the records
	 */
	public List<ConsumerRecord<String, String>> handOut(int count) {
		return handOut(count, 0);
	}

	private List<ConsumerRecord<String, String>> handOut(int count, long offset) {
		List<ConsumerRecord<String, String>> list = new ArrayList<>();
		for (int i = 0; i < count; i++) {
			list.add(new ConsumerRecord<>(this.partition.topic(), 0, offset + i, "key", "value"));
		}
		this.records = (count > 0) ? new ConsumerRecords<>(Map.of(this.partition, list), Map.of())
				: ConsumerRecords.empty();
		return list;
	}

	/**
	 * Hand out one record at the next poll.
	 * @param offset its offset
	 */
	void handOutNext(long offset) {
		handOut(1, offset);
	}

	/**
	 * Hand out nothing any more although there are records: each poll lasts for as long
	 * as it may.
	 */
	void stall() {
		this.stalled = true;
		handOut(0);
	}

	/**
	 * A heartbeat was sent and answered now.
	 */
	public void heartbeat() {
		this.metrics.heartbeat();
	}

	/**
	 * A request other than a heartbeat was sent and answered now.
	 */
	public void request() {
		this.metrics.request();
	}

	@Override
	public ConsumerRecords<String, String> poll(Duration timeout) {
		if (!this.joined) {
			this.joined = true;
			rebalance(List.of(this.partition));
		}
		if (this.stalled) {
			LockSupport.parkNanos(timeout.toNanos());
		}
		return this.records;
	}

	@Override
	public OptionalLong currentLag(TopicPartition topicPartition) {
		return OptionalLong.of(this.stalled ? 1 : 0);
	}

	@Override
	public Map<MetricName, ? extends Metric> metrics() {
		return this.metrics.map();
	}

}
