package io.leaseguard.startup;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.kafka.core.ConsumerFactory;

import io.leaseguard.container.ContainerConfiguration;
import io.leaseguard.lease.Finding;
import io.leaseguard.lease.LeaseKeys;
import io.leaseguard.lease.Severity;

/**
 * A consumer factory that the application has defined and no listener uses, while a
 * listener uses one that is no bean. Spring Boot gives its container factory a
 * {@code ConsumerFactory<Object, Object>} only; with any other type parameters it quietly
 * makes one of its own.
 *
 * @since 0.1.0
 */
public final class UnusedFactoryCheck implements WiringCheck {

	static final String ID = "unused-factory";

	private final ListableBeanFactory beanFactory;

	/**
	 * The listeners that were judged together last, and the factories of then: looking
	 * beans up takes longer than all the rest of a judgement.
	 */
	private WeakReference<@Nullable Collection<ContainerConfiguration>> together = new WeakReference<>(null);

	private Map<String, ?> beans = Map.of();

	/**
	 * Create a check.
	 * @param beanFactory where the factories are
	 */
	public UnusedFactoryCheck(ListableBeanFactory beanFactory) {
		this.beanFactory = beanFactory;
	}

	@Override
	public synchronized List<Finding> examine(ContainerConfiguration configuration,
			Collection<ContainerConfiguration> all) {
		ConsumerFactory<?, ?> used = configuration.factory();
		if (this.together.get() != all) {
			this.beans = this.beanFactory.getBeansOfType(ConsumerFactory.class, false, false);
			this.together = new WeakReference<>(all);
		}
		Map<String, ?> beans = this.beans;
		if (used == null || beans.isEmpty() || isAmong(used, beans.values())) {
			return List.of();
		}
		List<?> inUse = all.stream().map(ContainerConfiguration::factory).toList();
		List<Finding> findings = new ArrayList<>();
		beans.forEach((name, bean) -> {
			if (bean instanceof ConsumerFactory<?, ?> factory && !isAmong(factory, inUse)) {
				findings.add(finding(configuration, name, lost(configuration, factory)));
			}
		});
		return findings;
	}

	private static boolean isAmong(Object factory, Collection<?> factories) {
		return factories.stream().anyMatch((other) -> other == factory);
	}

	private @Nullable String lost(ContainerConfiguration configuration, ConsumerFactory<?, ?> factory) {
		Map<String, Object> values = ContainerConfiguration.valuesOf(factory);
		for (String key : LeaseKeys.NUMBERS) {
			String value = LeaseKeys.text(values, key);
			if (value != null && !value.equals(configuration.text(key))) {
				return "its %s=%s is not in force".formatted(key, value);
			}
		}
		return null;
	}

	private Finding finding(ContainerConfiguration configuration, String name, @Nullable String lost) {
		return new Finding(ID, (lost != null) ? Severity.WARNING : Severity.INFO, configuration.listenerId(),
				"The consumer factory '%s' is used by no listener, and this one uses a factory that is no bean%s."
					.formatted(name, (lost != null) ? "; " + lost : ""),
				"Define '%s' as ConsumerFactory<Object, Object>, or give it to a container factory of your own."
					.formatted(name),
				Map.of());
	}

}
