package io.leaseguard.recovery;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.availability.LivenessState;

import io.leaseguard.startup.ListenerAssessment;
import io.leaseguard.watchdog.LeaseEvent;
import io.leaseguard.watchdog.LeaseEventPublisher;
import io.leaseguard.watchdog.LeaseStatus;
import io.leaseguard.watchdog.PastRecovery;
import io.leaseguard.watchdog.RepairState;
import io.leaseguard.watchdog.StopReason;
import io.leaseguard.watchdog.TestSnapshots;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.willAnswer;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link StuckThread}. The lease is 300 s, and a tick comes each second.
 */
class StuckThreadTests {

	private static final Instant TIME = Instant.parse("2026-01-01T00:00:00Z");

	private static final int LEASE = 300;

	private final List<Object> events = new ArrayList<>();

	private final ConsumerRecord<?, ?> record = new ConsumerRecord<>("topic", 0, 17, "k", "v");

	private RecoveryLadder ladder = ladder(RecoveryMode.REJOIN, true);

	private int second = LEASE;

	@ParameterizedTest
	@EnumSource(names = { "REJOIN", "RESTART" })
	void threadThatHasNotMovedForAWholeFurtherLeaseIsGivenUpOnce(RecoveryMode mode) {
		this.ladder = ladder(mode, true);
		TestConsumer stuck = stuck();
		ticks(LEASE, stuck);
		assertThat(stuck.repair).isEqualTo(RepairState.NONE);
		assertThat(this.events).isEmpty();
		ticks(2, stuck);
		assertThat(stuck.repair).isEqualTo(RepairState.EXHAUSTED);
		assertThat(stuck.detail).isEqualTo("It is stuck: since its lease expired it has neither polled nor finished "
				+ "a single record for 5m1s, longer than a whole further lease. No consumer can be restarted over a "
				+ "live thread: only a restart of the application helps");
		ticks(LEASE, stuck);
		assertThat(this.events).hasSize(2)
			.contains(new LeaseEvent.RecoveryExhausted("payments", 0, LeaseStatus.LEASE_EXPIRED, 0));
		assertThat(LivenessStates.in(this.events)).containsExactly(LivenessState.BROKEN);
		assertThat(stuck.past)
			.containsExactly(new PastRecovery(TIME, 0, LeaseStatus.LEASE_EXPIRED, "restart", "exhausted", 0));
		assertThat(stuck.attempts).isZero();
	}

	@Test
	void batchListenerShowsNoSingleRecords() {
		TestConsumer stuck = stuck();
		given(stuck.live.assessment())
			.willReturn(new ListenerAssessment("payments", "g", true, true, TestSnapshots.undeclared()));
		ticks(LEASE + 2, stuck);
		assertThat(stuck.detail).contains("neither polled nor returned from its listener for 5m1s");
	}

	@Test
	void livenessIsBackWhenTheThreadPollsAgain() {
		TestConsumer stuck = stuck();
		ticks(LEASE + 2, stuck);
		ticks(1, stuck.polls().worksAt(anotherRecord(), 5, 0).shows(LeaseStatus.WORKING));
		assertThat(LivenessStates.in(this.events)).containsExactly(LivenessState.BROKEN, LivenessState.CORRECT);
		assertThat(stuck.repair).isEqualTo(RepairState.NONE);
		assertThat(stuck.detail).isEqualTo("No repair is tried");
		ticks(LEASE + 2, stuck().hearsBrokers(true));
		assertThat(LivenessStates.in(this.events)).as("each time anew")
			.containsExactly(LivenessState.BROKEN, LivenessState.CORRECT, LivenessState.BROKEN);
	}

	@Test
	void livenessIsBackWhenARecordIsFinished() {
		TestConsumer stuck = stuck();
		ticks(LEASE + 2, stuck);
		ticks(1, stuck.worksAt(anotherRecord(), 4, 2 * LEASE));
		assertThat(LivenessStates.in(this.events)).containsExactly(LivenessState.BROKEN, LivenessState.CORRECT);
		ticks(LEASE, stuck);
		assertThat(LivenessStates.in(this.events)).hasSize(2);
		ticks(2, stuck);
		assertThat(LivenessStates.in(this.events)).hasSize(3);
	}

	@ParameterizedTest
	@EnumSource(names = { "REJOIN", "RESTART" })
	void livenessIsBackWhenTheConsumerIsGone(RecoveryMode mode) {
		this.ladder = ladder(mode, true);
		ticks(LEASE + 2, stuck());
		ticks(1);
		assertThat(LivenessStates.in(this.events)).containsExactly(LivenessState.BROKEN, LivenessState.CORRECT);
	}

	@Test
	void livenessIsBackWhenAnotherConsumerHasItsPlaceOrItsThreadHasEnded() {
		ticks(LEASE + 2, stuck());
		ticks(1, new TestConsumer("payments", 0));
		assertThat(LivenessStates.in(this.events)).containsExactly(LivenessState.BROKEN, LivenessState.CORRECT);
		TestConsumer stuck = stuck();
		ticks(LEASE + 2, stuck);
		ticks(1, stuck.stopped(StopReason.THREAD_ENDED));
		assertThat(LivenessStates.in(this.events)).hasSize(4).last().isEqualTo(LivenessState.CORRECT);
	}

	@Test
	void slowBatchWhoseRecordsGoOnFinishingNeverCounts() {
		TestConsumer slow = stuck();
		for (int left = 20; left > 0; left--) {
			ticks(LEASE - 1, slow.worksAt(new ConsumerRecord<>("topic", 0, left, "k", "v"), left, this.second));
		}
		assertThat(this.events).isEmpty();
		assertThat(slow.repair).isEqualTo(RepairState.NONE);
	}

	@Test
	void leaseThatHoldsNeverCounts() {
		TestConsumer busy = stuck().worksAt(this.record, 5, LEASE).shows(LeaseStatus.AT_RISK);
		// Attended to, because its sibling is sick.
		ticks(3 * LEASE, busy, new TestConsumer("payments", 1).lost());
		assertThat(busy.repair).isEqualTo(RepairState.NONE);
	}

	@Test
	void backOffAndCommitNeverCount() {
		TestConsumer waiting = stuck().backsOff();
		ticks(3 * LEASE, waiting);
		assertThat(this.events).isEmpty();
	}

	@Test
	void pollThatDoesNotComeBackCounts() {
		TestConsumer stuck = stuck().entersPoll();
		ticks(LEASE + 2, stuck);
		assertThat(LivenessStates.in(this.events)).containsExactly(LivenessState.BROKEN);
		assertThat(stuck.detail).contains("it has not come back from its poll for 5m1s");
		ticks(1, stuck.polls());
		assertThat(LivenessStates.in(this.events)).containsExactly(LivenessState.BROKEN, LivenessState.CORRECT);
	}

	@Test
	void timeInWhichTheWatchdogWasHeldUpDoesNotCount() {
		TestConsumer stuck = stuck();
		ticks(LEASE - 10, stuck);
		this.second += 10 * LEASE;
		ticks(1, stuck.shows(LeaseStatus.WORKING));
		ticks(10, stuck.shows(LeaseStatus.LEASE_EXPIRED));
		assertThat(this.events).isEmpty();
		ticks(2, stuck);
		assertThat(LivenessStates.in(this.events)).containsExactly(LivenessState.BROKEN);
		ticks(1, stuck.shows(LeaseStatus.WORKING));
		assertThat(LivenessStates.in(this.events)).as("a tick of grace is no recovery").hasSize(1);
		assertThat(stuck.repair).isEqualTo(RepairState.EXHAUSTED);
	}

	@Test
	void timeInWhichTheBrokersAreSilentDoesNotCount() {
		TestConsumer stuck = stuck();
		TestConsumer other = new TestConsumer("refunds", 0).hearsBrokers(false);
		ticks(3 * LEASE, stuck, other);
		assertThat(this.events).isEmpty();
		ticks(LEASE + 1, stuck, other.hearsBrokers(true));
		assertThat(LivenessStates.in(this.events)).containsExactly(LivenessState.BROKEN);
	}

	@Test
	void brokersThatWereSilentWhenTheLeaseExpiredAreSilentUntilSomebodyHearsThem() {
		TestConsumer stuck = stuck().hearsBrokers(false);
		ticks(3 * LEASE, stuck);
		assertThat(this.events).isEmpty();
		ticks(LEASE + 1, stuck, new TestConsumer("elsewhere", 0).cluster("elsewhere:9092"));
		assertThat(this.events).as("another cluster tells nothing").isEmpty();
		ticks(LEASE + 1, stuck, new TestConsumer("refunds", 0));
		assertThat(LivenessStates.in(this.events)).containsExactly(LivenessState.BROKEN);
	}

	@Test
	void inModeNoneNothingIsSaid() {
		this.ladder = ladder(RecoveryMode.NONE, true);
		TestConsumer stuck = stuck();
		ticks(3 * LEASE, stuck);
		assertThat(stuck.repair).isEqualTo(RepairState.NONE);
		assertThat(this.events).isEmpty();
	}

	@Test
	void livenessStaysUnlessTheApplicationWantsItBroken() {
		this.ladder = ladder(RecoveryMode.REJOIN, false);
		TestConsumer stuck = stuck();
		ticks(LEASE + 2, stuck);
		assertThat(stuck.repair).isEqualTo(RepairState.EXHAUSTED);
		assertThat(this.events)
			.containsExactly(new LeaseEvent.RecoveryExhausted("payments", 0, LeaseStatus.LEASE_EXPIRED, 0));
	}

	private TestConsumer stuck() {
		return new TestConsumer("payments", 0, TestSnapshots.undeclared(), null).worksAt(this.record, 5, LEASE + 1)
			.shows(LeaseStatus.LEASE_EXPIRED);
	}

	private static ConsumerRecord<?, ?> anotherRecord() {
		return new ConsumerRecord<>("topic", 0, 18, "k", "v");
	}

	private void ticks(int count, TestConsumer... consumers) {
		for (int i = 0; i < count; i++) {
			this.second++;
			this.ladder.attend(Arrays.stream(consumers).map((consumer) -> consumer.live).toList(),
					Duration.ofSeconds(this.second).toNanos());
		}
	}

	private RecoveryLadder ladder(RecoveryMode mode, boolean breakLiveness) {
		LeaseEventPublisher publisher = mock(LeaseEventPublisher.class);
		willAnswer((call) -> this.events.add(call.getArgument(0))).given(publisher).publish(any());
		RecoveryLimits limits = new RecoveryLimits(3, Duration.ofMinutes(10), Duration.ofSeconds(40));
		return new RecoveryLadder(
				RecoveryTools.of(mode, limits, mock(ConsumerRestarts.class), new RecoveryVetoes(List::of), publisher,
						breakLiveness, Clock.fixed(TIME, ZoneOffset.UTC), new SplittableRandom(42)));
	}

}
