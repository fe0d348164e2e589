package io.leaseguard.metrics;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import org.jspecify.annotations.Nullable;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.Millis;
import io.leaseguard.watchdog.ConsumerSnapshot;
import io.leaseguard.watchdog.LearnedTime;
import io.leaseguard.watchdog.LeaseStatus;
import io.leaseguard.watchdog.ListenerSnapshot;
import io.leaseguard.watchdog.RecoveryCount;

/**
 * The meters of one listener in one {@link MeterRegistry}. What was there before stays
 * registered, so that a counter never starts again.
 */
final class ListenerMeters {

	private static final double MILLIS_PER_SECOND = 1000;

	private final MeterRegistry registry;

	private final LeaseMeters source;

	private final String listenerId;

	private List<Meter> meters = List.of();

	ListenerMeters(MeterRegistry registry, LeaseMeters source, String listenerId) {
		this.registry = registry;
		this.source = source;
		this.listenerId = listenerId;
	}

	void update(ListenerSnapshot listener) {
		Set<Meter> present = new LinkedHashSet<>();
		String groupId = listener.assessment().groupId();
		Tags tags = Tags.of("listener", this.listenerId, "group",
				(groupId != null) ? groupId : RegistryMeters.NO_GROUP);
		listener.consumers().forEach((consumer) -> consumer(present, tags, consumer.index()));
		times(present, tags, listener);
		findings(present, tags, listener);
		counters(present, tags, listener);
		replace(present);
	}

	void close() {
		replace(Set.of());
	}

	private void replace(Set<Meter> present) {
		for (Meter meter : this.meters) {
			if (!present.contains(meter)) {
				this.registry.remove(meter);
			}
		}
		this.meters = List.copyOf(present);
	}

	private void consumer(Set<Meter> present, Tags tags, int index) {
		Tags own = tags.and("consumer", Integer.toString(index));
		for (ConsumerGauge gauge : ConsumerGauge.values()) {
			present.add(gauge(gauge.meterName(), own, gauge.baseUnit(), gauge.description(),
					(listener) -> consumer(listener, index, (consumer) -> gauge.value(listener, consumer))));
		}
		for (LeaseStatus status : LeaseStatus.values()) {
			present.add(gauge(RegistryMeters.STATUS, own.and("status", status.name()), null,
					"Whether the consumer has the status of the tag: 1 or 0",
					(listener) -> consumer(listener, index, (consumer) -> (consumer.status() == status) ? 1 : 0)));
		}
	}

	private void times(Set<Meter> present, Tags tags, ListenerSnapshot listener) {
		if (listener.learned() != null) {
			duration(present, tags, "0.5", LearnedTime::p50Ms);
			duration(present, tags, "0.99", LearnedTime::p99Ms);
			duration(present, tags, "0.999", LearnedTime::p999Ms);
			duration(present, tags, "1", LearnedTime::maxMs);
		}
		if (listener.assessment().measurableTimeout() != null) {
			present.add(gauge(RegistryMeters.TIMEOUT, tags, "seconds",
					"Time that the work of the listener is declared to take at most: of a record, or of a batch",
					ListenerMeters::timeoutSeconds));
		}
	}

	private void duration(Set<Meter> present, Tags tags, String quantile, ToDoubleFunction<LearnedTime> millis) {
		present.add(gauge(RegistryMeters.DURATION, tags.and(RegistryMeters.QUANTILE, quantile), "seconds",
				"Time that the work of the listener was seen to take of late: of a record, or of a batch",
				(listener) -> seconds(listener, millis)));
	}

	private void findings(Set<Meter> present, Tags tags, ListenerSnapshot listener) {
		for (Finding finding : listener.findings()) {
			present.add(gauge(RegistryMeters.FINDINGS, tags.and("rule", finding.rule()), "findings",
					"Findings of the start-up check and at run time", (current) -> findings(current, finding.rule())));
		}
	}

	private void counters(Set<Meter> present, Tags tags, ListenerSnapshot listener) {
		present.add(count(RegistryMeters.EXPIRATIONS, tags, "expirations", "Leases that have expired",
				ListenerSnapshot::expirations));
		present.add(count(RegistryMeters.SPLITS, tags, "splits", "Batches that were split at the lease boundary",
				ListenerSnapshot::splits));
		for (RecoveryCount recovery : listener.recoveries()) {
			present.add(count(RegistryMeters.RECOVERIES,
					tags.and("action", recovery.action(), "outcome", recovery.outcome()), "recoveries",
					"Repairs of consumers by what was done and what came of it",
					(current) -> recoveries(current, recovery)));
		}
	}

	private Meter gauge(String name, Tags tags, @Nullable String baseUnit, String description,
			ToDoubleFunction<ListenerSnapshot> value) {
		return registered(name, tags,
				() -> Gauge.builder(name, this.source, reading(value))
					.tags(tags)
					.baseUnit(baseUnit)
					.description(description)
					.register(this.registry));
	}

	private Meter count(String name, Tags tags, String baseUnit, String description,
			ToDoubleFunction<ListenerSnapshot> value) {
		return registered(name, tags,
				() -> FunctionCounter.builder(name, this.source, reading(value))
					.tags(tags)
					.baseUnit(baseUnit)
					.description(description)
					.register(this.registry));
	}

	/**
	 * Register a meter, unless it is there: a registry warns of one that is registered
	 * again. A filter may have added tags to it; where it has taken away some, it is
	 * registered again, which returns what is there.
	 * @param name its name
	 * @param tags its tags
	 * @param registration registers it
	 * @return the meter
	 */
	private Meter registered(String name, Tags tags, Supplier<Meter> registration) {
		List<Tag> wanted = tags.stream().toList();
		for (Meter meter : this.meters) {
			if (meter.getId().getName().equals(name) && meter.getId().getTags().containsAll(wanted)) {
				return meter;
			}
		}
		return registration.get();
	}

	private ToDoubleFunction<LeaseMeters> reading(ToDoubleFunction<ListenerSnapshot> value) {
		String listenerId = this.listenerId;
		return (source) -> source.read(listenerId, value);
	}

	private static double timeoutSeconds(ListenerSnapshot listener) {
		Duration timeout = listener.assessment().measurableTimeout();
		return (timeout != null) ? Millis.ceil(timeout) / MILLIS_PER_SECOND : Double.NaN;
	}

	private static double seconds(ListenerSnapshot listener, ToDoubleFunction<LearnedTime> millis) {
		LearnedTime learned = listener.learned();
		return (learned != null) ? millis.applyAsDouble(learned) / MILLIS_PER_SECOND : Double.NaN;
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

}
