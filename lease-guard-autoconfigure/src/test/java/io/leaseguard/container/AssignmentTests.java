package io.leaseguard.container;

import java.util.List;

import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of what {@link LeaseConsumer} knows of its assignment.
 */
class AssignmentTests {

	private static final TopicPartition PARTITION = new TopicPartition("payments", 0);

	private final MockConsumer<String, String> mock = new MockConsumer<>("earliest");

	private final LeaseConsumer<String, String> consumer = new LeaseConsumer<>(this.mock);

	@Test
	void partitionsAreKnownWhenTheyAreGivenAndNotOnlyWhenThePollIsOver() {
		this.consumer.subscribe(List.of("payments"));
		assertThat(reading().rebalancing()).isTrue();
		this.mock.rebalance(List.of(PARTITION));
		assertThat(reading().rebalancing()).isFalse();
		assertThat(reading().assigned()).containsExactly(PARTITION);
	}

	private ProgressReading reading() {
		return this.consumer.progress().read(System.nanoTime());
	}

}
