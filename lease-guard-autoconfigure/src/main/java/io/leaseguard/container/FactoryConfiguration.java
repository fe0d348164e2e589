package io.leaseguard.container;

import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.kafka.core.ConsumerFactory;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.Severity;

/**
 * What a consumer factory tells of its configuration. A factory of the application need
 * not tell anything.
 *
 * @param values the configuration, empty when it is not told
 * @param unreadable why it is not told, {@code null} when it is
 */
record FactoryConfiguration(Map<String, Object> values, @Nullable String unreadable) {

	static final String ID = "unreadable-configuration";

	private static final String HIDDEN = "The container does not show its consumer factory";

	static FactoryConfiguration of(@Nullable ConsumerFactory<?, ?> factory) {
		if (factory == null) {
			return new FactoryConfiguration(Map.of(), HIDDEN);
		}
		try {
			Map<String, Object> values = factory.getConfigurationProperties();
			if (values != null) {
				return new FactoryConfiguration(values, null);
			}
		}
		catch (RuntimeException ex) {
			// The usual way of saying no.
		}
		return new FactoryConfiguration(Map.of(),
				"The consumer factory " + factory.getClass().getName() + " does not tell its configuration");
	}

	static Finding finding(String listener, String unreadable) {
		return new Finding(ID, Severity.WARNING, listener,
				"%s: the listener is judged by its own overrides and the defaults of Kafka, and a setting that the guard derives takes the place of one that the factory may hold."
					.formatted(unreadable),
				HIDDEN.equals(unreadable)
						? "Use a version of spring-kafka that the guard is tested with; in a native image add a reflection hint for the field consumerFactory of AbstractMessageListenerContainer."
						: "Let getConfigurationProperties() of the factory return what its consumers are created with.",
				Map.of());
	}

}
