package io.leaseguard.startup;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.core.env.ConfigurableEnvironment;

import io.leaseguard.container.ContainerConfiguration;
import io.leaseguard.container.ReadableNumber;
import io.leaseguard.lease.Finding;
import io.leaseguard.lease.Severity;

/**
 * Properties below {@code spring.kafka} that look like settings of a consumer but that
 * Spring Boot binds to nothing. Silent where a listener has the value all the same: then
 * the application reads the property itself.
 *
 * @since 0.1.0
 */
public final class UnboundPropertyCheck implements WiringCheck {

	static final String ID = "unbound-property";

	private final ConfigurableEnvironment environment;

	private @Nullable Map<String, UnboundProperties.Property> suspects;

	/**
	 * Create a check.
	 * @param environment the environment
	 */
	public UnboundPropertyCheck(ConfigurableEnvironment environment) {
		this.environment = environment;
	}

	@Override
	public synchronized List<Finding> examine(ContainerConfiguration configuration,
			Collection<ContainerConfiguration> all) {
		if (this.suspects == null) {
			this.suspects = new LinkedHashMap<>(UnboundProperties.find(this.environment));
		}
		this.suspects.values().removeIf((property) -> all.stream().anyMatch((other) -> isInForce(property, other)));
		List<Finding> findings = new ArrayList<>();
		this.suspects.values().forEach((property) -> findings.add(finding(configuration.listenerId(), property)));
		return findings;
	}

	private static boolean isInForce(UnboundProperties.Property property, ContainerConfiguration configuration) {
		Integer number = number(property);
		return configuration.holds(property.meant(), property.value())
				|| (number != null && configuration.holds(property.meant(), number.toString()));
	}

	private static @Nullable Integer number(UnboundProperties.Property property) {
		return ReadableNumber.of(property.value(), property.meant().endsWith(".ms"));
	}

	private Finding finding(String listener, UnboundProperties.Property property) {
		String right = BootSettings.PROPERTIES.getOrDefault(property.meant(),
				"spring.kafka.consumer.properties." + property.meant());
		Integer number = number(property);
		boolean duration = property.meant().endsWith(".ms") && BootSettings.PROPERTIES.containsKey(property.meant());
		String unit = duration ? "ms" : "";
		String value = (number != null) ? "=" + number + unit : "";
		return new Finding(ID, Severity.WARNING, listener,
				"%s is no property of Spring Boot, so it sets nothing.".formatted(property.name()),
				"Write %s%s if that is what is meant, else remove %s.".formatted(right, value, property.name()),
				Map.of());
	}

}
