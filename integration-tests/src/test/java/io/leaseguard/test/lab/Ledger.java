package io.leaseguard.test.lab;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Counts what a listener has finished, by topic, partition and offset.
 */
final class Ledger {

	private final Map<Place, AtomicInteger> completions = new ConcurrentHashMap<>();

	void completed(ConsumerRecord<?, ?> record) {
		Place place = new Place(new TopicPartition(record.topic(), record.partition()), record.offset());
		this.completions.computeIfAbsent(place, (key) -> new AtomicInteger()).incrementAndGet();
	}

	/**
	 * Return the number of records that were finished at least once.
	 */
	int distinct() {
		return this.completions.size();
	}

	/**
	 * Return how often a record was finished beyond the first time, summed up.
	 */
	int doubled() {
		return this.completions.values().stream().mapToInt((count) -> count.get() - 1).sum();
	}

	/**
	 * Return the number of records below an offset that were never finished.
	 */
	long missingBelow(TopicPartition partition, long offset) {
		long missing = 0;
		for (long i = 0; i < offset; i++) {
			if (!this.completions.containsKey(new Place(partition, i))) {
				missing++;
			}
		}
		return missing;
	}

	/**
	 * The address of a record.
	 */
	record Place(TopicPartition partition, long offset) {
	}

}
