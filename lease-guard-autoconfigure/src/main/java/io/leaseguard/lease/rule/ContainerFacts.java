package io.leaseguard.lease.rule;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * What a rule may want to know of the container of a listener beside its fixed costs.
 *
 * @param idleBetweenPollsMs how long it sleeps between two polls, milliseconds
 * @param restartsAfterAuthFailure whether it is told to start again when an
 * authentication failure has stopped it
 * @param acknowledgesNever whether offsets are to be acknowledged out of order by a
 * listener that has no way to acknowledge any
 * @param retriesForever whether a record that fails is tried again without end
 * @param transactionTimeoutMs the {@code transaction.timeout.ms} of the producer of its
 * transactions, milliseconds; {@code null} when there are none or it can't be read
 * @param clientVersion the version of the Kafka client, {@code null} when it does not
 * tell
 * @param advisories what is known of that version
 * @since 0.1.0
 */
public record ContainerFacts(long idleBetweenPollsMs, boolean restartsAfterAuthFailure, boolean acknowledgesNever,
		boolean retriesForever, @Nullable Long transactionTimeoutMs, @Nullable String clientVersion,
		List<Advisory> advisories) {

	/**
	 * A container with nothing configured and a client without faults.
	 */
	public static final ContainerFacts NONE = new ContainerFacts(0, false, false, false, null, null, List.of());

	public ContainerFacts {
		advisories = List.copyOf(advisories);
	}

	/**
	 * Return an advisory that the client in use is affected by.
	 * @param id the id
	 * @return the advisory, or {@code null} when the client is not affected
	 */
	@Nullable Advisory affectingAdvisory(String id) {
		return this.advisories.stream()
			.filter((advisory) -> advisory.affected() && advisory.id().equals(id))
			.findFirst()
			.orElse(null);
	}

}
