package io.leaseguard.startup;

import java.time.Duration;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.origin.Origin;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;

import io.leaseguard.lease.LeaseKeys;
import io.leaseguard.lease.Millis;

/**
 * What Spring Boot makes of the environment into settings of a consumer.
 */
final class BootSettings {

	/**
	 * The settings of the lease and the pulse that have a property of their own.
	 */
	static final Map<String, String> PROPERTIES = Map.of(LeaseKeys.MAX_POLL_INTERVAL,
			"spring.kafka.consumer.max-poll-interval", LeaseKeys.MAX_POLL_RECORDS,
			"spring.kafka.consumer.max-poll-records", LeaseKeys.HEARTBEAT_INTERVAL,
			"spring.kafka.consumer.heartbeat-interval");

	private static final ConfigurationPropertyName OF_CONSUMERS = ConfigurationPropertyName
		.of("spring.kafka.consumer.properties");

	private static final ConfigurationPropertyName OF_ALL = ConfigurationPropertyName.of("spring.kafka.properties");

	private BootSettings() {
	}

	/**
	 * Find the property that gives a key its value, in the order in which Spring Boot
	 * lets them win.
	 * @param environment the environment
	 * @param key the key of Kafka
	 * @return the property, {@code null} when there is none or its value can't be read
	 */
	static @Nullable Written find(ConfigurableEnvironment environment, String key) {
		Iterable<ConfigurationPropertySource> sources = ConfigurationPropertySources
			.from(environment.getPropertySources());
		ConfigurationProperty property = among(sources, OF_CONSUMERS, key);
		if (property == null && PROPERTIES.containsKey(key)) {
			ConfigurationProperty own = named(sources, ConfigurationPropertyName.of(PROPERTIES.get(key)));
			if (own != null) {
				String value = value(environment, key, own);
				return (value != null) ? new Written(own, value) : null;
			}
		}
		if (property == null) {
			property = among(sources, OF_ALL, key);
		}
		return (property != null) ? new Written(property, UnboundProperties.text(environment, property)) : null;
	}

	private static @Nullable ConfigurationProperty among(Iterable<ConfigurationPropertySource> sources,
			ConfigurationPropertyName parent, String key) {
		for (ConfigurationPropertySource source : sources) {
			if (source instanceof IterableConfigurationPropertySource properties) {
				ConfigurationPropertyName name = properties.stream()
					.filter(parent::isAncestorOf)
					.filter((each) -> UnboundProperties.dotted(each, parent.getNumberOfElements()).equals(key))
					.findFirst()
					.orElse(null);
				ConfigurationProperty property = (name != null) ? source.getConfigurationProperty(name) : null;
				if (property != null) {
					return property;
				}
			}
		}
		return null;
	}

	private static @Nullable ConfigurationProperty named(Iterable<ConfigurationPropertySource> sources,
			ConfigurationPropertyName name) {
		for (ConfigurationPropertySource source : sources) {
			ConfigurationProperty property = source.getConfigurationProperty(name);
			if (property != null) {
				return property;
			}
		}
		return null;
	}

	private static @Nullable String value(Environment environment, String key, ConfigurationProperty property) {
		String name = property.getName().toString();
		if (key.equals(LeaseKeys.MAX_POLL_RECORDS)) {
			Integer records = read(environment, name, Integer.class);
			return (records != null) ? records.toString() : null;
		}
		Duration duration = read(environment, name, Duration.class);
		return (duration != null) ? Integer.toString((int) Millis.floor(duration)) : null;
	}

	/**
	 * Read a property.
	 * @param <T> its type
	 * @param environment the environment
	 * @param property its name
	 * @param type its type
	 * @return the value, {@code null} when there is none or it can't be read
	 */
	static <T> @Nullable T read(Environment environment, String property, Class<T> type) {
		try {
			return Binder.get(environment).bind(property, type).orElse(null);
		}
		catch (BindException ex) {
			// Spring Boot itself has more to say about it.
			return null;
		}
	}

	/**
	 * A property that gives a key its value.
	 *
	 * @param property the property
	 * @param value the value, as the consumer gets it
	 */
	record Written(ConfigurationProperty property, String value) {

		/**
		 * Return where it is written.
		 * @return the name and, where it is known, the file and the line
		 */
		String place() {
			String name = this.property.getName().toString();
			Origin origin = this.property.getOrigin();
			// The origin in a source without lines repeats the name.
			return (origin != null) ? "%s (%s)".formatted(name, origin.toString().replace("\"" + name + "\" ", ""))
					: name;
		}

	}

}
