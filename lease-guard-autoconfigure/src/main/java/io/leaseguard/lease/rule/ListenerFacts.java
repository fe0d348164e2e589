package io.leaseguard.lease.rule;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/**
 * What a rule may want to know of a listener beside its lease.
 *
 * @param batchListener whether it takes whole batches
 * @param configuration the effective consumer configuration as it was given, by key; may
 * hold secrets, so a rule shows only values of keys that it knows
 * @param container what is known of its container
 * @param splitting whether its batches are to be split at the lease boundary
 * @since 0.1.0
 */
public record ListenerFacts(boolean batchListener, Map<String, Object> configuration, ContainerFacts container,
		BatchSplitting splitting) {

	/**
	 * A record listener with nothing configured.
	 */
	public static final ListenerFacts NONE = new ListenerFacts(false, Map.of());

	public ListenerFacts {
		configuration = Collections.unmodifiableMap(new HashMap<>(configuration));
	}

	/**
	 * Create the facts of a listener whose container has nothing configured.
	 * @param batchListener whether it takes whole batches
	 * @param configuration the effective consumer configuration as it was given, by key
	 */
	public ListenerFacts(boolean batchListener, Map<String, Object> configuration) {
		this(batchListener, configuration, ContainerFacts.NONE, BatchSplitting.OFF);
	}

}
