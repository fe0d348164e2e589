package io.leaseguard.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import io.leaseguard.watchdog.LeaseGuard;
import io.leaseguard.watchdog.SnapshotListener;
import io.leaseguard.watchdog.TestSnapshots;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LeaseMetricsAutoConfiguration}.
 */
class LeaseMetricsAutoConfigurationTests {

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(LeaseMetricsAutoConfiguration.class, MetricsAutoConfiguration.class,
				CompositeMeterRegistryAutoConfiguration.class));

	private final ApplicationContextRunner guardedRunner = this.contextRunner.withBean(LeaseGuard.class,
			() -> () -> TestSnapshots.of(TestSnapshots
				.listener(TestSnapshots.assessment("payments", "payments-group", TestSnapshots.violation()))));

	@Test
	void theMetersAreBoundToTheRegistryAndToldOfSnapshots() {
		this.guardedRunner.withBean(SimpleMeterRegistry.class).run((context) -> {
			context.getBean(SnapshotListener.class)
				.onSnapshot(TestSnapshots.of(TestSnapshots.listener("payments", TestSnapshots.working(0))));
			assertThat(context.getBean(MeterRegistry.class).get(ConsumerGauge.LEASE_USED.meterName()).gauge().value())
				.isEqualTo(0.25);
		});
	}

	@Test
	void withoutWatchdogTheFindingsAreShownAllTheSame() {
		this.guardedRunner.withBean(SimpleMeterRegistry.class)
			.run((context) -> assertThat(context.getBean(MeterRegistry.class)
				.get(RegistryMeters.FINDINGS)
				.tag("rule", "lease-too-short")
				.gauge()
				.value()).isEqualTo(2));
	}

	@Test
	void severalRegistriesShowTheSameMeters() {
		SimpleMeterRegistry first = new SimpleMeterRegistry();
		SimpleMeterRegistry second = new SimpleMeterRegistry();
		this.guardedRunner.withBean("first", SimpleMeterRegistry.class, () -> first)
			.withBean("second", SimpleMeterRegistry.class, () -> second)
			.run((context) -> {
				assertThat(context.getBean(MeterRegistry.class)).isInstanceOf(CompositeMeterRegistry.class);
				assertThat(first.find(RegistryMeters.FINDINGS).gauges()).hasSize(2);
				assertThat(second.find(RegistryMeters.FINDINGS).gauges()).hasSize(2);
			});
	}

	@Test
	void whenTheContextIsClosedNoMeterIsLeft() {
		SimpleMeterRegistry registry = new SimpleMeterRegistry();
		this.guardedRunner.withBean(MeterRegistry.class, () -> registry)
			.run((context) -> assertThat(registry.find(RegistryMeters.FINDINGS).gauges()).isNotEmpty());
		assertThat(registry.find(RegistryMeters.FINDINGS).gauges()).isEmpty();
	}

	@Test
	void withoutGuardThereAreNoMeters() {
		this.contextRunner.withBean(SimpleMeterRegistry.class)
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(LeaseMeters.class));
	}

	@Test
	void withoutMeterRegistryThereAreNoMeters() {
		new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(LeaseMetricsAutoConfiguration.class))
			.withBean(LeaseGuard.class, () -> TestSnapshots::of)
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean("leaseGuardMeters"));
	}

	@Test
	void withoutMicrometerThereAreNoMeters() {
		new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(LeaseMetricsAutoConfiguration.class))
			.withBean(LeaseGuard.class, () -> TestSnapshots::of)
			.withClassLoader(new FilteredClassLoader("io.micrometer"))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean("leaseGuardMeters"));
	}

	@Test
	void theMetersOfTheApplicationWin() {
		this.guardedRunner.withBean(SimpleMeterRegistry.class)
			.withBean("leaseGuardMeters", String.class, () -> "custom")
			.run((context) -> assertThat(context).doesNotHaveBean(LeaseMeters.class)
				.getBean("leaseGuardMeters")
				.isEqualTo("custom"));
	}

	@Test
	void metersCanBeSwitchedOffByName() {
		this.guardedRunner.withBean(SimpleMeterRegistry.class)
			.withPropertyValues("management.metrics.enable.lease.guard=false")
			.run((context) -> assertThat(context.getBean(MeterRegistry.class).find(RegistryMeters.FINDINGS).gauges())
				.isEmpty());
	}

}
