package io.leaseguard.endpoint;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.autoconfigure.endpoint.expose.EndpointExposure;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

import io.leaseguard.recovery.LeaseRecoveries;
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
	LeasesEndpoint leasesEndpoint(LeaseGuard leaseGuard, ObjectProvider<LeaseRecoveries> recoveries) {
		LeaseRecoveries repairs = recoveries.getIfAvailable();
		return (repairs != null) ? new LeasesEndpoint(leaseGuard, repairs) : new LeasesEndpoint(leaseGuard);
	}

	@Bean
	@ConditionalOnMissingBean
	@ConditionalOnAvailableEndpoint(endpoint = LeasesEndpoint.class, exposure = EndpointExposure.WEB)
	LeasesEndpointWebExtension leasesEndpointWebExtension(LeasesEndpoint leasesEndpoint) {
		return new LeasesEndpointWebExtension(leasesEndpoint);
	}

}
