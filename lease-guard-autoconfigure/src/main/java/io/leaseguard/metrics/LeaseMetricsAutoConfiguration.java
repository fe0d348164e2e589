package io.leaseguard.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

import io.leaseguard.watchdog.LeaseGuard;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for the {@link LeaseMeters meters}.
 *
 * @since 0.1.0
 */
@AutoConfiguration(afterName = { "io.leaseguard.autoconfigure.LeaseGuardAutoConfiguration",
		"org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration",
		"org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration" })
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean({ LeaseGuard.class, MeterRegistry.class })
public final class LeaseMetricsAutoConfiguration {

	LeaseMetricsAutoConfiguration() {
	}

	@Bean
	@ConditionalOnMissingBean(name = "leaseGuardMeters")
	LeaseMeters leaseGuardMeters(LeaseGuard leaseGuard) {
		return new LeaseMeters(leaseGuard);
	}

}
