package io.leaseguard.container;

import java.time.Duration;
import java.util.Map;

import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.then;
import static org.mockito.BDDMockito.willThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;

/**
 * Tests of a {@link LeaseConsumer} that is woken when its poll is over.
 */
class LateWakeupTests {

	private static final Duration TIMEOUT = Duration.ofSeconds(1);

	private static final Map<TopicPartition, OffsetAndMetadata> OFFSETS = Map.of(new TopicPartition("payments", 0),
			new OffsetAndMetadata(1));

	@SuppressWarnings("unchecked")
	private final Consumer<String, String> delegate = mock(Consumer.class);

	private final LeaseConsumer<String, String> consumer = new LeaseConsumer<>(this.delegate);

	@BeforeEach
	void poll() {
		given(this.delegate.poll(any())).willReturn(ConsumerRecords.empty());
	}

	@Test
	void commitOfConsumerThatSplitsIsMadeAllTheSame() {
		this.consumer.progress().terms(new ConsumerTerms(1, 1, 1, 1, ConsumerTerms.UNBOUNDED, true));
		this.consumer.poll(TIMEOUT);
		willThrow(new WakeupException()).willDoNothing().given(this.delegate).commitSync(OFFSETS, TIMEOUT);
		this.consumer.commitSync(OFFSETS, TIMEOUT);
		then(this.delegate).should(times(2)).commitSync(OFFSETS, TIMEOUT);
	}

	@Test
	void wakeupOfConsumerThatDoesNotSplitIsPassedOn() {
		this.consumer.poll(TIMEOUT);
		willThrow(new WakeupException()).given(this.delegate).commitSync(OFFSETS, TIMEOUT);
		assertThatExceptionOfType(WakeupException.class).isThrownBy(() -> this.consumer.commitSync(OFFSETS, TIMEOUT));
		then(this.delegate).should().commitSync(OFFSETS, TIMEOUT);
	}

}
