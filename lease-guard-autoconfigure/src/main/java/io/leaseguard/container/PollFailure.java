package io.leaseguard.container;

import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The last exception out of {@code poll()}. Its message is left out on purpose: it may
 * hold what is nobody's business.
 *
 * @param cause the simple class name of the exception, or of its cause where the client
 * has only wrapped it
 * @param partition the partition that it tells of, {@code null} when it tells of none
 * @param denied whether the broker has denied access (an ACL), which no repair from here
 * gives back
 * @param atNanos when it was thrown, as of {@link System#nanoTime()}
 * @param sinceNanos when the first of the polls failed that have failed in a row up to
 * now; {@code null} when a poll has succeeded since
 * @since 0.1.0
 */
public record PollFailure(String cause, @Nullable TopicPartition partition, boolean denied, long atNanos,
		@Nullable Long sinceNanos) {

	/**
	 * Return whether access is denied at the moment: the last poll has told so.
	 * @return whether access is denied
	 */
	public boolean denies() {
		return this.denied && this.sinceNanos != null;
	}

}
