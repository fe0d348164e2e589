package io.leaseguard.lease.rule;

import org.jspecify.annotations.Nullable;

import io.leaseguard.lease.Finding;

/**
 * One rule of the law.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface LeaseRule {

	/**
	 * Examine one listener.
	 * @param leaseCase the listener with its terms and settings
	 * @return the finding if the rule is broken, else {@code null}
	 */
	@Nullable Finding examine(LeaseCase leaseCase);

}
