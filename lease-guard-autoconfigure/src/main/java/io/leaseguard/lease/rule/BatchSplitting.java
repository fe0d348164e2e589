package io.leaseguard.lease.rule;

import org.jspecify.annotations.Nullable;

/**
 * Whether the batches of a listener are to be split at the lease boundary.
 *
 * @param wanted whether the application asks for it
 * @param own whether it asks for it for this very listener, not for all
 * @param obstacle why it can't be, {@code null} when it can
 * @since 0.1.0
 */
public record BatchSplitting(boolean wanted, boolean own, @Nullable Obstacle obstacle) {

	/**
	 * Nothing is to be split.
	 */
	public static final BatchSplitting OFF = new BatchSplitting(false, false, null);

	/**
	 * Return whether batches are split.
	 * @return whether it is wanted and possible
	 */
	public boolean possible() {
		return this.wanted && this.obstacle == null;
	}

	/**
	 * Why batches can't be split.
	 */
	public enum Obstacle {

		/**
		 * The listener gets the whole batch at once.
		 */
		BATCH_LISTENER("it is a batch listener, which gets the whole batch at once",
				"Lower max.poll.records of this listener instead"),

		/**
		 * Records are acknowledged in any order.
		 */
		ASYNC_ACKS("its container has asyncAcks, so records of a batch may be open when the next is polled",
				"Lower max.poll.records of this listener instead"),

		/**
		 * Records are handled on other threads.
		 */
		ASYNC_RETURN("it returns an asynchronous result, so its records are handled outside the consumer thread",
				"Nothing need be split there: the consumer thread is free to poll"),

		/**
		 * Its consumers can't be reached.
		 */
		FACTORY("its ConsumerFactory does not support post-processors, so its consumers can't be reached",
				"Use a DefaultKafkaConsumerFactory"),

		/**
		 * Its factory can't be read, so its consumers can't be reached either.
		 */
		FACTORY_HIDDEN("its container does not show its ConsumerFactory, so its consumers can't be reached",
				"Use a version of spring-kafka that the guard is tested with");

		private final String reason;

		private final String instead;

		Obstacle(String reason, String instead) {
			this.reason = reason;
			this.instead = instead;
		}

		String reason() {
			return this.reason;
		}

		String instead() {
			return this.instead;
		}

	}

}
