package io.leaseguard.container;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link HeldPartitions}.
 */
class HeldPartitionsTests {

	private static final TopicPartition A = new TopicPartition("payments", 0);

	private static final TopicPartition B = new TopicPartition("payments", 1);

	private boolean failing;

	private final MockConsumer<String, String> consumer = new MockConsumer<>("earliest") {

		@Override
		public synchronized void resume(Collection<TopicPartition> partitions) {
			if (HeldPartitionsTests.this.failing) {
				throw new TimeoutException("Thrown by the test");
			}
			super.resume(partitions);
		}

	};

	private final HeldPartitions held = new HeldPartitions(this.consumer);

	@BeforeEach
	void assign() {
		this.consumer.assign(List.of(A, B));
		this.consumer.updateBeginningOffsets(Map.of(A, 0L, B, 0L));
	}

	@Test
	void whatCouldNotBeResumedIsResumedAfterTheNextHold() {
		this.held.hold(Set.of(A));
		this.failing = true;
		this.held.release();
		this.held.hold(Set.of(A, B));
		this.failing = false;
		this.held.release();
		assertThat(this.consumer.paused()).isEmpty();
		assertThat(this.held.isEmpty()).isTrue();
	}

	@Test
	void whatOthersHavePausedIsNotResumed() {
		this.consumer.pause(Set.of(A));
		this.held.hold(Set.of(A, B));
		this.held.release();
		assertThat(this.consumer.paused()).containsExactly(A);
	}

	@Test
	void whatOthersPauseAfterAFailedResumeIsTheirs() {
		this.held.hold(Set.of(A));
		this.failing = true;
		this.held.release();
		this.failing = false;
		this.consumer.pause(Set.of(A));
		this.held.leave(Set.of(A));
		this.held.hold(Set.of(A, B));
		this.held.release();
		assertThat(this.consumer.paused()).containsExactly(A);
	}

}
