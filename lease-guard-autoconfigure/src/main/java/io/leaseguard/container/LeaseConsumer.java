package io.leaseguard.container;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetCommitCallback;
import org.apache.kafka.clients.consumer.SubscriptionPattern;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;

/**
 * A consumer that notes each {@code poll()}: the exact place where a lease is renewed, on
 * the thread that renews it. Everything else goes to the delegate untouched.
 *
 * @param <K> the key type
 * @param <V> the value type
 * @since 0.1.0
 */
public final class LeaseConsumer<K, V> extends DelegatingConsumer<K, V> {

	private static final Log logger = LogFactory.getLog(LeaseConsumer.class);

	private static final ConsumerRebalanceListener NO_OP = new ConsumerRebalanceListener() {

		@Override
		public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
		}

		@Override
		public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
		}

	};

	private static final ThreadLocal<@Nullable ConsumerProgress> POLLING = new ThreadLocal<>();

	/**
	 * The terms of the consumer that the current thread is about to poll for the first
	 * time.
	 */
	private static final ThreadLocal<@Nullable ConsumerTerms> ANNOUNCED = new ThreadLocal<>();

	private final ConsumerProgress progress;

	private @Nullable BatchSplitter<K, V> splitter;

	private boolean assignmentStale;

	LeaseConsumer(Consumer<K, V> delegate) {
		this(delegate, new ConsumerProgress());
	}

	LeaseConsumer(Consumer<K, V> delegate, ConsumerProgress progress) {
		super(delegate);
		this.progress = progress;
	}

	/**
	 * Find the progress of the consumer that an interceptor is called with. Where another
	 * post-processor has wrapped ours, the thread tells.
	 * @param consumer the consumer as the container knows it
	 * @return the progress, or {@code null} when it is not watched
	 */
	static @Nullable ConsumerProgress progress(Consumer<?, ?> consumer) {
		return (consumer instanceof LeaseConsumer<?, ?> leaseConsumer) ? leaseConsumer.progress : POLLING.get();
	}

	/**
	 * Set the terms of the consumer that an interceptor is called with before each poll.
	 * Where another post-processor has wrapped ours, the thread does not tell before the
	 * first poll, which may bring records.
	 * @param consumer the consumer as the container knows it
	 * @param terms its terms, {@code null} when it is not guarded
	 */
	static void terms(Consumer<?, ?> consumer, @Nullable ConsumerTerms terms) {
		ConsumerProgress progress = progress(consumer);
		if (progress != null) {
			progress.terms(terms);
		}
		else {
			ANNOUNCED.set(terms);
		}
	}

	/**
	 * Find the progress of the consumer that the current thread polls.
	 * @return the progress, or {@code null} when the thread polls no watched consumer
	 */
	public static @Nullable ConsumerProgress current() {
		return POLLING.get();
	}

	/**
	 * Return what this consumer is doing.
	 * @return the progress
	 */
	public ConsumerProgress progress() {
		return this.progress;
	}

	/**
	 * Return the metrics of the client for the guard itself.
	 * @return the metrics, not the answer to a {@link ConsumerProbe}
	 */
	Map<MetricName, ? extends Metric> clientMetrics() {
		return this.delegate.metrics();
	}

	private void subscribed() {
		this.progress.membership().subscribed();
		this.assignmentStale = true;
		try {
			GroupThreads.joined(this, this.delegate.groupMetadata().groupId());
		}
		catch (RuntimeException ex) {
			// Without a group the next poll will fail, and the application hear of it.
			logger.debug("Could not read the group", ex);
		}
	}

	private void unsubscribed() {
		this.progress.membership().unsubscribed();
		GroupThreads.left(this);
		refreshAssignment();
	}

	void partitionsTaken(Collection<TopicPartition> partitions) {
		this.progress.membership().rebalancing(true);
		this.progress.ledger().revoked(partitions);
		this.assignmentStale = true;
	}

	void partitionsGiven() {
		this.progress.membership().rebalancing(false);
		// The poll that has brought them may wait for records for long.
		refreshAssignment();
		this.assignmentStale = true;
	}

	private void rejoinIfRequested() {
		String reason = this.progress.membership().takeRejoinRequest();
		if (reason != null) {
			try {
				this.delegate.enforceRebalance(reason);
			}
			catch (RuntimeException ex) {
				logger.warn("Could not ask for a rejoin", ex);
			}
		}
	}

	private void refreshAssignment() {
		try {
			this.progress.membership().assignment(this.delegate.assignment(), this.delegate.paused());
			this.assignmentStale = false;
		}
		catch (RuntimeException ex) {
			// A closed consumer has no assignment; the application hears of that
			// elsewhere.
			logger.debug("Could not read the assignment", ex);
		}
	}

	@Override
	public void subscribe(Collection<String> topics) {
		this.delegate.subscribe(topics, new LeaseRebalanceListener(NO_OP, this));
		subscribed();
	}

	@Override
	public void subscribe(Collection<String> topics, ConsumerRebalanceListener listener) {
		this.delegate.subscribe(topics, new LeaseRebalanceListener(listener, this));
		subscribed();
	}

	@Override
	public void assign(Collection<TopicPartition> partitions) {
		this.delegate.assign(partitions);
		unsubscribed();
	}

	@Override
	public void subscribe(Pattern pattern, ConsumerRebalanceListener listener) {
		this.delegate.subscribe(pattern, new LeaseRebalanceListener(listener, this));
		subscribed();
	}

	@Override
	public void subscribe(Pattern pattern) {
		this.delegate.subscribe(pattern, new LeaseRebalanceListener(NO_OP, this));
		subscribed();
	}

	@Override
	public void subscribe(SubscriptionPattern pattern, ConsumerRebalanceListener listener) {
		this.delegate.subscribe(pattern, new LeaseRebalanceListener(listener, this));
		subscribed();
	}

	@Override
	public void subscribe(SubscriptionPattern pattern) {
		this.delegate.subscribe(pattern, new LeaseRebalanceListener(NO_OP, this));
		subscribed();
	}

	@Override
	public void unsubscribe() {
		this.delegate.unsubscribe();
		unsubscribed();
	}

	@Override
	public ConsumerRecords<K, V> poll(Duration timeout) {
		rejoinIfRequested();
		if (this.progress.pollEntered(timeout)) {
			POLLING.set(this.progress);
			if (!this.progress.hasTerms()) {
				this.progress.terms(ANNOUNCED.get());
				ANNOUNCED.remove();
			}
		}
		this.progress.sample(this.delegate);
		int count = 0;
		Throwable failure = null;
		try {
			BatchSplitter<K, V> splitter = splitter();
			ConsumerRecords<K, V> records = (splitter != null) ? splitter.poll(timeout) : this.delegate.poll(timeout);
			this.progress.ledger().polled(records);
			count = records.isEmpty() ? 0 : records.count();
			return records;
		}
		catch (RuntimeException | Error ex) {
			failure = ex;
			throw ex;
		}
		finally {
			if (this.assignmentStale) {
				refreshAssignment();
			}
			this.progress.pollReturned(count, failure);
		}
	}

	private @Nullable BatchSplitter<K, V> splitter() {
		if (this.splitter == null && this.progress.isSplitting()) {
			this.splitter = new BatchSplitter<>(this.delegate, this.progress);
		}
		return this.splitter;
	}

	private void sought(Collection<TopicPartition> partitions) {
		if (this.splitter != null) {
			this.splitter.sought(partitions);
		}
	}

	@Override
	public void commitSync() {
		this.delegate.commitSync();
		this.progress.ledger().committedAll();
	}

	@Override
	public void commitSync(Duration timeout) {
		this.delegate.commitSync(timeout);
		this.progress.ledger().committedAll();
	}

	@Override
	public void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets) {
		this.delegate.commitSync(offsets);
		this.progress.ledger().committed(offsets);
	}

	@Override
	public void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets, Duration timeout) {
		try {
			this.delegate.commitSync(offsets, timeout);
		}
		catch (WakeupException ex) {
			if (this.splitter == null) {
				throw ex;
			}
			// A wakeup that came too late for the poll, which is all that a container
			// wants to wake, and splits make more polls. A container that commits each
			// record would take it for a failure of the record, and handle it again.
			this.delegate.commitSync(offsets, timeout);
		}
		this.progress.ledger().committed(offsets);
	}

	@Override
	public void commitAsync(OffsetCommitCallback callback) {
		this.delegate.commitAsync(noting(callback));
	}

	@Override
	public void commitAsync(Map<TopicPartition, OffsetAndMetadata> offsets, OffsetCommitCallback callback) {
		this.delegate.commitAsync(offsets, noting(callback));
	}

	// The client calls back on the thread that polls. Without a callback it logs a
	// failure by itself, which is not to be taken away.
	private @Nullable OffsetCommitCallback noting(@Nullable OffsetCommitCallback callback) {
		if (callback == null) {
			return null;
		}
		return (offsets, exception) -> {
			if (exception == null) {
				this.progress.ledger().committed(offsets);
			}
			callback.onComplete(offsets, exception);
		};
	}

	@Override
	public void seek(TopicPartition partition, long offset) {
		this.delegate.seek(partition, offset);
		this.progress.ledger().position(partition, new OffsetAndMetadata(offset));
		sought(Set.of(partition));
	}

	@Override
	public void seek(TopicPartition partition, OffsetAndMetadata offset) {
		this.delegate.seek(partition, offset);
		this.progress.ledger().position(partition, offset);
		sought(Set.of(partition));
	}

	@Override
	public void seekToBeginning(Collection<TopicPartition> partitions) {
		this.delegate.seekToBeginning(partitions);
		this.progress.ledger().positionLost(partitions);
		sought(partitions.isEmpty() ? this.delegate.assignment() : partitions);
	}

	@Override
	public void seekToEnd(Collection<TopicPartition> partitions) {
		this.delegate.seekToEnd(partitions);
		this.progress.ledger().positionLost(partitions);
		sought(partitions.isEmpty() ? this.delegate.assignment() : partitions);
	}

	@Override
	public Map<MetricName, ? extends Metric> metrics() {
		ConsumerProbe.answer(this);
		return this.delegate.metrics();
	}

	@Override
	public void pause(Collection<TopicPartition> partitions) {
		this.delegate.pause(partitions);
		this.progress.ledger().paused(partitions, PauseOrigin.isApplication());
		if (this.splitter != null) {
			this.splitter.paused(partitions);
		}
		refreshAssignment();
	}

	@Override
	public void resume(Collection<TopicPartition> partitions) {
		this.delegate.resume(partitions);
		this.progress.ledger().resumed(partitions);
		refreshAssignment();
	}

	/**
	 * The thread may be one of a pool and do something else next.
	 */
	private void leave() {
		GroupThreads.left(this);
		if (POLLING.get() == this.progress) {
			POLLING.remove();
		}
	}

	@Override
	public void close() {
		leave();
		this.delegate.close();
	}

	@Override
	@Deprecated
	@SuppressWarnings("deprecation")
	public void close(Duration timeout) {
		leave();
		this.delegate.close(timeout);
	}

	@Override
	public void close(CloseOptions option) {
		leave();
		this.delegate.close(option);
	}

	@Override
	public String toString() {
		return "LeaseConsumer [" + this.delegate + "]";
	}

}
