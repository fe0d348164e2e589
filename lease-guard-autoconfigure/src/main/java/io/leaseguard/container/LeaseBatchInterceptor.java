package io.leaseguard.container;

import java.util.Iterator;

import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.listener.BatchInterceptor;

/**
 * Notes the progress of each batch, then does what the user's own interceptor does.
 *
 * @param <K> the key type
 * @param <V> the value type
 */
class LeaseBatchInterceptor<K, V> implements BatchInterceptor<K, V> {

	private final @Nullable BatchInterceptor<K, V> delegate;

	private volatile @Nullable ConsumerTerms terms;

	LeaseBatchInterceptor(@Nullable BatchInterceptor<K, V> delegate) {
		this.delegate = delegate;
	}

	/**
	 * Set the terms that the consumers have to keep.
	 * @param terms the terms
	 */
	void terms(ConsumerTerms terms) {
		this.terms = terms;
	}

	@Override
	public @Nullable ConsumerRecords<K, V> intercept(ConsumerRecords<K, V> records, Consumer<K, V> consumer) {
		ConsumerProgress progress = LeaseConsumer.progress(consumer);
		Iterator<ConsumerRecord<K, V>> iterator = records.iterator();
		if (progress != null && iterator.hasNext()) {
			progress.batchStarted(records.count(), iterator.next());
		}
		return (this.delegate != null) ? this.delegate.intercept(records, consumer) : records;
	}

	@Override
	public void success(ConsumerRecords<K, V> records, Consumer<K, V> consumer) {
		ConsumerProgress progress = LeaseConsumer.progress(consumer);
		if (progress != null) {
			progress.batchDone();
		}
		if (this.delegate != null) {
			this.delegate.success(records, consumer);
		}
	}

	@Override
	public void failure(ConsumerRecords<K, V> records, Exception exception, Consumer<K, V> consumer) {
		ConsumerProgress progress = LeaseConsumer.progress(consumer);
		if (progress != null) {
			progress.batchFailed();
			for (TopicPartition partition : records.partitions()) {
				long offset = records.records(partition).get(0).offset();
				progress.ledger().failed(partition, offset, exception);
			}
		}
		if (this.delegate != null) {
			this.delegate.failure(records, exception, consumer);
		}
	}

	@Override
	public void setupThreadState(Consumer<?, ?> consumer) {
		LeaseConsumer.terms(consumer, this.terms);
		if (this.delegate != null) {
			this.delegate.setupThreadState(consumer);
		}
	}

	@Override
	public void clearThreadState(Consumer<?, ?> consumer) {
		if (this.delegate != null) {
			this.delegate.clearThreadState(consumer);
		}
	}

}
