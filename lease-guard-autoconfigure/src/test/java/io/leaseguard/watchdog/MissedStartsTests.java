package io.leaseguard.watchdog;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.kafka.listener.AbstractMessageListenerContainer;

import io.leaseguard.startup.ListenerAssessments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.willReturn;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link MissedStarts}.
 */
class MissedStartsTests {

	private final ListenerAssessments assessments = mock(ListenerAssessments.class);

	private final LiveConsumers consumers = mock(LiveConsumers.class);

	private final AbstractMessageListenerContainer<?, ?> container = mock(AbstractMessageListenerContainer.class);

	private final MissedStarts missedStarts = new MissedStarts(this.assessments, this.consumers);

	MissedStartsTests() {
		given(this.assessments.all()).willReturn(List.of(TestConsumers.assessment("payments", false, null)));
		willReturn(this.container).given(this.assessments).container("payments");
		given(this.container.isAutoStartup()).willReturn(true);
	}

	@Test
	void containerThatDidNotStartWithTheApplicationIsMissed() {
		assertThat(this.missedStarts.contains("payments")).isFalse();
		refreshed();
		assertThat(this.missedStarts.contains("payments")).isTrue();
	}

	@Test
	void containerThatStartsLaterIsMissedNoMore() {
		refreshed();
		given(this.container.isRunning()).willReturn(true);
		assertThat(this.missedStarts.contains("payments")).isFalse();
		given(this.container.isRunning()).willReturn(false);
		given(this.consumers.everStarted("payments")).willReturn(true);
		assertThat(this.missedStarts.contains("payments")).isFalse();
	}

	@Test
	void containerThatNeedNotStartIsNotMissed() {
		given(this.container.isAutoStartup()).willReturn(false);
		refreshed();
		given(this.container.isAutoStartup()).willReturn(true);
		assertThat(this.missedStarts.contains("payments")).isFalse();
	}

	@Test
	void containerThatRanAndIsStoppedOnPurposeIsNotMissed() {
		given(this.container.isRunning()).willReturn(true);
		refreshed();
		given(this.container.isRunning()).willReturn(false);
		refreshed();
		assertThat(this.missedStarts.contains("payments")).isFalse();
	}

	private void refreshed() {
		this.missedStarts.onApplicationEvent(new ContextRefreshedEvent(new GenericApplicationContext()));
	}

}
