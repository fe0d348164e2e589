package io.leaseguard.container;

import java.util.Map;
import java.util.function.Supplier;

import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.core.ProducerFactory;

/**
 * Reads durations from a configuration in the way that a Kafka client does it.
 */
final class KafkaKeys {

	private KafkaKeys() {
	}

	/**
	 * Return a duration.
	 * @param definition the definition of the client
	 * @param values the configuration
	 * @param key the key
	 * @return milliseconds; the default of the client when it is not set or the client
	 * will refuse it
	 */
	static long millis(ConfigDef definition, Map<String, Object> values, String key) {
		ConfigDef.ConfigKey configKey = definition.configKeys().get(key);
		if (configKey == null) {
			throw new IllegalArgumentException("Kafka has no setting '" + key + "'");
		}
		Object value = values.get(key);
		if (value != null) {
			try {
				if (ConfigDef.parseType(key, value, configKey.type) instanceof Number number) {
					return number.longValue();
				}
			}
			catch (ConfigException ex) {
				// Its own client will say so.
			}
		}
		return (configKey.defaultValue instanceof Number number) ? number.longValue() : 0;
	}

	/**
	 * Return the configuration of a producer factory.
	 * @param supplier where to get the factory
	 * @return the configuration, or {@code null} when the supplier or the factory does
	 * not tell
	 */
	static @Nullable Map<String, Object> of(Supplier<? extends @Nullable ProducerFactory<?, ?>> supplier) {
		try {
			ProducerFactory<?, ?> factory = supplier.get();
			Map<String, Object> values = (factory != null) ? factory.getConfigurationProperties() : Map.of();
			// By default a factory shows an empty map, with which no producer can be.
			return values.isEmpty() ? null : values;
		}
		catch (RuntimeException ex) {
			return null;
		}
	}

}
