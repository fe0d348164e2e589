package io.leaseguard.container;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Ends a batch early when its next record may not finish inside the lease. To the
 * container it looks as if {@code poll()} had returned fewer records: the iteration ends,
 * what is done is committed, and the consumer is set back to the first record that was
 * not handed out, so that position, commits, pauses, seeks and revocations mean what they
 * always mean. The container keeps nothing back and is not paused.
 * <p>
 * What follows renews the lease: some short polls while paused, because the consumer
 * protocol serves a rebalance in several exchanges, each at a poll, before records come
 * again. Under that protocol they are made after a long batch that was not split as well,
 * and a single one for an instant after a shorter one: its consumer does not renew the
 * lease in a poll that finds fetched records in its buffer.
 * <p>
 * Then partitions take turns. A client sorts them by what it has fetched, which a split
 * undoes, so some would come first time and again and others never, if those that had
 * their turn were not paused for a poll while others wait. Touched by the consumer thread
 * alone.
 *
 * @param <K> the key type
 * @param <V> the value type
 */
final class BatchSplitter<K, V> {

	private static final Log logger = LogFactory.getLog(BatchSplitter.class);

	private static final int POLLS = 5;

	private static final Duration EACH_POLL = Duration.ofMillis(20);

	/**
	 * How long to wait for records that were there before: a little longer than a broker
	 * holds a fetch that finds nothing, which the client has to wait for.
	 */
	private static final Duration TURN_POLL = Duration.ofMillis(600);

	private final Consumer<K, V> delegate;

	private final ConsumerProgress progress;

	/**
	 * Partitions that the container or the listener has set to a position since the last
	 * poll. That position is theirs.
	 */
	private final Set<TopicPartition> sought = new HashSet<>();

	private final HeldPartitions held;

	private final PartitionTurns turns = new PartitionTurns();

	private Set<TopicPartition> polled = Set.of();

	private @Nullable SplittableRecords<K, V> last;

	private boolean renewalDue;

	private boolean warned;

	BatchSplitter(Consumer<K, V> delegate, ConsumerProgress progress) {
		this.delegate = delegate;
		this.progress = progress;
		this.held = new HeldPartitions(delegate);
	}

	ConsumerRecords<K, V> poll(Duration timeout) {
		try {
			checkEffect();
			this.held.release();
			ConsumerRecords<K, V> records = ConsumerRecords.empty();
			if (this.renewalDue) {
				records = pollPaused(POLLS, EACH_POLL);
			}
			else {
				this.turns.whole(this.polled);
				records = pollAfterWhole();
			}
			if (records.isEmpty() && this.turns.isRoundBegun()) {
				records = pollUnserved();
			}
			this.renewalDue = false;
			if (records.isEmpty()) {
				records = this.delegate.poll(timeout);
			}
			this.polled = records.partitions();
			this.last = (records.count() > 1) ? new SplittableRecords<>(records, this) : null;
			return (this.last != null) ? this.last : records;
		}
		finally {
			this.sought.clear();
		}
	}

	private ConsumerRecords<K, V> pollAfterWhole() {
		if (this.progress.isRebalanceDue()) {
			return pollPaused(POLLS, EACH_POLL);
		}
		return this.progress.isRefreshDue() ? pollPaused(1, Duration.ZERO) : ConsumerRecords.empty();
	}

	private ConsumerRecords<K, V> pollPaused(int polls, Duration each) {
		ConsumerRecords<K, V> records = ConsumerRecords.empty();
		try {
			this.held.hold(this.delegate.assignment());
			for (int i = 0; i < polls && !this.held.isEmpty() && records.isEmpty(); i++) {
				records = this.delegate.poll(each);
			}
			return records;
		}
		finally {
			this.held.release();
		}
	}

	private ConsumerRecords<K, V> pollUnserved() {
		ConsumerRecords<K, V> records = ConsumerRecords.empty();
		try {
			Set<TopicPartition> assigned = this.delegate.assignment();
			this.held.hold(this.turns.served(assigned));
			Set<TopicPartition> paused = this.delegate.paused();
			if (!paused.containsAll(assigned)) {
				records = this.delegate.poll(this.turns.isAwaited(paused) ? TURN_POLL : EACH_POLL);
			}
			if (records.isEmpty()) {
				this.turns.over();
			}
			return records;
		}
		finally {
			this.held.release();
		}
	}

	/**
	 * Somebody else pauses partitions: theirs are not for us to resume.
	 * @param partitions the partitions
	 */
	void paused(Collection<TopicPartition> partitions) {
		this.held.leave(partitions);
	}

	/**
	 * Somebody else sets partitions to a position.
	 * @param partitions the partitions
	 */
	void sought(Collection<TopicPartition> partitions) {
		this.sought.addAll(partitions);
	}

	/**
	 * Whether to hand out one more record.
	 * @param handedOut how many of the batch have been handed out
	 * @return the answer
	 */
	Next next(int handedOut) {
		if (this.progress.done() >= handedOut) {
			return this.progress.isLate() ? Next.SPLIT : Next.RECORD;
		}
		// The last record is not done, so this is not the loop that handles records but
		// somebody who collects the rest: an error handler, to set the consumer back to
		// it, or the container, to keep it for later. Setting back is what we do, and it
		// leaves nothing that would be handled later without a look at the lease.
		if (this.progress.done() > 0 || this.progress.isFailing()) {
			return Next.GIVE_BACK;
		}
		// None was even begun: another post-processor copies the records.
		return Next.COPY;
	}

	private void checkEffect() {
		if (!this.warned && this.last != null && this.last.copied() && this.progress.done() > 0) {
			this.warned = true;
			logger.warn("Batch splitting has no effect where another ConsumerPostProcessor copies the records that "
					+ "poll() returns. Remove it, or set lease-guard.batch-splitting.enabled to false.");
		}
	}

	/**
	 * End the batch: set the consumer back to what was not handed out.
	 * @param rest what was not handed out
	 * @return the records that must be handed out all the same, because their partition
	 * was set to another position or can't be set back
	 */
	Iterator<ConsumerRecord<K, V>> giveBack(Iterator<ConsumerRecord<K, V>> rest) {
		return giveBack(rest, new HashMap<>());
	}

	private Iterator<ConsumerRecord<K, V>> giveBack(Iterator<ConsumerRecord<K, V>> rest,
			Map<TopicPartition, Boolean> back) {
		List<ConsumerRecord<K, V>> kept = new ArrayList<>();
		while (rest.hasNext()) {
			ConsumerRecord<K, V> record = rest.next();
			if (!back.computeIfAbsent(new TopicPartition(record.topic(), record.partition()),
					(partition) -> setBack(partition, record.offset()))) {
				kept.add(record);
			}
		}
		return kept.iterator();
	}

	/**
	 * End the batch for the sake of the lease.
	 * @param rest what was not handed out
	 * @param begun the partitions of which something was
	 * @return the records that must be handed out all the same
	 */
	Iterator<ConsumerRecord<K, V>> split(Iterator<ConsumerRecord<K, V>> rest, Collection<TopicPartition> begun) {
		Map<TopicPartition, Boolean> back = new HashMap<>();
		Iterator<ConsumerRecord<K, V>> kept = giveBack(rest, back);
		this.turns.split(begun, back.keySet());
		this.renewalDue = true;
		this.progress.split();
		return kept;
	}

	private boolean setBack(TopicPartition partition, long offset) {
		if (this.sought.contains(partition)) {
			return false;
		}
		try {
			this.delegate.seek(partition, offset);
			this.progress.ledger().position(partition, new OffsetAndMetadata(offset));
			return true;
		}
		catch (RuntimeException ex) {
			logger.debug("Could not set " + partition + " back to offset " + offset, ex);
			// If it was lost in the meantime, its records are for the new owner.
			return !this.delegate.assignment().contains(partition);
		}
	}

	/**
	 * What to do about the next record of a batch.
	 */
	enum Next {

		/**
		 * Hand it out.
		 */
		RECORD,

		/**
		 * End the batch, because it may not finish inside the lease.
		 */
		SPLIT,

		/**
		 * End the batch for who collects the rest of it.
		 */
		GIVE_BACK,

		/**
		 * Hand out all of them, because they are only copied.
		 */
		COPY

	}

}
