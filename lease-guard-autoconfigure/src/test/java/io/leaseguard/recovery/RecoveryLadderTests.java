package io.leaseguard.recovery;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.availability.LivenessState;
import org.springframework.kafka.listener.CommonContainerStoppingErrorHandler;

import io.leaseguard.watchdog.LeaseEvent;
import io.leaseguard.watchdog.LeaseEventPublisher;
import io.leaseguard.watchdog.LeaseStatus;
import io.leaseguard.watchdog.LiveConsumer;
import io.leaseguard.watchdog.PastRecovery;
import io.leaseguard.watchdog.RepairState;
import io.leaseguard.watchdog.StopReason;
import io.leaseguard.watchdog.TestSnapshots;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.willAnswer;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link RecoveryLadder}: its steps, and every rule that holds them. The
 * session timeout is 45 s, the cool-down 40 s and up to a quarter more, the window ten
 * minutes with three attempts.
 */
class RecoveryLadderTests {

	private static final Instant TIME = Instant.parse("2026-01-01T00:00:00Z");

	private final List<Object> events = new ArrayList<>();

	private final Set<String> occupied = new HashSet<>();

	private final List<LiveConsumer> restarted = new ArrayList<>();

	private final ConsumerRestarts restarts = mock(ConsumerRestarts.class);

	private final List<RecoveryVeto> vetoes = new ArrayList<>();

	private CompletableFuture<RestartResult> result = new CompletableFuture<>();

	private RecoveryLadder ladder = ladder(RecoveryMode.RESTART, false);

	private double now;

	@BeforeEach
	void prepare() {
		given(this.restarts.isRunning()).willReturn(true);
		given(this.restarts.occupy(anyString())).willAnswer((call) -> this.occupied.add(call.<String>getArgument(0)));
		given(this.restarts.occupied(anyString()))
			.willAnswer((call) -> this.occupied.contains(call.<String>getArgument(0)));
		willAnswer((call) -> this.occupied.remove(call.<String>getArgument(0))).given(this.restarts)
			.release(anyString());
		given(this.restarts.restart(any())).willAnswer((call) -> {
			this.restarted.add(call.getArgument(0));
			this.result = new CompletableFuture<>();
			return this.result;
		});
	}

	@Test
	void lostHeartbeatIsHealedByRejoin() {
		TestConsumer consumer = new TestConsumer("payments", 0).lost();
		tick(0, consumer);
		assertThat(consumer.rejoins).hasSize(1);
		assertThat(consumer.repair).isEqualTo(RepairState.PENDING);
		tick(1, consumer.shows(LeaseStatus.REBALANCING));
		assertThat(consumer.repair).isEqualTo(RepairState.PENDING);
		tick(2, consumer.beats());
		assertThat(consumer.repair).isEqualTo(RepairState.NONE);
		assertThat(consumer.past)
			.containsExactly(new PastRecovery(TIME, 0, LeaseStatus.HEARTBEAT_LOST, "rejoin", "healed", 2000));
		assertThat(consumer.attempts).isEqualTo(1);
		assertThat(this.events)
			.containsExactly(new LeaseEvent.ConsumerRecovered("payments", 0, LeaseStatus.HEARTBEAT_LOST, "rejoin"));
	}

	@Test
	void rejoinHasItsTimeFromThePollThatTakesItUp() {
		TestConsumer sick = new TestConsumer("payments", 0).lost().rejoinRequested(true);
		tick(0, sick);
		tick(50, sick);
		assertThat(sick.repair).isEqualTo(RepairState.PENDING);
		tick(95, sick.rejoinRequested(false));
		assertThat(sick.repair).isEqualTo(RepairState.PENDING);
		tick(96, sick);
		assertThat(sick.outcomes()).containsExactly("rejoin failed");
	}

	@Test
	void rejoinWaitsForTheOtherMembersForALeaseAndASession() {
		TestConsumer sick = new TestConsumer("payments", 0).lost();
		long late = (sick.live.assessment().judgement().leaseMs() + 45_000) / 1000;
		tick(0, sick);
		tick(late, sick.shows(LeaseStatus.REBALANCING));
		assertThat(sick.repair).isEqualTo(RepairState.PENDING);
		assertThat(sick.outcomes()).isEmpty();
		tick(late + 1, sick.beats());
		assertThat(sick.outcomes()).containsExactly("rejoin healed");
	}

	@Test
	void rejoinThatIsNeverDoneHasFailed() {
		TestConsumer sick = new TestConsumer("payments", 0).lost().rejoinRequested(true);
		long late = (sick.live.assessment().judgement().leaseMs() + 45_000) / 1000;
		tick(0, sick);
		tick(late + 1, sick);
		assertThat(sick.outcomes()).containsExactly("rejoin failed");
		TestConsumer waiting = new TestConsumer("refunds", 0).lost();
		tick(0, waiting);
		tick(late + 1, waiting.shows(LeaseStatus.REBALANCING));
		assertThat(waiting.outcomes()).containsExactly("rejoin failed");
	}

	@Test
	void whatARejoinDoesNotHealIsRestartedAfterTheCoolDown() {
		TestConsumer sick = new TestConsumer("payments", 0).lost();
		tick(0, sick);
		tick(45, sick.polls());
		assertThat(sick.repair).isEqualTo(RepairState.PENDING);
		tick(46, sick);
		assertThat(sick.outcomes()).containsExactly("rejoin failed");
		tick(56, sick);
		assertThat(this.restarted).containsExactly(sick.live);
		assertThat(sick.repair).isEqualTo(RepairState.PENDING);
		tick(57);
		this.result.complete(RestartResult.STARTED);
		TestConsumer fresh = new TestConsumer("payments", 0).fresh();
		tick(58, fresh);
		assertThat(fresh.repair).isEqualTo(RepairState.PENDING);
		tick(59, fresh.beats());
		assertThat(fresh.repair).as("a heartbeat without an assignment").isEqualTo(RepairState.PENDING);
		tick(60, fresh.rebalances(false));
		assertThat(fresh.repair).isEqualTo(RepairState.NONE);
		assertThat(fresh.outcomes()).containsExactly("restart healed");
		assertThat(this.occupied).isEmpty();
		assertThat(this.events)
			.containsExactly(new LeaseEvent.ConsumerRecovered("payments", 0, LeaseStatus.HEARTBEAT_LOST, "restart"));
	}

	@Test
	void inModeRejoinNothingIsRestarted() {
		this.ladder = ladder(RecoveryMode.REJOIN, false);
		TestConsumer silent = new TestConsumer("payments", 0).lost();
		TestConsumer dead = new TestConsumer("refunds", 0).stopped(StopReason.ERROR);
		for (int second = 0; second < 1000; second++) {
			tick(second, silent.polls(), dead);
		}
		assertThat(this.restarted).isEmpty();
		assertThat(silent.rejoins).hasSizeGreaterThan(3);
		assertThat(dead.repair).isEqualTo(RepairState.NONE);
	}

	@Test
	void inModeNoneNothingIsDone() {
		this.ladder = ladder(RecoveryMode.NONE, true);
		TestConsumer silent = new TestConsumer("payments", 0).lost();
		tick(0, silent);
		tick(100, silent);
		assertThat(silent.rejoins).isEmpty();
		assertThat(silent.repair).isEqualTo(RepairState.NONE);
		assertThat(this.events).isEmpty();
	}

	@Test
	void underTheConsumerProtocolRestartIsTheFirstStep() {
		TestConsumer sick = consumerProtocol().lost();
		tick(0, sick);
		tick(11, sick.polls());
		assertThat(sick.rejoins).isEmpty();
		assertThat(this.restarted).containsExactly(sick.live);
	}

	@Test
	void underTheConsumerProtocolModeRejoinSaysThatNoneIsPossible() {
		this.ladder = ladder(RecoveryMode.REJOIN, true);
		TestConsumer sick = consumerProtocol().lost();
		tick(0, sick);
		tick(1, sick);
		assertThat(sick.repair).isEqualTo(RepairState.IMPOSSIBLE);
		assertThat(sick.detail).contains("consumer protocol has no rejoin")
			.contains("lease-guard.recovery.mode to restart");
		assertThat(sick.outcomes()).containsExactly("rejoin impossible");
		assertThat(sick.attempts).isZero();
		assertThat(this.events).hasSize(2)
			.contains(new LeaseEvent.RecoveryExhausted("payments", 0, LeaseStatus.HEARTBEAT_LOST, 0));
		tick(2, sick.beats());
		assertThat(sick.repair).isEqualTo(RepairState.NONE);
		assertThat(LivenessStates.in(this.events)).containsExactly(LivenessState.BROKEN, LivenessState.CORRECT);
	}

	@Test
	void stuckConsumerIsNeverRestarted() {
		TestConsumer stuck = new TestConsumer("payments", 0).shows(LeaseStatus.LEASE_EXPIRED);
		for (int second = 0; second < 5000; second++) {
			tick(second, stuck);
		}
		assertThat(this.restarted).isEmpty();
		assertThat(stuck.rejoins).isEmpty();
	}

	@Test
	void silentConsumerThatDoesNotPollIsNotRestarted() {
		TestConsumer sick = consumerProtocol().lost();
		for (int second = 0; second < 60; second++) {
			tick(second, sick);
		}
		assertThat(this.restarted).isEmpty();
		assertThat(sick.repair).isEqualTo(RepairState.HELD);
		assertThat(sick.detail).contains("stuck consumer is never restarted");
		tick(61, sick.polls());
		assertThat(this.restarted).containsExactly(sick.live);
	}

	@Test
	void whatIsHeldForLongIsForAPerson() {
		TestConsumer sick = consumerProtocol().lost();
		tick(0, sick);
		tick(20, sick);
		assertThat(sick.repair).isEqualTo(RepairState.HELD);
		tick(86, sick);
		assertThat(sick.repair).isEqualTo(RepairState.FAILED);
	}

	@Test
	void attemptsOfTheWindowEndInExhaustionToldOnce() {
		this.ladder = ladder(RecoveryMode.RESTART, true);
		TestConsumer sick = exhaust();
		assertThat(sick.outcomes()).containsExactly("rejoin failed", "restart failed", "restart failed",
				"restart exhausted");
		assertThat(sick.repair).isEqualTo(RepairState.EXHAUSTED);
		assertThat(sick.detail).contains("restart the application");
		assertThat(this.events).filteredOn(LeaseEvent.class::isInstance)
			.containsExactly(new LeaseEvent.RecoveryExhausted("payments", 0, LeaseStatus.HEARTBEAT_LOST, 3));
		assertThat(LivenessStates.in(this.events)).containsExactly(LivenessState.BROKEN);
		tick(this.now + 1, sick.beats());
		assertThat(sick.repair).isEqualTo(RepairState.NONE);
		assertThat(LivenessStates.in(this.events)).containsExactly(LivenessState.BROKEN, LivenessState.CORRECT);
	}

	@Test
	void withoutBreakLivenessTheApplicationIsNotDeclaredBroken() {
		exhaust();
		assertThat(LivenessStates.in(this.events)).isEmpty();
	}

	@Test
	void applicationIsBrokenUntilTheLastConsumerIsWell() {
		this.ladder = ladder(RecoveryMode.REJOIN, true);
		TestConsumer first = consumerProtocol().lost();
		TestConsumer second = new TestConsumer("refunds", 0, TestSnapshots.undeclared(), null).lost();
		tick(0, first, second);
		assertThat(LivenessStates.in(this.events)).containsExactly(LivenessState.BROKEN);
		tick(1, first.beats(), second);
		assertThat(LivenessStates.in(this.events)).containsExactly(LivenessState.BROKEN);
		tick(2, first);
		assertThat(LivenessStates.in(this.events)).as("the application has stopped the other")
			.containsExactly(LivenessState.BROKEN, LivenessState.CORRECT);
	}

	@Test
	void whenTheWindowHasPassedItIsTriedAgain() {
		TestConsumer sick = exhaust();
		int attempts = this.restarted.size();
		tick(this.now + 601, sick.polls());
		assertThat(this.restarted).hasSize(attempts + 1);
	}

	@Test
	void oneChildOfAContainerAtATime() {
		TestConsumer first = consumerProtocol().lost();
		TestConsumer second = new TestConsumer("payments", 1, TestSnapshots.undeclared(), first).lost();
		TestConsumer other = new TestConsumer("refunds", 0);
		tick(0, first, second, other);
		tick(11, first.polls(), second.polls(), other);
		assertThat(this.restarted).containsExactly(first.live);
		assertThat(second.repair).isEqualTo(RepairState.HELD);
		assertThat(second.detail).contains("under repair");
		tick(20, first, second, other.stopped(StopReason.ERROR));
		tick(31, first, second, other);
		assertThat(this.restarted).as("another listener is free").containsExactly(first.live, other.live);
	}

	@Test
	void siblingIsRestartedWhenTheFirstIsDone() {
		TestConsumer first = consumerProtocol().lost();
		TestConsumer second = new TestConsumer("payments", 1, TestSnapshots.undeclared(), first).lost();
		tick(0, first, second);
		tick(11, first.polls(), second.polls());
		this.result.complete(RestartResult.STARTED);
		TestConsumer fresh = new TestConsumer("payments", 0, TestSnapshots.undeclared(), first).fresh();
		tick(12, fresh, second);
		assertThat(this.restarted).containsExactly(first.live);
		tick(13, fresh.beats().rebalances(false), second);
		assertThat(this.restarted).containsExactly(first.live, second.live);
	}

	@Test
	void noRestartDuringARebalanceUnlessItLasts() {
		TestConsumer sick = consumerProtocol().lost();
		TestConsumer sibling = new TestConsumer("payments", 1, TestSnapshots.undeclared(), sick)
			.shows(LeaseStatus.REBALANCING)
			.rebalances(true);
		tick(0, sick, sibling);
		tick(44, sick.polls(), sibling);
		assertThat(this.restarted).isEmpty();
		assertThat(sick.detail).isEqualTo("Its group rebalances");
		tick(45, sick.polls(), sibling);
		assertThat(this.restarted).as("the sick one may be what the rebalance waits for").containsExactly(sick.live);
	}

	@Test
	void nothingIsRestartedWhileTheApplicationStartsOrStops() {
		TestConsumer sick = consumerProtocol().lost();
		given(this.restarts.isRunning()).willReturn(false);
		tick(0, sick);
		tick(20, sick.polls());
		assertThat(this.restarted).isEmpty();
	}

	@Test
	void vetoHoldsARestartAndIsAskedAgainAfterTheCoolDown() {
		List<String> asked = new ArrayList<>();
		this.vetoes.add((listenerId, index, action) -> {
			asked.add(listenerId + " " + index + " " + action);
			return asked.size() < 3;
		});
		TestConsumer sick = consumerProtocol().lost();
		tick(0, sick);
		tick(11, sick.polls());
		tick(12, sick.polls());
		assertThat(asked).containsExactly("payments 0 RESTART");
		assertThat(sick.repair).isEqualTo(RepairState.VETOED);
		tick(62, sick.polls());
		assertThat(asked).hasSize(2);
		assertThat(sick.outcomes()).as("counted once").containsExactly("restart vetoed");
		assertThat(sick.attempts).isZero();
		tick(113, sick.polls());
		assertThat(this.restarted).containsExactly(sick.live);
	}

	@Test
	void vetoForbidsARejoinToo() {
		this.vetoes.add((listenerId, index, action) -> action == RecoveryAction.REJOIN);
		TestConsumer sick = new TestConsumer("payments", 0).lost();
		tick(0, sick);
		assertThat(sick.rejoins).isEmpty();
		assertThat(sick.outcomes()).containsExactly("rejoin vetoed");
	}

	@Test
	void vetoThatFailsIsAVeto() {
		this.vetoes.add((listenerId, index, action) -> {
			throw new IllegalStateException("no answer");
		});
		TestConsumer sick = new TestConsumer("payments", 0).lost();
		tick(0, sick);
		assertThat(sick.rejoins).isEmpty();
		assertThat(sick.repair).isEqualTo(RepairState.VETOED);
	}

	@ParameterizedTest
	@EnumSource(names = { "FENCED", "AUTHORIZATION", "NO_OFFSET", "NOT_STARTED" })
	void stopThatAPersonMustCureIsNeverRestarted(StopReason reason) {
		TestConsumer first = new TestConsumer("payments", 0).stopped(StopReason.ABNORMAL).containerDown();
		TestConsumer second = new TestConsumer("payments", 1, TestSnapshots.derived(), first).stopped(reason)
			.containerDown();
		for (int tick = 0; tick < 200; tick++) {
			tick(tick, first, second);
		}
		assertThat(this.restarted).isEmpty();
		assertThat(first.repair).isEqualTo(RepairState.NONE);
	}

	@Test
	void containerThatAnErrorHasStoppedIsRestartedForTheCulpritAlone() {
		TestConsumer first = new TestConsumer("payments", 0).stopped(StopReason.ABNORMAL).containerDown();
		TestConsumer culprit = new TestConsumer("payments", 1, TestSnapshots.derived(), first).stopped(StopReason.ERROR)
			.containerDown();
		tick(0, first, culprit);
		tick(11, first, culprit);
		tick(12, first, culprit);
		assertThat(this.restarted).containsExactly(culprit.live);
	}

	@Test
	void containerIsNotRestartedBeforeAllItsConsumersHaveStopped() {
		TestConsumer culprit = new TestConsumer("payments", 0).stopped(StopReason.ERROR).containerDown();
		TestConsumer stuck = new TestConsumer("payments", 1, TestSnapshots.derived(), culprit)
			.shows(LeaseStatus.LEASE_EXPIRED);
		culprit.containerDown();
		tick(0, culprit, stuck);
		tick(60, culprit, stuck);
		assertThat(this.restarted).isEmpty();
		tick(1577, culprit, stuck);
		assertThat(culprit.outcomes()).as("after a lease it is plain that it is stuck")
			.containsExactly("restart exhausted");
	}

	@Test
	void errorThatMovesFromChildToChildUsesUpTheAttemptsOfTheContainer() {
		double second = 0;
		for (int i = 0; i < 6; i++) {
			TestConsumer dead = new TestConsumer("payments", i % 2).stopped(StopReason.ERROR).containerDown();
			tick(second, dead);
			tick(second + 51, dead);
			this.result.complete(RestartResult.STARTED);
			second += 52;
			tick(second, new TestConsumer("payments", i % 2).beats());
		}
		assertThat(this.restarted).hasSize(3);
	}

	@Test
	void whoStopsTheContainerOnErrorsWantsItStopped() {
		TestConsumer dead = new TestConsumer("payments", 0).stopped(StopReason.ABNORMAL).containerDown();
		given(dead.parent.getCommonErrorHandler()).willReturn(new CommonContainerStoppingErrorHandler());
		tick(0, dead);
		tick(20, dead);
		assertThat(this.restarted).isEmpty();
	}

	@Test
	void childThatDoesNotStopIsAbandonedAndNotTriedAgain() {
		TestConsumer sick = consumerProtocol().lost();
		tick(0, sick);
		tick(11, sick.polls());
		this.result.complete(RestartResult.NOT_STOPPED);
		tick(21, sick);
		assertThat(sick.outcomes()).containsExactly("restart abandoned");
		assertThat(sick.detail).contains("has not stopped yet");
		assertThat(this.occupied).isEmpty();
		tick(200, sick.polls());
		assertThat(this.restarted).hasSize(1);
		tick(322, sick);
		assertThat(sick.repair).isEqualTo(RepairState.EXHAUSTED);
		tick(400);
		TestConsumer fresh = new TestConsumer("payments", 0, TestSnapshots.undeclared(), null).beats();
		tick(401, fresh);
		assertThat(fresh.outcomes()).as("its thread has left and it was started").containsExactly("restart healed");
	}

	@Test
	void restartThatFailsIsTriedAgain() {
		TestConsumer sick = consumerProtocol().lost();
		tick(0, sick);
		tick(11, sick.polls());
		this.result.complete(RestartResult.FAILED);
		tick(12, sick.stopped(StopReason.ABNORMAL));
		assertThat(sick.outcomes()).containsExactly("restart failed");
		tick(62, sick);
		assertThat(this.restarted).containsExactly(sick.live, sick.live);
	}

	@Test
	void consumerThatIsSickAgainAfterItsRestartWasNotHealed() {
		TestConsumer dead = new TestConsumer("payments", 0).stopped(StopReason.ERROR);
		tick(0, dead);
		tick(11, dead);
		this.result.complete(RestartResult.STARTED);
		TestConsumer again = new TestConsumer("payments", 0).fresh().stopped(StopReason.ERROR);
		tick(12, again);
		assertThat(again.outcomes()).containsExactly("restart failed");
		tick(62, again);
		assertThat(this.restarted).containsExactly(dead.live, again.live);
	}

	@Test
	void stalledConsumerIsHealedByARestartWhenItHasGotFurther() {
		TestConsumer fresh = restartOfAStall(new TestConsumer("payments", 0).committed(5).stalled());
		tick(20, fresh.committed(5));
		assertThat(fresh.repair).as("it looks as well as the old one did").isEqualTo(RepairState.PENDING);
		assertThat(fresh.detail).contains("watched");
		tick(30, fresh.committed(6));
		assertThat(fresh.outcomes()).containsExactly("restart healed");
		assertThat(fresh.repair).isEqualTo(RepairState.NONE);
	}

	@Test
	void stalledConsumerIsHealedByARestartWhenNoStallHasComeBack() {
		TestConsumer fresh = restartOfAStall(new TestConsumer("payments", 0).stalled());
		tick(156, fresh);
		assertThat(fresh.past).isEmpty();
		tick(158, fresh);
		assertThat(fresh.outcomes()).as("after a progress timeout and a session timeout")
			.containsExactly("restart healed");
	}

	@Test
	void stallThatComesBackAfterARestartWasNotHealed() {
		TestConsumer fresh = restartOfAStall(new TestConsumer("payments", 0).committed(5).stalled());
		tick(112, fresh.committed(5).stalled());
		assertThat(fresh.outcomes()).containsExactly("restart failed");
		tick(113, fresh.polls());
		assertThat(this.restarted).as("the next attempt").hasSize(2);
	}

	@Test
	void stallThatAnotherConsumerInheritsWasNotHealed() {
		TestConsumer sibling = new TestConsumer("payments", 1);
		TestConsumer fresh = restartOfAStall(new TestConsumer("payments", 0).committed(5).stalled(), sibling);
		tick(112, fresh, sibling.stalled());
		assertThat(fresh.outcomes()).containsExactly("restart failed");
		tick(300, fresh, sibling.polls());
		assertThat(fresh.outcomes()).containsExactly("restart failed");
		assertThat(fresh.repair).as("the trouble is that of the other now").isEqualTo(RepairState.NONE);
		assertThat(this.restarted).contains(sibling.live);
	}

	@Test
	void stallThatMovesFromChildToChildUsesUpTheAttemptsOfTheContainer() {
		TestConsumer stalled = new TestConsumer("payments", 0).stalled();
		TestConsumer well = new TestConsumer("payments", 1, TestSnapshots.derived(), stalled);
		for (int second = 0; second < 580; second++) {
			tick(second, stalled.polls(), well);
			if (!this.restarted.isEmpty() && this.restarted.get(this.restarted.size() - 1) == stalled.live) {
				this.result.complete(RestartResult.STARTED);
				TestConsumer heir = well.stalled();
				well = new TestConsumer("payments", 1 - this.restarted.size() % 2, TestSnapshots.derived(), stalled)
					.beats();
				stalled = heir;
			}
		}
		assertThat(this.restarted).hasSize(3);
		assertThat(stalled.repair).isEqualTo(RepairState.EXHAUSTED);
	}

	@Test
	void siblingIsRestartedWhileTheFirstIsOnlyWatched() {
		TestConsumer sibling = new TestConsumer("payments", 1).stalled();
		TestConsumer stalled = new TestConsumer("payments", 0, TestSnapshots.derived(), sibling).stalled();
		tick(0, stalled, sibling);
		tick(11, stalled.polls(), sibling.polls());
		this.result.complete(RestartResult.STARTED);
		tick(12, new TestConsumer("payments", 0).beats(), sibling.polls());
		assertThat(this.restarted).containsExactly(stalled.live, sibling.live);
	}

	@Test
	void stallThatSomebodyEndsIsNotHealedByTheRestartsBefore() {
		TestConsumer stalled = new TestConsumer("payments", 0).committed(5).stalled();
		for (int second = 0; second < 400; second++) {
			this.result.complete(RestartResult.STARTED);
			tick(second, stalled.polls());
		}
		assertThat(stalled.outcomes()).containsExactly("restart failed", "restart failed", "restart failed",
				"restart exhausted");
		tick(401, stalled.shows(LeaseStatus.IDLE));
		assertThat(stalled.outcomes()).hasSize(4);
		assertThat(stalled.repair).isEqualTo(RepairState.NONE);
	}

	@Test
	void nothingIsTriedWhileTheBrokerDeniesAccess() {
		TestConsumer stalled = new TestConsumer("payments", 0).denied(true).stalled();
		TestConsumer silent = new TestConsumer("refunds", 0).denied(true).lost();
		for (int second = 0; second < 500; second++) {
			tick(second, stalled.polls(), silent.polls());
		}
		assertThat(this.restarted).isEmpty();
		assertThat(silent.rejoins).isEmpty();
		assertThat(stalled.detail).contains("denies access");
		assertThat(stalled.repair).as("a person is called").isEqualTo(RepairState.FAILED);
		tick(500, stalled.denied(false), silent.denied(false));
		assertThat(this.restarted).containsExactly(stalled.live);
		assertThat(silent.rejoins).hasSize(1);
	}

	private TestConsumer restartOfAStall(TestConsumer stalled, TestConsumer... siblings) {
		tick(0, with(stalled, siblings));
		tick(11, with(stalled.polls(), siblings));
		assertThat(this.restarted).containsExactly(stalled.live);
		this.result.complete(RestartResult.STARTED);
		TestConsumer fresh = new TestConsumer("payments", 0).beats();
		tick(12, with(fresh, siblings));
		assertThat(fresh.past).isEmpty();
		return fresh;
	}

	private static TestConsumer[] with(TestConsumer first, TestConsumer... others) {
		return Stream.concat(Stream.of(first), Stream.of(others)).toArray(TestConsumer[]::new);
	}

	@Test
	void whenTheApplicationStopsTheListenerTheRestartIsOver() {
		TestConsumer sick = consumerProtocol().lost();
		tick(0, sick);
		tick(11, sick.polls());
		tick(12);
		this.result.complete(RestartResult.OVERTAKEN);
		tick(13);
		assertThat(sick.outcomes()).containsExactly("restart abandoned");
		assertThat(this.occupied).isEmpty();
		TestConsumer fresh = consumerProtocol();
		tick(20, fresh);
		assertThat(fresh.past).isEmpty();
		assertThat(fresh.repair).isEqualTo(RepairState.NONE);
	}

	@Test
	void whenTheApplicationRestartsTheListenerTheRejoinIsOver() {
		TestConsumer sick = new TestConsumer("payments", 0).lost();
		tick(0, sick);
		TestConsumer fresh = new TestConsumer("payments", 0);
		tick(5, fresh);
		assertThat(fresh.outcomes()).containsExactly("rejoin abandoned");
		tick(6, fresh);
		assertThat(fresh.repair).isEqualTo(RepairState.NONE);
		assertThat(this.events).isEmpty();
	}

	@Test
	void lateHealingByARejoinCountsStill() {
		TestConsumer sick = new TestConsumer("payments", 0).lost();
		tick(0, sick);
		tick(46, sick);
		tick(47, sick.beats());
		assertThat(sick.outcomes()).containsExactly("rejoin failed", "rejoin healed");
	}

	private TestConsumer consumerProtocol() {
		return new TestConsumer("payments", 0, TestSnapshots.undeclared(), null);
	}

	private TestConsumer exhaust() {
		TestConsumer sick = new TestConsumer("payments", 0).lost();
		for (int second = 0; second < 400; second++) {
			this.result.complete(RestartResult.STARTED);
			tick(second, sick.polls());
		}
		return sick;
	}

	private void tick(double second, TestConsumer... consumers) {
		this.now = second;
		this.ladder.attend(Arrays.stream(consumers).map((consumer) -> consumer.live).toList(), (long) (second * 1e9));
	}

	private RecoveryLadder ladder(RecoveryMode mode, boolean breakLiveness) {
		LeaseEventPublisher publisher = mock(LeaseEventPublisher.class);
		willAnswer((call) -> this.events.add(call.getArgument(0))).given(publisher).publish(any());
		return new RecoveryLadder(
				RecoveryTools.of(mode, new RecoveryLimits(3, Duration.ofMinutes(10), Duration.ofSeconds(40)),
						this.restarts, new RecoveryVetoes(() -> this.vetoes), publisher, breakLiveness,
						Clock.fixed(TIME, ZoneOffset.UTC), new SplittableRandom(42)));
	}

}
