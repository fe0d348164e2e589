package io.leaseguard.container;

import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;

/**
 * The records of a poll, whose first iteration, the one that handles them, may end before
 * all are handed out. Every further iteration shows all of them: that is how a container
 * finds the records to seek to after a negative acknowledgment.
 *
 * @param <K> the key type
 * @param <V> the value type
 */
final class SplittableRecords<K, V> extends ConsumerRecords<K, V> {

	private final BatchSplitter<K, V> splitter;

	private boolean iterated;

	private boolean copied = true;

	SplittableRecords(ConsumerRecords<K, V> records, BatchSplitter<K, V> splitter) {
		super(byPartition(records), records.nextOffsets());
		this.splitter = splitter;
	}

	private static <K, V> Map<TopicPartition, List<ConsumerRecord<K, V>>> byPartition(ConsumerRecords<K, V> records) {
		Map<TopicPartition, List<ConsumerRecord<K, V>>> byPartition = new LinkedHashMap<>();
		records.partitions().forEach((partition) -> byPartition.put(partition, records.records(partition)));
		return byPartition;
	}

	@Override
	public Iterator<ConsumerRecord<K, V>> iterator() {
		if (this.iterated) {
			return super.iterator();
		}
		this.iterated = true;
		this.copied = false;
		return new SplittableIterator(super.iterator());
	}

	/**
	 * Whether these records, if they were handled, were handled in a copy.
	 * @return whether they were not iterated by who handles them
	 */
	boolean copied() {
		return this.copied;
	}

	/**
	 * Asks before each record but the first, so that every poll makes progress.
	 */
	private final class SplittableIterator implements Iterator<ConsumerRecord<K, V>> {

		private Iterator<ConsumerRecord<K, V>> rest;

		private int handedOut;

		private boolean ended;

		SplittableIterator(Iterator<ConsumerRecord<K, V>> rest) {
			this.rest = rest;
		}

		@Override
		public boolean hasNext() {
			if (this.handedOut > 0 && !this.ended && this.rest.hasNext()) {
				ask();
			}
			return this.rest.hasNext();
		}

		private void ask() {
			BatchSplitter.Next next = SplittableRecords.this.splitter.next(this.handedOut);
			if (next == BatchSplitter.Next.RECORD) {
				return;
			}
			this.ended = true;
			switch (next) {
				case COPY -> SplittableRecords.this.copied = true;
				case SPLIT -> this.rest = SplittableRecords.this.splitter.split(this.rest, begun());
				default -> this.rest = SplittableRecords.this.splitter.giveBack(this.rest);
			}
		}

		private Set<TopicPartition> begun() {
			Set<TopicPartition> begun = new HashSet<>();
			int before = 0;
			for (TopicPartition partition : partitions()) {
				if (before < this.handedOut) {
					begun.add(partition);
				}
				before += records(partition).size();
			}
			return begun;
		}

		@Override
		public ConsumerRecord<K, V> next() {
			this.handedOut++;
			return this.rest.next();
		}

	}

}
