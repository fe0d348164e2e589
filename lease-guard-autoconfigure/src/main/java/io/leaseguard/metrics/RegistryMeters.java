package io.leaseguard.metrics;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;

import io.leaseguard.watchdog.ListenerSnapshot;

/**
 * The meters in one {@link MeterRegistry}. Those of a listener are brought in line with
 * its consumers, findings and repairs when one of these has come or gone; those of all
 * others stay untouched, because with very many listeners one of them always changes.
 */
class RegistryMeters {

	static final String STATUS = "lease.guard.status";

	static final String FINDINGS = "lease.guard.findings";

	static final String DURATION = "lease.guard.record.duration";

	static final String TIMEOUT = "lease.guard.record.timeout";

	static final String EXPIRATIONS = "lease.guard.expirations";

	static final String SPLITS = "lease.guard.splits";

	static final String RECOVERIES = "lease.guard.recoveries";

	static final String QUANTILE = "quantile";

	static final String TICK_AGE = "lease.guard.watchdog.tick.age";

	static final String ERRORS = "lease.guard.watchdog.errors";

	static final String NO_GROUP = "none";

	private final MeterRegistry registry;

	private final LeaseMeters source;

	private final List<Meter> watchdog;

	private final Map<String, ListenerMeters> listeners = new HashMap<>();

	RegistryMeters(MeterRegistry registry, LeaseMeters source) {
		this.registry = registry;
		this.source = source;
		this.watchdog = source.watched() ? watchdog(registry, source) : List.of();
	}

	private static List<Meter> watchdog(MeterRegistry registry, LeaseMeters source) {
		return List.of(
				Gauge.builder(TICK_AGE, source, LeaseMeters::watchdogTickAgeSeconds)
					.baseUnit("seconds")
					.description("Time since the last tick of the watchdog")
					.register(registry),
				FunctionCounter.builder(ERRORS, source, LeaseMeters::watchdogErrors)
					.baseUnit("errors")
					.description("What has failed in the watchdog")
					.register(registry));
	}

	/**
	 * Bring the meters of listeners in line.
	 * @param changed the listeners
	 */
	void update(Iterable<ListenerSnapshot> changed) {
		for (ListenerSnapshot listener : changed) {
			this.listeners
				.computeIfAbsent(listener.assessment().listenerId(),
						(listenerId) -> new ListenerMeters(this.registry, this.source, listenerId))
				.update(listener);
		}
	}

	/**
	 * Remove the meters of all listeners but some.
	 * @param listenerIds the ids of those that stay
	 */
	void retain(Set<String> listenerIds) {
		this.listeners.entrySet().removeIf((entry) -> {
			boolean gone = !listenerIds.contains(entry.getKey());
			if (gone) {
				entry.getValue().close();
			}
			return gone;
		});
	}

	void close() {
		this.watchdog.forEach(this.registry::remove);
	}

}
