package io.leaseguard.startup;

import java.util.Collection;
import java.util.List;

import io.leaseguard.container.ContainerConfiguration;
import io.leaseguard.lease.Finding;

/**
 * Checks how the configuration of a listener has come about: what can't be seen in the
 * configuration itself.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface WiringCheck {

	/**
	 * Examine the configuration of one listener.
	 * @param configuration the configuration
	 * @param all the configurations of all listeners that are judged with it
	 * @return the findings
	 */
	List<Finding> examine(ContainerConfiguration configuration, Collection<ContainerConfiguration> all);

}
