package io.leaseguard.startup;

import java.beans.PropertyDescriptor;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeanUtils;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

import io.leaseguard.container.KeyResemblance;
import io.leaseguard.lease.LeaseKeys;

/**
 * Finds properties below {@code spring.kafka} that {@link KafkaProperties} does not know
 * and that look like settings of a consumer.
 */
final class UnboundProperties {

	private static final Map<ConfigurationPropertyName, Set<String>> SCOPES = scopes();

	private UnboundProperties() {
	}

	private static Map<ConfigurationPropertyName, Set<String>> scopes() {
		// The narrow ones first.
		Map<ConfigurationPropertyName, Set<String>> scopes = new LinkedHashMap<>();
		scopes.put(ConfigurationPropertyName.of("spring.kafka.consumer"), known(KafkaProperties.Consumer.class));
		scopes.put(ConfigurationPropertyName.of("spring.kafka.listener"), known(KafkaProperties.Listener.class));
		scopes.put(ConfigurationPropertyName.of("spring.kafka"), known(KafkaProperties.class));
		return scopes;
	}

	private static Set<String> known(Class<?> type) {
		return Arrays.stream(BeanUtils.getPropertyDescriptors(type))
			.map(PropertyDescriptor::getName)
			.map((name) -> name.toLowerCase(Locale.ROOT))
			.collect(Collectors.toUnmodifiableSet());
	}

	static Map<String, Property> find(ConfigurableEnvironment environment) {
		Map<String, Property> found = new LinkedHashMap<>();
		for (ConfigurationPropertySource source : ConfigurationPropertySources.from(environment.getPropertySources())) {
			if (source instanceof IterableConfigurationPropertySource properties) {
				boolean variables = source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource;
				properties.stream().forEach((name) -> {
					String meant = meant(name, variables);
					ConfigurationProperty property = (meant != null) ? source.getConfigurationProperty(name) : null;
					if (meant != null && property != null) {
						found.putIfAbsent(name.toString(),
								new Property(name.toString(), meant, text(environment, property)));
					}
				});
			}
		}
		return found;
	}

	static String text(ConfigurableEnvironment environment, ConfigurationProperty property) {
		return environment.resolvePlaceholders(LeaseKeys.text(property.getValue())).trim();
	}

	private static @Nullable String meant(ConfigurationPropertyName name, boolean variable) {
		for (Map.Entry<ConfigurationPropertyName, Set<String>> scope : SCOPES.entrySet()) {
			ConfigurationPropertyName parent = scope.getKey();
			if (parent.isAncestorOf(name)) {
				return meant(name, parent, scope.getValue(), variable);
			}
		}
		return null;
	}

	private static @Nullable String meant(ConfigurationPropertyName name, ConfigurationPropertyName parent,
			Set<String> known, boolean variable) {
		int from = parent.getNumberOfElements();
		int elements = name.getNumberOfElements();
		String first = name.getElement(from, ConfigurationPropertyName.Form.UNIFORM);
		if (first.equals("properties") && !known.contains(first)) {
			return (elements > from + 1) ? KeyResemblance.of(dotted(name, from + 1)) : null;
		}
		// A variable of the system has no dashes: what was one word comes in pieces.
		if (known.contains(first) || (variable && known.contains(uniform(name, from)))) {
			return null;
		}
		return KeyResemblance.of(dotted(name, from));
	}

	static String dotted(ConfigurationPropertyName name, int from) {
		return elements(name, from, ConfigurationPropertyName.Form.ORIGINAL).stream().collect(Collectors.joining("."));
	}

	private static String uniform(ConfigurationPropertyName name, int from) {
		return String.join("", elements(name, from, ConfigurationPropertyName.Form.UNIFORM));
	}

	private static List<String> elements(ConfigurationPropertyName name, int from,
			ConfigurationPropertyName.Form form) {
		return IntStream.range(from, name.getNumberOfElements()).mapToObj((i) -> name.getElement(i, form)).toList();
	}

	/**
	 * A property that sets nothing.
	 *
	 * @param name its name
	 * @param meant the key of Kafka that it looks like
	 * @param value its value, to be shown only as a number
	 */
	record Property(String name, String meant, String value) {
	}

}
