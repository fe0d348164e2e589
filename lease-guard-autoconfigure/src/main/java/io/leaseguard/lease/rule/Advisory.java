package io.leaseguard.lease.rule;

import java.util.List;

/**
 * A known fault of the Kafka client.
 *
 * @param id the id of the issue, for example {@code KAFKA-20253}
 * @param affected whether the version in use is affected
 * @param summary what it is about
 * @param fixedIn the versions that have the fix. Not a bound: a later version may lack it
 * @since 0.1.0
 */
public record Advisory(String id, boolean affected, String summary, List<String> fixedIn) {

	public Advisory {
		fixedIn = List.copyOf(fixedIn);
	}

}
