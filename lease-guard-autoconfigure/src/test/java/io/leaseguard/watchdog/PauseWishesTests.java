package io.leaseguard.watchdog;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.kafka.listener.AbstractMessageListenerContainer;

import io.leaseguard.container.PartitionReading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.then;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;

/**
 * Tests for {@link PauseWishes}.
 */
class PauseWishesTests {

	private final AbstractMessageListenerContainer<?, ?> child = mock(AbstractMessageListenerContainer.class);

	private final AbstractMessageListenerContainer<?, ?> parent = mock(AbstractMessageListenerContainer.class);

	private final PauseWishes wishes = PauseWishes.of(this.child, this.parent);

	@Test
	void withoutWishNothingIsAskedFor() {
		assertThat(asked(false, null)).isFalse();
	}

	@Test
	void pauseOfTheChildOrItsParentIsWish() {
		given(this.child.isPauseRequested()).willReturn(true);
		assertThat(asked(false, null)).isTrue();
		given(this.child.isPauseRequested()).willReturn(false);
		given(this.parent.isPauseRequested()).willReturn(true);
		assertThat(asked(false, null)).isTrue();
	}

	@Test
	void pauseOnTheConsumerByTheApplicationIsWish() {
		assertThat(asked(true, null)).isTrue();
	}

	@Test
	void pauseOfPartitionIsWishUntilTheBackOffOfItsRetryTopicIsOver() {
		given(this.child.isPartitionPauseRequested(ReadingScript.partition(0))).willReturn(true);
		assertThat(asked(false, null)).isTrue();
		assertThat(asked(false, 1001L)).isTrue();
		assertThat(asked(false, 1000L)).isFalse();
		// It would wait for the lifecycle lock of the parent.
		then(this.parent).should(never()).isPartitionPauseRequested(any());
	}

	private boolean asked(boolean byApplication, @Nullable Long dueNanos) {
		return this.wishes.asksFor(new PartitionReading(ReadingScript.partition(0), 0, 1, 1, PartitionReading.NOT_ASKED,
				0, true, byApplication, null, dueNanos), 1000);
	}

}
