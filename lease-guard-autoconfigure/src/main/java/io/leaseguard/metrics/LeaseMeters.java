package io.leaseguard.metrics;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextRefreshedEvent;

import io.leaseguard.lease.Finding;
import io.leaseguard.watchdog.ConsumerSnapshot;
import io.leaseguard.watchdog.LeaseGuard;
import io.leaseguard.watchdog.LeaseSnapshot;
import io.leaseguard.watchdog.ListenerSnapshot;
import io.leaseguard.watchdog.RecoveryCount;
import io.leaseguard.watchdog.SnapshotListener;
import io.leaseguard.watchdog.WatchdogReading;

/**
 * {@link MeterBinder} for the snapshots of the {@link LeaseGuard}. The meters read the
 * last snapshot at scrape; those of a listener are registered and removed only when one
 * of its consumers, a finding or a kind of repair has come or gone.
 * <p>
 * For every live consumer, with the tags {@code listener}, {@code group} (or
 * {@code none}) and {@code consumer}, the index of the child in its container:
 * <ul>
 * <li>{@code lease.guard.lease} {@link Gauge gauge}, seconds</li>
 * <li>{@code lease.guard.lease.used} gauge, 0 to 1 and beyond when it has expired</li>
 * <li>{@code lease.guard.poll.age} gauge, seconds</li>
 * <li>{@code lease.guard.heartbeat.age} gauge, seconds; NaN before the first</li>
 * <li>{@code lease.guard.record.age} gauge, seconds; NaN when none is in flight</li>
 * <li>{@code lease.guard.records.remaining} gauge, records</li>
 * <li>{@code lease.guard.required.lease} gauge, seconds; NaN when undeclared</li>
 * <li>{@code lease.guard.detection.delay} gauge, seconds</li>
 * <li>{@code lease.guard.status} gauge, one a status with the further tag {@code status}:
 * 1 for the one that the consumer has, else 0</li>
 * </ul>
 * For every listener, with the tags {@code listener} and {@code group}:
 * <ul>
 * <li>{@code lease.guard.expirations} {@link FunctionCounter counter}</li>
 * <li>{@code lease.guard.splits} counter</li>
 * <li>{@code lease.guard.recoveries} counter, further tags {@code action} and
 * {@code outcome}</li>
 * <li>{@code lease.guard.findings} gauge, further tag {@code rule}</li>
 * <li>{@code lease.guard.record.duration} gauge, seconds, further tag {@code quantile}:
 * {@code 0.5}, {@code 0.99}, {@code 0.999} and {@code 1}, the longest; learned in the
 * last minutes, of a record or for a batch listener of a batch</li>
 * <li>{@code lease.guard.record.timeout} gauge, seconds: what is declared of the same;
 * absent where nothing is</li>
 * </ul>
 * For the watchdog itself, where one is wanted, without tags:
 * <ul>
 * <li>{@code lease.guard.watchdog.tick.age} gauge, seconds since its last tick</li>
 * <li>{@code lease.guard.watchdog.errors} counter</li>
 * </ul>
 */
class LeaseMeters implements MeterBinder, SnapshotListener, ApplicationListener<ContextRefreshedEvent>, AutoCloseable {

	private static final LeaseSnapshot EMPTY = new LeaseSnapshot(Map.of(), 0);

	private static final double MILLIS_PER_SECOND = 1000;

	private final LeaseGuard leaseGuard;

	private final Map<MeterRegistry, RegistryMeters> registries = new LinkedHashMap<>();

	private volatile @Nullable LeaseSnapshot snapshot;

	LeaseMeters(LeaseGuard leaseGuard) {
		this.leaseGuard = leaseGuard;
	}

	@Override
	public synchronized void bindTo(MeterRegistry registry) {
		this.registries.computeIfAbsent(registry, (key) -> new RegistryMeters(key, this))
			.update(current().listeners().values());
	}

	/**
	 * Take the first snapshot where no watchdog pushes any: there are findings all the
	 * same.
	 */
	@Override
	public void onApplicationEvent(ContextRefreshedEvent event) {
		if (this.snapshot == null) {
			onSnapshot(this.leaseGuard.snapshot());
		}
	}

	@Override
	public void onSnapshot(LeaseSnapshot snapshot) {
		LeaseSnapshot before = current();
		this.snapshot = snapshot;
		List<ListenerSnapshot> changed = changed(before, snapshot);
		if (changed == null) {
			update(snapshot);
		}
		else if (!changed.isEmpty()) {
			update(changed);
		}
	}

	@Override
	public void close() {
		update(EMPTY);
		synchronized (this) {
			this.registries.values().forEach(RegistryMeters::close);
		}
	}

	boolean watched() {
		return this.leaseGuard.watchdog().state() != WatchdogReading.State.OFF;
	}

	double watchdogTickAgeSeconds() {
		return this.leaseGuard.watchdog().tickAgeMs() / MILLIS_PER_SECOND;
	}

	double watchdogErrors() {
		return this.leaseGuard.watchdog().errors();
	}

	private synchronized void update(LeaseSnapshot snapshot) {
		this.registries.values().forEach((meters) -> meters.retain(snapshot.listeners().keySet()));
		update(snapshot.listeners().values());
	}

	private synchronized void update(Collection<ListenerSnapshot> changed) {
		this.registries.values().forEach((meters) -> meters.update(changed));
	}

	LeaseSnapshot current() {
		LeaseSnapshot snapshot = this.snapshot;
		return (snapshot != null) ? snapshot : EMPTY;
	}

	double read(String listenerId, ToDoubleFunction<ListenerSnapshot> value) {
		ListenerSnapshot listener = current().listeners().get(listenerId);
		return (listener != null) ? value.applyAsDouble(listener) : Double.NaN;
	}

	/**
	 * Find the listeners whose meters change.
	 * @param before the last snapshot
	 * @param after the next one
	 * @return the listeners, {@code null} when one of them has come or gone
	 */
	private static @Nullable List<ListenerSnapshot> changed(LeaseSnapshot before, LeaseSnapshot after) {
		if (before.listeners().size() != after.listeners().size()) {
			return null;
		}
		List<ListenerSnapshot> changed = new ArrayList<>(0);
		// Both are sorted.
		Iterator<ListenerSnapshot> old = before.listeners().values().iterator();
		for (ListenerSnapshot listener : after.listeners().values()) {
			ListenerSnapshot same = old.next();
			if (!sameMeters(same, listener)) {
				if (!same.assessment().listenerId().equals(listener.assessment().listenerId())) {
					return null;
				}
				changed.add(listener);
			}
		}
		return changed;
	}

	private static boolean sameMeters(ListenerSnapshot before, ListenerSnapshot after) {
		return sameAssessment(before, after) && sameRules(before, after)
				&& (before.learned() == null) == (after.learned() == null)
				&& sameConsumers(before.consumers(), after.consumers())
				&& sameRepairs(before.recoveries(), after.recoveries());
	}

	private static boolean sameAssessment(ListenerSnapshot before, ListenerSnapshot after) {
		return before.assessment() == after.assessment() || before.assessment().equals(after.assessment());
	}

	private static boolean sameRules(ListenerSnapshot before, ListenerSnapshot after) {
		return before.findings() == after.findings() || rules(before).equals(rules(after));
	}

	private static List<String> rules(ListenerSnapshot listener) {
		return listener.findings().stream().map(Finding::rule).toList();
	}

	private static boolean sameConsumers(List<ConsumerSnapshot> before, List<ConsumerSnapshot> after) {
		if (before.size() != after.size()) {
			return false;
		}
		for (int i = 0; i < after.size(); i++) {
			if (before.get(i).index() != after.get(i).index()) {
				return false;
			}
		}
		return true;
	}

	private static boolean sameRepairs(List<RecoveryCount> before, List<RecoveryCount> after) {
		Iterator<RecoveryCount> old = before.iterator();
		for (RecoveryCount recovery : after) {
			if (!old.hasNext() || !sameRepair(old.next(), recovery)) {
				return false;
			}
		}
		return !old.hasNext();
	}

	private static boolean sameRepair(RecoveryCount before, RecoveryCount after) {
		return before.action().equals(after.action()) && before.outcome().equals(after.outcome());
	}

}
