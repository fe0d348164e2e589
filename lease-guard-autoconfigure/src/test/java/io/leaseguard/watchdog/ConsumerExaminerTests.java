package io.leaseguard.watchdog;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.kafka.listener.KafkaMessageListenerContainer;

import io.leaseguard.container.TestGroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;

/**
 * Tests for {@link ConsumerExaminer}: record timeout 2 s, batches of 10, lease 60 s,
 * session timeout 10 s, one tick a second.
 */
class ConsumerExaminerTests {

	private final ReadingScript script = new ReadingScript();

	private final PulseScript pulse = new PulseScript();

	private LiveConsumer consumer = TestConsumers.consumer();

	private boolean beating = true;

	@Test
	void theOrderIsByGravity() {
		assertThat(LeaseStatus.values()).containsExactly(LeaseStatus.IDLE, LeaseStatus.WORKING, LeaseStatus.STANDBY,
				LeaseStatus.PAUSED, LeaseStatus.REBALANCING, LeaseStatus.OVERDUE, LeaseStatus.AT_RISK,
				LeaseStatus.LEASE_EXPIRED, LeaseStatus.PROGRESS_STALLED, LeaseStatus.HEARTBEAT_LOST,
				LeaseStatus.STOPPED);
	}

	@Test
	void consumerThatPollsIsIdle() {
		this.script.partition(0, 1, 1, 0).poll();
		assertThat(tick().status()).isEqualTo(LeaseStatus.IDLE);
		assertThat(tick().detail()).isNull();
	}

	@Test
	void consumerWithRecordsInHandWorks() {
		this.script.partition(0, 1, 1, 10).poll().work(10);
		assertThat(tick().status()).isEqualTo(LeaseStatus.WORKING);
	}

	@Test
	void memberWithoutPartitionsStandsBy() {
		this.script.poll();
		assertThat(tick().status()).isEqualTo(LeaseStatus.STANDBY);
		assertThat(polls(500).status()).isEqualTo(LeaseStatus.STANDBY);
	}

	@Test
	void consumerAllOfWhosePartitionsArePausedIsPaused() {
		this.script.paused(0, 1, true, null).poll();
		assertThat(tick().status()).isEqualTo(LeaseStatus.PAUSED);
		this.script.partition(1, 1, 1, 0).poll();
		assertThat(tick().status()).isEqualTo(LeaseStatus.IDLE);
	}

	@Test
	void consumerThatWaitsForItsPartitionsIsRebalancing() {
		this.script.rebalancing(true).poll();
		assertThat(tick().status()).isEqualTo(LeaseStatus.REBALANCING);
	}

	@Test
	void recordThatOutlivesItsTimeoutIsOverdue() {
		this.script.partition(0, 1, 1, 10).poll().work(10).record().seconds(1);
		assertThat(tick().status()).isEqualTo(LeaseStatus.WORKING);
		assertThat(tick().status()).isEqualTo(LeaseStatus.OVERDUE);
	}

	@Test
	void batchOfBatchListenerMayTakeItsRecordsTogetherOrItsOwnTimeout() {
		this.consumer = TestConsumers.consumer(TestConsumers.assessment("payments", true, null),
				TestConsumers.container(), null);
		this.script.partition(0, 1, 1, 10).poll().work(10).record();
		assertThat(ticks(21).status()).isEqualTo(LeaseStatus.WORKING);
		assertThat(tick().status()).isEqualTo(LeaseStatus.OVERDUE);
		this.consumer = TestConsumers.consumer(TestConsumers.assessment("payments", true, Duration.ofSeconds(5)),
				TestConsumers.container(), null);
		this.script.work(10).record();
		assertThat(ticks(5).status()).isEqualTo(LeaseStatus.WORKING);
		assertThat(tick().status()).isEqualTo(LeaseStatus.OVERDUE);
	}

	@Test
	void consumerThatDoesNotPollWithinItsLeaseHasLostIt() {
		this.script.partition(0, 1, 1, 10).poll().work(10);
		assertThat(ticks(54).status()).isEqualTo(LeaseStatus.WORKING);
		ConsumerExamination atRisk = ticks(6);
		assertThat(atRisk.status()).isEqualTo(LeaseStatus.AT_RISK);
		assertThat(atRisk.detail()).startsWith("10 of 10 records are not done after 1m; when they are, less than a "
				+ "tenth of the lease of 1m will be left. Such a batch would fit with max.poll.records=");
		assertThat(tick().status()).isEqualTo(LeaseStatus.LEASE_EXPIRED);
	}

	@Test
	void paceThatPassesTheLeaseIsToldBefore() {
		this.script.partition(0, 1, 1, 10).poll().work(10);
		ticks(29);
		this.script.done(4);
		ConsumerExamination atRisk = tick();
		assertThat(atRisk.status()).isEqualTo(LeaseStatus.AT_RISK);
		assertThat(atRisk.detail()).contains(", past the lease of 1m. Such a batch would fit with max.poll.records=");
	}

	@Test
	void expiredLeaseTellsOfItselfAndNotOfBrokers() {
		this.script.partition(0, 1, 1, 10).poll().work(10).record();
		ticks(60);
		for (int i = 0; i < 20; i++) {
			// The thread that would read the answers is stuck.
			this.pulse.unanswered();
			examine(this.script.seconds(1), false);
		}
		ConsumerExamination expired = examine(this.script, false);
		assertThat(expired.status()).isEqualTo(LeaseStatus.LEASE_EXPIRED);
		assertThat(expired.detail())
			.isEqualTo("It has not polled for 1m20s, its lease is 1m; payments-0@42 in flight for 1m20s");
	}

	@Test
	void expiredLeaseWithoutRecordInFlightTellsOfThePollAlone() {
		this.script.partition(0, 1, 1, 10).poll().work(10);
		assertThat(ticks(61).detail()).isEqualTo("It has not polled for 1m1s, its lease is 1m");
	}

	@Test
	void expiredLeaseExcusesTheHeartbeat() {
		this.script.partition(0, 1, 1, 10).poll().work(10);
		ticks(61);
		this.beating = false;
		assertThat(ticks(100).status()).isEqualTo(LeaseStatus.LEASE_EXPIRED);
		this.script.poll();
		assertThat(ticks(9).status()).isNotEqualTo(LeaseStatus.HEARTBEAT_LOST);
	}

	@Test
	void partitionThatStandsStillIsStall() {
		this.script.partition(0, 17, 17, 3).poll();
		assertThat(polls(60).status()).isEqualTo(LeaseStatus.IDLE);
		ConsumerExamination stalled = polls(2);
		assertThat(stalled.status()).isEqualTo(LeaseStatus.PROGRESS_STALLED);
		assertThat(stalled.detail()).contains("payments-0 has not moved for 1m").contains("lag 3");
		assertThat(stalled.stall()).isNotNull();
	}

	@Test
	void lostHeartbeatIsGraverThanStall() {
		this.script.partition(0, 17, 17, 3).poll();
		polls(62);
		this.beating = false;
		ConsumerExamination lost = polls(12);
		assertThat(lost.status()).isEqualTo(LeaseStatus.HEARTBEAT_LOST);
		assertThat(lost.detail()).isNull();
	}

	@Test
	void lostHeartbeatTellsTheLastExceptionOutOfPoll() {
		this.script.partition(0, 1, 1, 0).poll();
		polls(5);
		this.beating = false;
		this.script.failure("InterruptException", null);
		assertThat(polls(12).detail()).isEqualTo("The last exception out of poll() was InterruptException");
	}

	@Test
	void consumerThatAssignsByHandHasNoHeartbeatToLose() {
		this.beating = false;
		this.script.byHand().partition(0, 1, 1, 0).poll();
		for (int i = 0; i < 100; i++) {
			assertThat(tick(this.script.seconds(1).partition(0, 1, 1, 0).emptyPoll()).status())
				.isEqualTo(LeaseStatus.IDLE);
		}
	}

	@Test
	void pollsThatAllFailAreStallAfterTheTimeoutAndFactBefore() {
		this.script.partition(0, 1, 1, 0).poll();
		ConsumerExamination examination = tick();
		for (int second = 2; second < 60; second++) {
			examination = tick(this.script.seconds(1).failure("AuthenticationException", 0L).poll());
		}
		assertThat(examination.detail()).isEqualTo("The last poll failed with AuthenticationException");
		ConsumerExamination stalled = tick(this.script.seconds(1).failure("AuthenticationException", 0L).poll());
		assertThat(stalled.status()).isEqualTo(LeaseStatus.PROGRESS_STALLED);
		assertThat(stalled.detail())
			.isEqualTo("Every poll has failed for 1m, the last one with AuthenticationException");
	}

	@Test
	void onePollThatFailedIsNoStallHoweverLongTheNextOneLasts() {
		this.script.partition(0, 1, 1, 0).poll().failure("RuntimeException", 0L);
		for (int i = 0; i < 12; i++) {
			this.script.seconds(5).partition(0, 1, 1, 0);
			this.pulse.heartbeat().fetching();
			assertThat(examine(this.script.poll(), false).status()).isEqualTo(LeaseStatus.IDLE);
		}
	}

	@Test
	void rebalanceMayLastForTheLeaseAndSessionTimeout() {
		this.beating = false;
		this.script.rebalancing(true).poll();
		assertThat(polls(70).status()).isEqualTo(LeaseStatus.REBALANCING);
		ConsumerExamination stalled = polls(2);
		assertThat(stalled.status()).isEqualTo(LeaseStatus.PROGRESS_STALLED);
		assertThat(stalled.detail()).contains("It has waited for its group for 1m1");
	}

	@Test
	void fetchThatIsNeverAnsweredIsStall() {
		this.script.partition(0, 1, 1, 0).poll();
		ConsumerExamination examination = polls(3);
		for (int i = 0; i < 62; i++) {
			this.pulse.heartbeat().idle();
			examination = examine(this.script.seconds(1).partition(0, 1, 1, 0).emptyPoll(), false);
		}
		assertThat(examination.status()).isEqualTo(LeaseStatus.PROGRESS_STALLED);
		assertThat(examination.detail()).startsWith("No fetch was answered for ");
	}

	@Test
	void brokersOutOfReachAreFactAndNothingElse() {
		this.script.partition(0, 17, 17, 3).poll();
		this.pulse.disconnect(0);
		ConsumerExamination examination = examine(this.script, false);
		for (int i = 0; i < 1000; i++) {
			this.pulse.idle();
			examination = examine(this.script.seconds(1).emptyPoll(), false);
			assertThat(examination.status()).isEqualTo(LeaseStatus.IDLE);
		}
		assertThat(examination.detail()).isEqualTo("The brokers do not answer");
	}

	@Test
	void brokersAreNotBlamedWhileTheListenerOfAConsumerWithoutAGroupWorks() {
		this.beating = false;
		tick(this.script.byHand().partition(0, 17, 17, 3).poll());
		this.script.work(3).record();
		this.pulse.unanswered();
		for (int i = 0; i < 30; i++) {
			this.pulse.idle();
			assertThat(examine(this.script.seconds(1), false).detail()).as("after %d s", i).isNull();
		}
		this.script.poll();
		for (int i = 0; i < 10; i++) {
			this.pulse.idle();
			ConsumerExamination examination = examine(this.script.seconds(1), false);
			assertThat(examination.detail()).as("%d s into the poll", i + 1)
				.isEqualTo((i < 5) ? null : "The brokers do not answer");
		}
		assertThat(this.consumer.clusterAnswers()).isFalse();
		examine(this.script.work(3).record().seconds(1), false);
		assertThat(this.consumer.clusterAnswers()).as("as last known").isFalse();
	}

	@Test
	void membersOfAGroupHearTheirBrokersWhileTheListenerWorks() {
		try (TestGroup group = new TestGroup("payments-group")) {
			assertThat(group).isNotNull();
			assertThat(unansweredInLongBatch().status()).isNotEqualTo(LeaseStatus.HEARTBEAT_LOST);
			assertThat(this.consumer.clusterAnswers()).isFalse();
		}
	}

	@Test
	void memberWhoseHeartbeatThreadIsDeadHearsNobodyWhileTheListenerWorks() {
		assertThat(unansweredInLongBatch().status()).isEqualTo(LeaseStatus.HEARTBEAT_LOST);
		assertThat(this.consumer.clusterAnswers()).isTrue();
	}

	private ConsumerExamination unansweredInLongBatch() {
		tick(this.script.partition(0, 17, 17, 3).poll());
		this.script.work(3).record();
		this.pulse.unanswered();
		ConsumerExamination examination = examine(this.script, false);
		for (int i = 0; i < 10; i++) {
			this.pulse.idle();
			examination = examine(this.script.seconds(1), false);
		}
		return examination;
	}

	@Test
	void graceMakesNothingWorse() {
		this.script.partition(0, 17, 17, 3).poll().work(10).record();
		tick();
		this.pulse.idle();
		assertThat(examine(this.script.seconds(3600), true).status()).isEqualTo(LeaseStatus.WORKING);
		// A consumer that was frozen with the watchdog polls on and is well.
		this.script.poll();
		assertThat(polls(50).status()).isEqualTo(LeaseStatus.IDLE);
	}

	@ParameterizedTest
	@EnumSource(StopReason.class)
	void consumerThatWasStoppedTellsWhy(StopReason reason) {
		this.consumer.stopped(reason);
		this.script.failure("SomeException", null);
		ConsumerExamination stopped = tick();
		assertThat(stopped.status()).isEqualTo(LeaseStatus.STOPPED);
		assertThat(stopped.detail()).startsWith(reason.explanation())
			.endsWith("The last exception out of poll() was SomeException");
	}

	@Test
	void threadThatEndedWhileTheContainerRunsIsSeen() throws InterruptedException {
		Thread thread = new Thread(() -> {
		});
		thread.start();
		thread.join();
		KafkaMessageListenerContainer<?, ?> container = TestConsumers.container();
		this.consumer = TestConsumers.consumer(TestConsumers.assessment("payments", false, null), container, thread);
		this.script.partition(0, 1, 1, 0).poll();
		assertThat(tick().status()).isEqualTo(LeaseStatus.STOPPED);
		assertThat(this.consumer.stopReason()).isEqualTo(StopReason.THREAD_ENDED);
		given(container.isRunning()).willReturn(false);
		assertThat(this.consumer.stopReason()).isNull();
	}

	/**
	 * A tick of a consumer that does whatever it did before.
	 */
	private ConsumerExamination tick() {
		return tick(this.script.seconds(1));
	}

	private ConsumerExamination tick(ReadingScript script) {
		if (this.beating) {
			this.pulse.heartbeat();
		}
		this.pulse.fetching();
		return examine(script, false);
	}

	private ConsumerExamination ticks(int count) {
		for (int i = 1; i < count; i++) {
			tick();
		}
		return tick();
	}

	/**
	 * Ticks of a consumer that polls without result.
	 */
	private ConsumerExamination polls(int count) {
		for (int i = 1; i < count; i++) {
			tick(this.script.seconds(1).emptyPoll());
		}
		return tick(this.script.seconds(1).emptyPoll());
	}

	private ConsumerExamination examine(ReadingScript script, boolean grace) {
		return ConsumerExaminer.examine(this.consumer, script.reading(), this.pulse.reading(), script.nanos(), grace);
	}

}
