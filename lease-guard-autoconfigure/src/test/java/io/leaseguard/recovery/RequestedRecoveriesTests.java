package io.leaseguard.recovery;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.kafka.event.ConsumerStoppedEvent;

import io.leaseguard.watchdog.LiveConsumer;
import io.leaseguard.watchdog.LiveConsumers;
import io.leaseguard.watchdog.TestSnapshots;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;

/**
 * Tests for {@link RequestedRecoveries}.
 */
class RequestedRecoveriesTests {

	private final LiveConsumers consumers = mock(LiveConsumers.class);

	private final ConsumerRestarts restarts = mock(ConsumerRestarts.class);

	private final List<RecoveryVeto> vetoes = new ArrayList<>();

	private final List<LiveConsumer> restarted = new ArrayList<>();

	private final RequestedRecoveries recoveries = new RequestedRecoveries(this.consumers, this.restarts,
			() -> this.vetoes);

	private final TestConsumer first = new TestConsumer("payments", 0);

	private final TestConsumer second = new TestConsumer("payments", 1, TestSnapshots.derived(), this.first);

	private final List<CompletableFuture<RestartResult>> results = new ArrayList<>();

	@BeforeEach
	void prepare() {
		given(this.consumers.of("payments")).willReturn(List.of(this.first.live, this.second.live));
		given(this.restarts.isRunning()).willReturn(true);
		given(this.restarts.occupy(anyString())).willReturn(true);
		given(this.restarts.restart(any())).willAnswer((call) -> {
			this.restarted.add(call.getArgument(0));
			this.results.add(new CompletableFuture<>());
			return this.results.get(this.results.size() - 1);
		});
	}

	@Test
	void oneConsumerRejoins() {
		assertThat(this.recoveries.request("payments", 1, RecoveryAction.REJOIN))
			.containsExactly(new RecoveryAnswer(1, true, "It rejoins its group at its next poll."));
		assertThat(this.first.rejoins).isEmpty();
		assertThat(this.second.rejoins).containsExactly("Lease Guard: requested");
		assertThat(this.second.outcomes()).containsExactly("rejoin done");
		assertThat(this.second.attempts).isEqualTo(1);
	}

	@Test
	void allConsumersAreRestartedInTurnAndTheListenerIsFreeAfterTheLast() {
		assertThat(this.recoveries.request("payments", null, RecoveryAction.RESTART)).allMatch(RecoveryAnswer::accepted)
			.hasSize(2);
		assertThat(this.restarted).containsExactly(this.first.live, this.second.live);
		this.results.get(0).complete(RestartResult.STARTED);
		verify(this.restarts, never()).release("payments");
		this.results.get(1).complete(RestartResult.NOT_STOPPED);
		verify(this.restarts).release("payments");
		assertThat(this.first.outcomes()).containsExactly("restart done");
		assertThat(this.second.outcomes()).containsExactly("restart abandoned");
	}

	@Test
	void containerThatIsDownIsRestartedOnce() {
		this.first.stopped(ConsumerStoppedEvent.Reason.AUTH).containerDown();
		this.second.stopped(ConsumerStoppedEvent.Reason.ABNORMAL);
		assertThat(this.recoveries.request("payments", null, RecoveryAction.RESTART)).hasSize(2)
			.allMatch((answer) -> answer.accepted() && answer.message().contains("container is started"));
		assertThat(this.restarted).hasSize(1);
	}

	@Test
	void withoutSuchAConsumerThereIsNoAnswer() {
		assertThat(this.recoveries.request("payments", 7, RecoveryAction.RESTART)).isEmpty();
		assertThat(this.recoveries.request("unknown", null, RecoveryAction.RESTART)).isEmpty();
		verify(this.restarts, never()).occupy(anyString());
	}

	@Test
	void whileAnotherIsUnderRepairNothingIsDone() {
		given(this.restarts.occupy("payments")).willReturn(false);
		given(this.restarts.occupied("payments")).willReturn(true);
		assertThat(this.recoveries.request("payments", 0, RecoveryAction.RESTART))
			.containsExactly(refused("another consumer of this listener is under repair"));
		assertThat(this.recoveries.request("payments", 0, RecoveryAction.REJOIN))
			.containsExactly(refused("another consumer of this listener is under repair"));
		verify(this.restarts, never()).release(anyString());
	}

	@Test
	void vetoHoldsForAPersonToo() {
		this.vetoes.add((listenerId, index, action) -> index == 0);
		assertThat(this.recoveries.request("payments", null, RecoveryAction.RESTART)).containsExactly(
				refused("the application forbids it"),
				new RecoveryAnswer(1, true, "It is stopped, and started again when its thread has left."));
		assertThat(this.first.outcomes()).containsExactly("restart vetoed");
	}

	@Test
	void whenAllAreRefusedTheListenerIsFreeAtOnce() {
		this.vetoes.add((listenerId, index, action) -> true);
		this.recoveries.request("payments", null, RecoveryAction.RESTART);
		verify(this.restarts).release("payments");
	}

	@Test
	void stuckConsumerIsNotRestartedForAPersonEither() {
		given(this.first.live.stuck(anyLong())).willReturn(true);
		assertThat(this.recoveries.request("payments", 0, RecoveryAction.RESTART)).singleElement()
			.satisfies((answer) -> assertThat(answer.message()).contains("its thread is stuck"));
		assertThat(this.restarted).isEmpty();
	}

	@Test
	void whileTheApplicationStopsNothingIsRestarted() {
		given(this.restarts.isRunning()).willReturn(false);
		assertThat(this.recoveries.request("payments", 0, RecoveryAction.RESTART))
			.containsExactly(refused("the application starts or stops"));
	}

	@Test
	void rejoinThatDoesNotExistIsRefused() {
		TestConsumer async = new TestConsumer("async", 0, TestSnapshots.undeclared(), null);
		given(this.consumers.of("async")).willReturn(List.of(async.live));
		assertThat(this.recoveries.request("async", null, RecoveryAction.REJOIN))
			.containsExactly(refused("group.protocol=consumer has no rejoin, only a restart can help"));
		given(this.first.live.groupMember()).willReturn(false);
		assertThat(this.recoveries.request("payments", 0, RecoveryAction.REJOIN))
			.containsExactly(refused("it assigns its partitions by hand and has no group to rejoin"));
		this.second.stopped(ConsumerStoppedEvent.Reason.ERROR);
		assertThat(this.recoveries.request("payments", 1, RecoveryAction.REJOIN))
			.containsExactly(new RecoveryAnswer(1, false, "Refused: it is stopped, only a restart can help."));
	}

	private static RecoveryAnswer refused(String reason) {
		return new RecoveryAnswer(0, false, "Refused: " + reason + ".");
	}

}
