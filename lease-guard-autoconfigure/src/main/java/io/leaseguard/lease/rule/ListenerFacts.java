package io.leaseguard.lease.rule;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/**
 * What a rule may want to know of a listener beside its lease.
 *
 * @param batchListener whether it takes whole batches
 * @param splitting whether its batches are to be split at the lease boundary
 * @param configuration the effective consumer configuration as it was given, by key; may
 * hold secrets, so a rule shows only values of keys that it knows
 * @since 0.1.0
 */
public record ListenerFacts(boolean batchListener, BatchSplitting splitting, Map<String, Object> configuration) {

	/**
	 * A record listener with nothing configured.
	 */
	public static final ListenerFacts NONE = new ListenerFacts(false, BatchSplitting.OFF, Map.of());

	public ListenerFacts {
		configuration = Collections.unmodifiableMap(new HashMap<>(configuration));
	}

}
