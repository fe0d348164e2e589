package io.leaseguard.deadline;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of {@link LeaseDeadline} outside of any listener.
 */
class LeaseDeadlineTests {

	@Test
	void outsideOfListenersNothingLimitsTheTime() {
		LeaseDeadline deadline = LeaseDeadline.current();
		assertThat(deadline.isUnbounded()).isTrue();
		assertThat(deadline.isExpired()).isFalse();
		assertThat(deadline.remaining()).isEqualTo(LeaseDeadline.UNBOUNDED);
		assertThat(deadline.workRemaining()).isEqualTo(LeaseDeadline.UNBOUNDED);
		assertThat(deadline.leaseRemaining()).isEqualTo(LeaseDeadline.UNBOUNDED);
		assertThat(deadline).hasToString("LeaseDeadline [unbounded]");
	}

	@Test
	void unboundedTimeCanBeConvertedByClients() {
		assertThat(LeaseDeadline.UNBOUNDED.toMillis()).isPositive();
		assertThat(LeaseDeadline.UNBOUNDED.toNanos()).isPositive();
	}

}
