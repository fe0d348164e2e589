package io.leaseguard.benchmark;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.leaseguard.container.WorkOfAllLengths;
import io.leaseguard.watchdog.Loop;

/**
 * Measures what the guard keeps of each consumer: the heap of an application with it,
 * less the heap of the same application without it.
 */
final class MemoryMeasurement {

	private static final String UNGUARDED = "lease-guard.enabled=false";

	private static final String NO_METERS = "management.defaults.metrics.export.enabled=false";

	private static final int TICKS = 40;

	private static final double KIB = 1024;

	private final int consumers;

	private MemoryMeasurement(int consumers) {
		this.consumers = consumers;
	}

	static Section measure(Effort effort) {
		int consumers = effort.mostConsumers();
		MemoryMeasurement measurement = new MemoryMeasurement(consumers);
		List<Double> quiet = new ArrayList<>();
		List<Double> busy = new ArrayList<>();
		List<Double> varied = new ArrayList<>();
		List<Double> metered = new ArrayList<>();
		measurement.guarded(10, false, NO_METERS);
		for (int i = 0; i < effort.rounds(); i++) {
			double without = measurement.unguarded(NO_METERS);
			quiet.add(measurement.guarded(0, false, NO_METERS) - without);
			busy.add(measurement.guarded(10, false, NO_METERS) - without);
			varied.add(measurement.guarded(10, true, NO_METERS) - without);
			metered.add(measurement.guarded(10, false) - measurement.unguarded());
		}
		Section section = new Section("Memory", """
				The heap after a full collection of an application with %d consumers, each of a listener of its own, \
				less that of the same application without the guard. Consumers that have worked have filled both \
				windows of what is learned; how large these are depends on how much their times vary."""
			.formatted(consumers), "consumers", "KiB a consumer");
		section.row("that have had nothing to do", Spread.of(quiet));
		section.row("that have worked, quick records", Spread.of(busy));
		section.row("that have worked, records from 1 ms to 10 s", Spread.of(varied));
		section.row("that have worked, with their meters in a Prometheus registry", Spread.of(metered));
		section.atMost("A consumer, all learned", Spread.of(varied).median(), 32, "KiB");
		section.atMost("A consumer, all learned, and its meters", Spread.of(metered).median(), 32, "KiB");
		return section;
	}

	private double unguarded(String... properties) {
		String[] all = new String[properties.length + 1];
		System.arraycopy(properties, 0, all, 0, properties.length);
		all[properties.length] = UNGUARDED;
		try (SimulatedApplication application = SimulatedApplication.start(this.consumers, all)) {
			application.listeners().forEach((listener) -> listener.client().handOut(1));
			application.listeners().forEach(SimulatedListener::turn);
			return used(application);
		}
	}

	private double guarded(int records, boolean varied, String... properties) {
		try (Loop loop = new Loop(this.consumers, properties)) {
			loop.handOut(1);
			for (int window = 0; window < 2; window++) {
				for (int i = 0; i < TICKS; i++) {
					if (varied) {
						loop.application().listeners().forEach((it) -> WorkOfAllLengths.book(it.consumer()));
					}
					loop.pass(records);
					loop.tick();
				}
				loop.application().clock().advance(Duration.ofMinutes(11));
			}
			return used(loop);
		}
	}

	private double used(Object alive) {
		MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
		for (int i = 0; i < 3; i++) {
			System.gc();
		}
		double used = memory.getHeapMemoryUsage().getUsed() / KIB / this.consumers;
		java.lang.ref.Reference.reachabilityFence(alive);
		return used;
	}

}
