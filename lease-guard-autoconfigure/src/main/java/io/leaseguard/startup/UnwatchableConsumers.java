package io.leaseguard.startup;

import java.util.Map;

import io.leaseguard.container.FactoryTap;
import io.leaseguard.lease.Finding;
import io.leaseguard.lease.Severity;

/**
 * Consumers that can't be watched, because their factory is out of reach or lets nobody
 * near them.
 */
final class UnwatchableConsumers {

	static final String ID = "unwatchable-consumers";

	private UnwatchableConsumers() {
	}

	static Finding finding(String listener, FactoryTap tap) {
		return (tap == FactoryTap.FACTORY_HIDDEN) ? finding(listener,
				"The container does not show its consumer factory",
				"Use a version of spring-kafka that the guard is tested with; in a native image add a reflection hint for the field consumerFactory of AbstractMessageListenerContainer.")
				: finding(listener, "The consumer factory does not support post-processors",
						"Let addPostProcessor() and getPostProcessors() of the factory work, or extend DefaultKafkaConsumerFactory.");
	}

	private static Finding finding(String listener, String cause, String fix) {
		return new Finding(ID, Severity.INFO, listener, cause + ", so the consumers are judged but can't be watched.",
				fix, Map.of());
	}

}
