package io.leaseguard.startup;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;
import org.springframework.core.env.Environment;

import io.leaseguard.container.ContainerConfiguration;
import io.leaseguard.lease.Finding;
import io.leaseguard.lease.LeaseKeys;
import io.leaseguard.lease.Millis;
import io.leaseguard.lease.Severity;

/**
 * A duration of Spring Boot that does not fit the number that Kafka takes: it is cut down
 * without a word, to a negative number or, worse, to one that looks like any other. Only
 * the environment still holds what was written.
 *
 * @since 0.1.0
 */
public final class DurationOverflowCheck implements WiringCheck {

	static final String ID = "duration-overflow";

	private static final List<String> KEYS = List.of(LeaseKeys.HEARTBEAT_INTERVAL, LeaseKeys.MAX_POLL_INTERVAL);

	private final Environment environment;

	private @Nullable Map<String, Duration> written;

	/**
	 * Create a check.
	 * @param environment the environment
	 */
	public DurationOverflowCheck(Environment environment) {
		this.environment = environment;
	}

	@Override
	public List<Finding> examine(ContainerConfiguration configuration, Collection<ContainerConfiguration> all) {
		List<Finding> findings = new ArrayList<>();
		written().forEach((key, duration) -> {
			String property = BootSettings.PROPERTIES.get(key);
			long millis = Millis.floor(duration);
			int arrived = (int) millis;
			// Elsewhere another value may have taken its place.
			if (property != null && arrived != millis && configuration.holds(key, Integer.toString(arrived))) {
				findings.add(finding(configuration.listenerId(), property, key, millis, arrived));
			}
		});
		return findings;
	}

	private synchronized Map<String, Duration> written() {
		if (this.written == null) {
			Map<String, Duration> durations = new TreeMap<>();
			KEYS.forEach((key) -> {
				String property = BootSettings.PROPERTIES.get(key);
				Duration duration = (property != null) ? BootSettings.read(this.environment, property, Duration.class)
						: null;
				if (duration != null) {
					durations.put(key, duration);
				}
			});
			this.written = durations;
		}
		return this.written;
	}

	private Finding finding(String listener, String property, String key, long millis, int arrived) {
		return new Finding(ID, Severity.ERROR, listener,
				"%s is %s, but Kafka can't count more than %d milliseconds (%s): it arrives as %s=%d.".formatted(
						property, Millis.format(millis), Integer.MAX_VALUE, Millis.format(Integer.MAX_VALUE), key,
						arrived),
				"Set %s to what is really meant, at most 24d.".formatted(property), Map.of("writtenMs", millis));
	}

}
