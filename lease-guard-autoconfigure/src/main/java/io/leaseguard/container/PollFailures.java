package io.leaseguard.container;

import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.RecordDeserializationException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the last exception out of {@code poll()} of one consumer. Written by its thread
 * alone; a poll that succeeds after another costs one comparison.
 */
final class PollFailures {

	private volatile @Nullable PollFailure last;

	private boolean failing;

	@Nullable PollFailure last() {
		return this.last;
	}

	void succeeded() {
		if (this.failing) {
			this.failing = false;
			PollFailure last = this.last;
			if (last != null) {
				this.last = new PollFailure(last.cause(), last.partition(), last.denied(), last.atNanos(), null);
			}
		}
	}

	void failed(Throwable exception, long nowNanos) {
		if (exception instanceof WakeupException) {
			// Somebody wants the thread: the way to stop and to resume.
			return;
		}
		PollFailure last = this.last;
		Long since = (this.failing && last != null) ? last.sinceNanos() : null;
		this.failing = true;
		TopicPartition partition = (exception instanceof RecordDeserializationException poison)
				? poison.topicPartition() : null;
		Throwable unwrapped = unwrap(exception);
		this.last = new PollFailure(unwrapped.getClass().getSimpleName(), partition,
				unwrapped instanceof AuthorizationException, nowNanos,
				(since != null) ? since : Long.valueOf(nowNanos));
	}

	private static Throwable unwrap(Throwable exception) {
		// The client wraps what has ended one of its threads.
		Throwable cause = exception.getCause();
		boolean wrapper = exception.getClass() == RuntimeException.class
				|| exception.getClass() == KafkaException.class;
		return (wrapper && cause != null) ? cause : exception;
	}

}
