package io.leaseguard.container;

import java.util.Set;

import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.WakeupException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link PollFailures}.
 */
class PollFailuresTests {

	private final PollFailures failures = new PollFailures();

	@Test
	void failuresInARowBeginWithTheFirst() {
		this.failures.failed(new KafkaException(), 1);
		this.failures.failed(new KafkaException(), 2);
		assertThat(this.failures.last()).isEqualTo(new PollFailure("KafkaException", null, false, 2, 1L));
		this.failures.succeeded();
		assertThat(this.failures.last()).isEqualTo(new PollFailure("KafkaException", null, false, 2, null));
		this.failures.failed(new KafkaException(), 3);
		assertThat(this.failures.last()).isEqualTo(new PollFailure("KafkaException", null, false, 3, 3L));
	}

	@Test
	void accessIsDeniedUntilAPollSucceeds() {
		this.failures.failed(new TopicAuthorizationException(Set.of("payments")), 1);
		assertThat(this.failures.last()).matches(PollFailure::denies);
		this.failures.succeeded();
		assertThat(this.failures.last()).matches(PollFailure::denied).matches((failure) -> !failure.denies());
	}

	@Test
	void accessIsDeniedAlsoWhereTheClientHasWrappedIt() {
		this.failures.failed(new KafkaException(GroupAuthorizationException.forGroupId("g")), 1);
		assertThat(this.failures.last()).isEqualTo(new PollFailure("GroupAuthorizationException", null, true, 1, 1L));
	}

	@Test
	void failedLoginIsNoDenial() {
		this.failures.failed(new SaslAuthenticationException("No"), 1);
		assertThat(this.failures.last()).matches((failure) -> !failure.denies());
	}

	@Test
	void wakeupIsNoFailure() {
		this.failures.failed(new WakeupException(), 1);
		assertThat(this.failures.last()).isNull();
	}

}
