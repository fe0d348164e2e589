package io.leaseguard.benchmark;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

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
		List<ConsumerRecord<String, String>> list = new ArrayList<>();
		for (int i = 0; i < count; i++) {
			list.add(new ConsumerRecord<>(this.partition.topic(), 0, i, "key", "value"));
		}
		this.records = (count > 0) ? new ConsumerRecords<>(Map.of(this.partition, list), Map.of())
				: ConsumerRecords.empty();
		return list;
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
		return this.records;
	}

	@Override
	public Map<MetricName, ? extends Metric> metrics() {
		return this.metrics.map();
	}

}
