package io.leaseguard.lease.rule;

import io.leaseguard.lease.Finding;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Examines cases by one rule in tests.
 *
 * @param rule the rule
 */
record TestRule(LeaseRule rule) {

	Finding assertBroken(LeaseCase leaseCase) {
		Finding finding = this.rule.examine(leaseCase);
		if (finding == null) {
			throw new AssertionError("No finding for " + leaseCase);
		}
		return finding;
	}

	void assertKept(LeaseCase leaseCase) {
		assertThat(this.rule.examine(leaseCase)).isNull();
	}

}
