package io.leaseguard.startup;

import java.util.Map;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.Severity;

/**
 * Consumers that can't be watched, because their factory lets nobody near them.
 */
final class UnwatchableConsumers {

	static final String ID = "unwatchable-consumers";

	private UnwatchableConsumers() {
	}

	static Finding finding(String listener) {
		return new Finding(ID, Severity.INFO, listener,
				"The consumer factory does not support post-processors, so the consumers are judged but can't be watched.",
				"Let addPostProcessor() and getPostProcessors() of the factory work, or extend DefaultKafkaConsumerFactory.",
				Map.of());
	}

}
