package io.leaseguard.metrics;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.Millis;
import io.leaseguard.watchdog.ConsumerSnapshot;
import io.leaseguard.watchdog.LearnedTime;
import io.leaseguard.watchdog.LeaseSnapshot;
import io.leaseguard.watchdog.LeaseStatus;
import io.leaseguard.watchdog.ListenerSnapshot;
import io.leaseguard.watchdog.RecoveryCount;

/**
 * The meters in one {@link MeterRegistry}: brings them in line with the consumers,
 * findings and repairs of a snapshot. What was there before stays registered, so that a
 * counter never starts again.
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

	private static final double MILLIS_PER_SECOND = 1000;

	static final String TICK_AGE = "lease.guard.watchdog.tick.age";

	static final String ERRORS = "lease.guard.watchdog.errors";

	static final String NO_GROUP = "none";

	private final MeterRegistry registry;

	private final LeaseMeters source;

	private final Map<ConsumerGauge, MultiGauge> gauges = new EnumMap<>(ConsumerGauge.class);

	private final MultiGauge status;

	private final MultiGauge findings;

	private final MultiGauge durations;

	private final MultiGauge timeouts;

	private final List<Meter> watchdog;

	private final Map<CounterKey, FunctionCounter> counters = new LinkedHashMap<>();

	RegistryMeters(MeterRegistry registry, LeaseMeters source) {
		this.registry = registry;
		this.source = source;
		for (ConsumerGauge gauge : ConsumerGauge.values()) {
			this.gauges.put(gauge,
					MultiGauge.builder(gauge.meterName())
						.baseUnit(gauge.baseUnit())
						.description(gauge.description())
						.register(registry));
		}
		this.status = MultiGauge.builder(STATUS)
			.description("Whether the consumer has the status of the tag: 1 or 0")
			.register(registry);
		this.findings = MultiGauge.builder(FINDINGS)
			.baseUnit("findings")
			.description("Findings of the start-up check and at run time")
			.register(registry);
		this.durations = MultiGauge.builder(DURATION)
			.baseUnit("seconds")
			.description("Time that the work of the listener was seen to take of late: of a record, or of a batch")
			.register(registry);
		this.timeouts = MultiGauge.builder(TIMEOUT)
			.baseUnit("seconds")
			.description("Time that the work of the listener is declared to take at most: of a record, or of a batch")
			.register(registry);
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

	void close() {
		this.watchdog.forEach(this.registry::remove);
	}

	void update(LeaseSnapshot snapshot) {
		updateConsumers(snapshot);
		updateDurations(snapshot);
		updateTimeouts(snapshot);
		updateFindings(snapshot);
		updateCounters(snapshot);
	}

	private void updateConsumers(LeaseSnapshot snapshot) {
		Map<ConsumerGauge, List<MultiGauge.Row<?>>> rows = new EnumMap<>(ConsumerGauge.class);
		List<MultiGauge.Row<?>> statusRows = new ArrayList<>();
		for (ListenerSnapshot listener : snapshot.listeners().values()) {
			for (ConsumerSnapshot consumer : listener.consumers()) {
				Tags tags = tags(listener).and("consumer", Integer.toString(consumer.index()));
				for (ConsumerGauge gauge : ConsumerGauge.values()) {
					rows.computeIfAbsent(gauge, (key) -> new ArrayList<>())
						.add(row(tags, listener, (current) -> consumer(current, consumer.index(),
								(found) -> gauge.value(current, found))));
				}
				for (LeaseStatus status : LeaseStatus.values()) {
					statusRows.add(row(tags.and("status", status.name()), listener, (current) -> consumer(current,
							consumer.index(), (found) -> (found.status() == status) ? 1 : 0)));
				}
			}
		}
		this.gauges.forEach((gauge, multiGauge) -> multiGauge.register(rows.getOrDefault(gauge, List.of())));
		this.status.register(statusRows);
	}

	private void updateDurations(LeaseSnapshot snapshot) {
		List<MultiGauge.Row<?>> rows = new ArrayList<>();
		for (ListenerSnapshot listener : snapshot.listeners().values()) {
			if (listener.learned() != null) {
				Tags tags = tags(listener);
				rows.add(row(tags.and(QUANTILE, "0.5"), listener, (current) -> seconds(current, LearnedTime::p50Ms)));
				rows.add(row(tags.and(QUANTILE, "0.99"), listener, (current) -> seconds(current, LearnedTime::p99Ms)));
				rows.add(
						row(tags.and(QUANTILE, "0.999"), listener, (current) -> seconds(current, LearnedTime::p999Ms)));
				rows.add(row(tags.and(QUANTILE, "1"), listener, (current) -> seconds(current, LearnedTime::maxMs)));
			}
		}
		this.durations.register(rows);
	}

	private void updateTimeouts(LeaseSnapshot snapshot) {
		List<MultiGauge.Row<?>> rows = new ArrayList<>();
		for (ListenerSnapshot listener : snapshot.listeners().values()) {
			if (listener.assessment().measurableTimeout() != null) {
				rows.add(row(tags(listener), listener, RegistryMeters::timeoutSeconds));
			}
		}
		this.timeouts.register(rows);
	}

	private static double timeoutSeconds(ListenerSnapshot listener) {
		Duration timeout = listener.assessment().measurableTimeout();
		return (timeout != null) ? Millis.ceil(timeout) / MILLIS_PER_SECOND : Double.NaN;
	}

	private static double seconds(ListenerSnapshot listener, ToDoubleFunction<LearnedTime> millis) {
		LearnedTime learned = listener.learned();
		return (learned != null) ? millis.applyAsDouble(learned) / MILLIS_PER_SECOND : Double.NaN;
	}

	private void updateFindings(LeaseSnapshot snapshot) {
		List<MultiGauge.Row<?>> rows = new ArrayList<>();
		for (ListenerSnapshot listener : snapshot.listeners().values()) {
			Set<String> rules = new HashSet<>();
			for (Finding finding : listener.findings()) {
				if (rules.add(finding.rule())) {
					rows.add(row(tags(listener).and("rule", finding.rule()), listener,
							(current) -> findings(current, finding.rule())));
				}
			}
		}
		this.findings.register(rows);
	}

	private void updateCounters(LeaseSnapshot snapshot) {
		Set<CounterKey> present = new HashSet<>();
		for (ListenerSnapshot listener : snapshot.listeners().values()) {
			CounterKey expirations = new CounterKey(EXPIRATIONS, tags(listener));
			present.add(expirations);
			count(expirations, "expirations", "Leases that have expired", listener, ListenerSnapshot::expirations);
			CounterKey splits = new CounterKey(SPLITS, tags(listener));
			present.add(splits);
			count(splits, "splits", "Batches that were split at the lease boundary", listener,
					ListenerSnapshot::splits);
			for (RecoveryCount recovery : listener.recoveries()) {
				CounterKey recoveries = new CounterKey(RECOVERIES,
						tags(listener).and("action", recovery.action(), "outcome", recovery.outcome()));
				present.add(recoveries);
				count(recoveries, "recoveries", "Repairs of consumers by what was done and what came of it", listener,
						(current) -> recoveries(current, recovery));
			}
		}
		this.counters.entrySet().removeIf((entry) -> {
			boolean gone = !present.contains(entry.getKey());
			if (gone) {
				this.registry.remove(entry.getValue());
			}
			return gone;
		});
	}

	private void count(CounterKey key, String baseUnit, String description, ListenerSnapshot listener,
			ToDoubleFunction<ListenerSnapshot> value) {
		String listenerId = listener.assessment().listenerId();
		this.counters.computeIfAbsent(key,
				(absent) -> FunctionCounter.builder(key.name(), this.source, (source) -> source.read(listenerId, value))
					.tags(key.tags())
					.baseUnit(baseUnit)
					.description(description)
					.register(this.registry));
	}

	private MultiGauge.Row<?> row(Tags tags, ListenerSnapshot listener, ToDoubleFunction<ListenerSnapshot> value) {
		String listenerId = listener.assessment().listenerId();
		return MultiGauge.Row.of(tags, this.source, (source) -> source.read(listenerId, value));
	}

	private static Tags tags(ListenerSnapshot listener) {
		String groupId = listener.assessment().groupId();
		return Tags.of("listener", listener.assessment().listenerId(), "group", (groupId != null) ? groupId : NO_GROUP);
	}

	private static double consumer(ListenerSnapshot listener, int index, ToDoubleFunction<ConsumerSnapshot> value) {
		for (ConsumerSnapshot consumer : listener.consumers()) {
			if (consumer.index() == index) {
				return value.applyAsDouble(consumer);
			}
		}
		return Double.NaN;
	}

	private static long findings(ListenerSnapshot listener, String rule) {
		return listener.findings().stream().filter((finding) -> finding.rule().equals(rule)).count();
	}

	private static long recoveries(ListenerSnapshot listener, RecoveryCount kind) {
		return listener.recoveries()
			.stream()
			.filter((recovery) -> recovery.action().equals(kind.action()) && recovery.outcome().equals(kind.outcome()))
			.mapToLong(RecoveryCount::count)
			.sum();
	}

	/**
	 * The identity of a counter.
	 *
	 * @param name the name of the meter
	 * @param tags its tags
	 */
	private record CounterKey(String name, Tags tags) {
	}

}
