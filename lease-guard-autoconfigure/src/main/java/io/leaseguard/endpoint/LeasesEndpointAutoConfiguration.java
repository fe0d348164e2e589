package io.leaseguard.endpoint;

import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

import io.leaseguard.watchdog.LeaseGuard;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for {@link LeasesEndpoint}.
 *
 * @since 0.1.0
 */
@AutoConfiguration(afterName = "io.leaseguard.autoconfigure.LeaseGuardAutoConfiguration")
@ConditionalOnClass({ Endpoint.class, ConditionalOnAvailableEndpoint.class })
@ConditionalOnBean(LeaseGuard.class)
@ConditionalOnAvailableEndpoint(LeasesEndpoint.class)
public final class LeasesEndpointAutoConfiguration {

	LeasesEndpointAutoConfiguration() {
	}

	@Bean
	@ConditionalOnMissingBean
	LeasesEndpoint leasesEndpoint(LeaseGuard leaseGuard) {
		return new LeasesEndpoint(leaseGuard);
	}

}
