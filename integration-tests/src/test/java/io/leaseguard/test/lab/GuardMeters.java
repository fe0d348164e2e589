package io.leaseguard.test.lab;

import java.util.List;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.context.support.GenericApplicationContext;

/**
 * The meters of the guard in a registry of the subject. Spring Boot's own support for
 * metrics is absent from the laboratory, so the meters are bound here.
 */
final class GuardMeters {

	private final MeterRegistry registry = new SimpleMeterRegistry();

	void addTo(GenericApplicationContext context) {
		context.registerBean("laboratoryRegistry", MeterRegistry.class, () -> this.registry);
		context.registerBean("laboratoryMeters", SmartInitializingSingleton.class,
				() -> () -> context.getBeanProvider(MeterBinder.class)
					.forEach((binder) -> binder.bindTo(this.registry)));
	}

	/**
	 * Return all meters of the guard, by name and tags, sorted.
	 */
	List<String> all() {
		return this.registry.getMeters()
			.stream()
			.map(Meter::getId)
			.filter((id) -> id.getName().startsWith("lease.guard."))
			.map((id) -> id.getName() + id.getTags())
			.sorted()
			.toList();
	}

	/**
	 * Return those among them that are about one consumer.
	 */
	List<String> ofConsumers() {
		return all().stream().filter((meter) -> meter.contains("tag(consumer=")).toList();
	}

}
