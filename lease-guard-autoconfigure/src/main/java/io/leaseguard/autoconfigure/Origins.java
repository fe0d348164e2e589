package io.leaseguard.autoconfigure;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Tells where a property was written.
 */
final class Origins {

	private Origins() {
	}

	/**
	 * Find a property in all sources.
	 * @param name the name
	 * @param context knows the sources
	 * @return the property as each of the sources has it, the one that counts first
	 */
	static List<ConfigurationProperty> properties(ConfigurationPropertyName name, BindContext context) {
		List<ConfigurationProperty> properties = new ArrayList<>();
		for (ConfigurationPropertySource source : context.getSources()) {
			ConfigurationProperty property = source.getConfigurationProperty(name);
			if (property != null) {
				properties.add(property);
			}
		}
		return properties;
	}

	/**
	 * Return whether a property is a variable of the system.
	 * @param property the property
	 * @return whether it is
	 */
	static boolean isVariable(ConfigurationProperty property) {
		return property.getSource() != null
				&& property.getSource().getUnderlyingSource() instanceof SystemEnvironmentPropertySource;
	}

	/**
	 * Return a sentence about the origin of the value that counts.
	 * @param name the name of the property
	 * @param context knows the sources
	 * @return the sentence, or nothing when its origin is not known
	 */
	static String inForce(ConfigurationPropertyName name, BindContext context) {
		List<ConfigurationProperty> properties = properties(name, context);
		return sentence(properties.subList(0, Math.min(1, properties.size())));
	}

	/**
	 * Return a sentence about the origins, ready to be appended to another one.
	 * @param properties the properties
	 * @return for example {@code  Its origin is class path resource [a.yaml] - 3:5.}, or
	 * nothing when no origin is known
	 */
	static String sentence(List<ConfigurationProperty> properties) {
		Set<String> origins = new LinkedHashSet<>();
		properties.forEach((property) -> {
			if (property.getOrigin() != null) {
				origins.add(property.getOrigin().toString());
			}
		});
		if (origins.isEmpty()) {
			return "";
		}
		return ((origins.size() == 1) ? " Its origin is " : " Its origins are ") + String.join(" and ", origins) + ".";
	}

}
