package io.leaseguard.container;

import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.listener.RecordInterceptor;

/**
 * Notes the progress of each record, then does what the user's own interceptor does. The
 * interceptor of the user is inside, so that its time counts as time of the record.
 *
 * @param <K> the key type
 * @param <V> the value type
 */
class LeaseRecordInterceptor<K, V> implements RecordInterceptor<K, V> {

	private final @Nullable RecordInterceptor<K, V> delegate;

	private volatile @Nullable ConsumerTerms terms;

	LeaseRecordInterceptor(@Nullable RecordInterceptor<K, V> delegate) {
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
	public @Nullable ConsumerRecord<K, V> intercept(ConsumerRecord<K, V> record, Consumer<K, V> consumer) {
		ConsumerProgress progress = LeaseConsumer.progress(consumer);
		if (progress != null) {
			progress.recordStarted(record);
		}
		return (this.delegate != null) ? this.delegate.intercept(record, consumer) : record;
	}

	@Override
	public void success(ConsumerRecord<K, V> record, Consumer<K, V> consumer) {
		if (this.delegate != null) {
			this.delegate.success(record, consumer);
		}
	}

	@Override
	public void failure(ConsumerRecord<K, V> record, Exception exception, Consumer<K, V> consumer) {
		ConsumerProgress progress = LeaseConsumer.progress(consumer);
		if (progress != null) {
			progress.recordFailed();
			progress.ledger()
				.failed(new TopicPartition(record.topic(), record.partition()), record.offset(), exception);
		}
		if (this.delegate != null) {
			this.delegate.failure(record, exception, consumer);
		}
	}

	@Override
	public void afterRecord(ConsumerRecord<K, V> record, Consumer<K, V> consumer) {
		ConsumerProgress progress = LeaseConsumer.progress(consumer);
		if (progress != null) {
			progress.recordDone();
		}
		if (this.delegate != null) {
			this.delegate.afterRecord(record, consumer);
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
