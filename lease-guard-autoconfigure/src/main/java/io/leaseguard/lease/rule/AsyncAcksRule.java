package io.leaseguard.lease.rule;

import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.Severity;

/**
 * With {@code asyncAcks} the container pauses until every record of a poll is
 * acknowledged. A listener without an {@code Acknowledgment} never does so: it gets one
 * batch and no more, while the consumer polls and looks healthy (spring-kafka issue
 * 4032).
 */
class AsyncAcksRule implements LeaseRule {

	static final String ID = "async-acks-unacknowledged";

	@Override
	public @Nullable Finding examine(LeaseCase leaseCase) {
		if (!leaseCase.facts().container().acknowledgesNever()) {
			return null;
		}
		return leaseCase.finding(ID, Severity.ERROR,
				"asyncAcks is set, but the listener takes no Acknowledgment: nothing would ever be acknowledged, and the container would stay paused after its first batch.",
				"Add a parameter of type Acknowledgment to the listener and acknowledge each record, or set asyncAcks of the container properties to false.",
				Map.of());
	}

}
