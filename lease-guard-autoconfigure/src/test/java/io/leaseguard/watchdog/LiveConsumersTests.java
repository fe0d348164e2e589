package io.leaseguard.watchdog;

import java.time.Duration;
import java.util.Set;

import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.core.Ordered;
import org.springframework.kafka.event.ConsumerStartingEvent;
import org.springframework.kafka.event.ConsumerStoppedEvent;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.kafka.listener.KafkaMessageListenerContainer;

import io.leaseguard.startup.ListenerAssessments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.then;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;

/**
 * Tests for {@link LiveConsumers} and {@link StopReason}. Those on a real broker are in
 * {@code StopIntegrationTests}.
 */
class LiveConsumersTests {

	@ParameterizedTest
	@CsvSource({ "NORMAL, false,", "NORMAL, true, ABNORMAL", "ABNORMAL, false, ABNORMAL", "ERROR, false, ERROR",
			"FENCED, false, FENCED", "AUTH, false, AUTHORIZATION", "NO_OFFSET, true, NO_OFFSET" })
	void reasonsAreToldApart(ConsumerStoppedEvent.Reason event, boolean running, StopReason reason) {
		assertThat(StopReason.of(event, running)).isEqualTo(reason);
	}

	@Test
	void progressTimeoutMustBeAboveZero() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> new LiveConsumers(new ListenerAssessments(), Duration.ZERO))
			.withMessage("'progress-timeout' must be above zero but is PT0S");
	}

	@Test
	void listensBeforeAllOthersBecauseOneThatThrowsEndsTheThread() {
		assertThat(new LiveConsumers(new ListenerAssessments(), null).getOrder()).isEqualTo(Ordered.HIGHEST_PRECEDENCE);
	}

	@Test
	void childrenPausePartitionsAtTheirStartForAsLongAsIsAskedFor() {
		LiveConsumers consumers = new LiveConsumers(new ListenerAssessments(), null);
		ConcurrentMessageListenerContainer<?, ?> parent = mock(ConcurrentMessageListenerContainer.class);
		given(parent.getListenerId()).willReturn("payments");
		KafkaMessageListenerContainer<?, ?> child = mock(KafkaMessageListenerContainer.class);
		KafkaMessageListenerContainer<?, ?> later = mock(KafkaMessageListenerContainer.class);
		TopicPartition partition = new TopicPartition("payments", 3);
		consumers.pauseAtStart(parent, Set.of(partition));
		consumers.onApplicationEvent(new ConsumerStartingEvent(child, parent));
		consumers.pauseAtStart(parent, Set.of());
		consumers.onApplicationEvent(new ConsumerStartingEvent(later, parent));
		then(child).should().pausePartition(partition);
		then(later).should(never()).pausePartition(any());
	}

	@Test
	void consumerThatStopsIsStillAskedForThePartitionsThatItHad() {
		LiveConsumer consumer = TestConsumers.consumer();
		Set<TopicPartition> had = Set.of(new TopicPartition("payments", 3));
		given(consumer.consumer().progress().read(anyLong())).willReturn(new ReadingScript().reading());
		assertThat(consumer.partitions()).isEmpty();
		consumer.stopping(had);
		assertThat(consumer.partitions()).isEqualTo(had);
	}

	@Test
	void eventsOfOtherThreadsAreKnownAsSuch() {
		assertThat(ConsumerThread.isCurrent()).isFalse();
	}

}
