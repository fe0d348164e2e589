package io.leaseguard.watchdog;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.core.Ordered;
import org.springframework.kafka.event.ConsumerStoppedEvent;

import io.leaseguard.startup.ListenerAssessments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

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
	void eventsOfOtherThreadsAreKnownAsSuch() {
		assertThat(ConsumerThread.isCurrent()).isFalse();
	}

}
