package io.leaseguard.health;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.context.annotation.Bean;

import io.leaseguard.watchdog.LeaseGuard;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for the health of all listeners, the
 * contributor {@code leaseGuard}.
 *
 * @since 0.1.0
 */
@AutoConfiguration(afterName = "io.leaseguard.autoconfigure.LeaseGuardAutoConfiguration")
@ConditionalOnClass({ AbstractHealthIndicator.class, ConditionalOnEnabledHealthIndicator.class })
@ConditionalOnBean(LeaseGuard.class)
@ConditionalOnEnabledHealthIndicator("lease-guard")
public final class LeaseGuardHealthContributorAutoConfiguration {

	LeaseGuardHealthContributorAutoConfiguration() {
	}

	@Bean
	@ConditionalOnMissingBean(name = { "leaseGuardHealthIndicator", "leaseGuardHealthContributor" })
	LeaseGuardHealthIndicator leaseGuardHealthContributor(LeaseGuard leaseGuard) {
		return new LeaseGuardHealthIndicator(leaseGuard);
	}

}
