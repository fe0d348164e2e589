package io.leaseguard.watchdog;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import io.leaseguard.container.WorkTimes;
import io.leaseguard.startup.ListenerAssessments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.anyList;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.willAnswer;
import static org.mockito.BDDMockito.willThrow;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link LeaseWatchdog} itself, with a clock of their own.
 */
@ExtendWith(OutputCaptureExtension.class)
class LeaseWatchdogTests {

	private static final Duration INTERVAL = Duration.ofSeconds(1);

	private final AtomicLong clock = new AtomicLong();

	private final ReadingScript script = new ReadingScript();

	private final PulseScript pulse = new PulseScript();

	private final LiveConsumer consumer = TestConsumers.consumer();

	private final LiveConsumers consumers = mock(LiveConsumers.class);

	private final List<SnapshotListener> listeners = new ArrayList<>();

	private final ConsumerRecovery recovery = mock(ConsumerRecovery.class);

	private final ListenerAssessments assessments = mock(ListenerAssessments.class);

	private final LeaseWatchdog watchdog = new LeaseWatchdog(this.assessments, this.consumers, mock(MissedStarts.class),
			List.of(this.recovery), () -> this.listeners, mock(LeaseEventPublisher.class), INTERVAL, this.clock::get);

	LeaseWatchdogTests() {
		given(this.consumers.all()).willReturn(List.of(this.consumer));
		given(this.consumer.consumer().progress().read(anyLong())).willAnswer((invocation) -> this.script.reading());
		given(this.consumer.consumer().progress().times()).willReturn(mock(WorkTimes.class));
		this.script.partition(0, 1, 1, 0).poll();
	}

	@AfterEach
	void stop() {
		this.watchdog.stop();
	}

	@Test
	void frozenJvmIsNoticedAndGetsOneTickOfGrace(CapturedOutput output) {
		this.script.work(10).record();
		tick(1);
		assertThat(status()).isEqualTo(LeaseStatus.WORKING);
		tick(3600);
		assertThat(output).contains("The watchdog was held up for 1h: the consumers get one tick of grace");
		assertThat(status()).isEqualTo(LeaseStatus.WORKING);
		tick(1);
		assertThat(status()).isEqualTo(LeaseStatus.LEASE_EXPIRED);
	}

	@Test
	void lateTicksAreNoFreeze() {
		this.script.work(10).record();
		tick(1);
		assertThat(status()).isEqualTo(LeaseStatus.WORKING);
		tick(5);
		assertThat(status()).isEqualTo(LeaseStatus.OVERDUE);
	}

	@Test
	void recoveryThatThrowsIsCountedAndTheNextTickComes() {
		willThrow(new IllegalStateException("Thrown by the test")).given(this.recovery).attend(anyList(), anyLong());
		tick(1);
		tick(1);
		assertThat(this.watchdog.watchdog().errors()).isEqualTo(2);
		assertThat(this.watchdog.snapshot().watchdogErrors()).isEqualTo(2);
		assertThat(status()).isEqualTo(LeaseStatus.IDLE);
	}

	@Test
	void snapshotTellsOfTheRepairThatBeginsInItsTick() {
		given(this.assessments.all()).willReturn(List.of(this.consumer.assessment()));
		willAnswer((call) -> {
			if (status() == LeaseStatus.HEARTBEAT_LOST) {
				this.consumer.repair(RepairState.PENDING, "A rejoin is under way");
			}
			return null;
		}).given(this.recovery).attend(anyList(), anyLong());
		for (int i = 0; i < 30 && status() != LeaseStatus.HEARTBEAT_LOST; i++) {
			this.script.failure("InterruptException", null).partition(0, 1, 1, 0).poll();
			tick(4);
		}
		ConsumerSnapshot lost = this.watchdog.snapshot().listeners().values().iterator().next().consumers().get(0);
		assertThat(lost.status()).isEqualTo(LeaseStatus.HEARTBEAT_LOST);
		assertThat(lost.repair()).isEqualTo(RepairState.PENDING);
		assertThat(lost.detail())
			.isEqualTo("A rejoin is under way. The last exception out of poll() was InterruptException");
	}

	@Test
	void consumerThatCannotBeReadHidesNoOther() {
		LiveConsumer other = mock(LiveConsumer.class);
		willThrow(new IllegalStateException("Thrown by the test")).given(other).examination();
		given(this.consumers.all()).willReturn(List.of(other, this.consumer));
		tickUnsafely(1);
		assertThat(status()).isEqualTo(LeaseStatus.IDLE);
	}

	@Test
	void watchdogThatDoesNotTickCanBeSeen() {
		assertThat(this.watchdog.watchdog().state()).isEqualTo(WatchdogReading.State.STOPPED);
		assertThat(this.watchdog.watchdog().ill()).isTrue();
		this.watchdog.start();
		assertThat(this.watchdog.watchdog().state()).isEqualTo(WatchdogReading.State.TICKING);
		assertThat(this.watchdog.watchdog().ill()).isFalse();
		CountDownLatch release = new CountDownLatch(1);
		CountDownLatch blocked = new CountDownLatch(1);
		given(this.consumers.all()).willAnswer((invocation) -> {
			blocked.countDown();
			release.await();
			return List.of();
		});
		Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> blocked.getCount() == 0);
		this.clock.addAndGet(Duration.ofSeconds(10).toNanos());
		assertThat(this.watchdog.watchdog().state()).isEqualTo(WatchdogReading.State.LATE);
		assertThat(this.watchdog.watchdog().tickAgeMs()).isEqualTo(10_000);
		assertThat(this.watchdog.watchdog().ill()).isTrue();
		release.countDown();
		Awaitility.await()
			.atMost(Duration.ofSeconds(60))
			.until(() -> this.watchdog.watchdog().state() == WatchdogReading.State.TICKING);
		this.watchdog.stop();
		assertThat(this.watchdog.watchdog().state()).isEqualTo(WatchdogReading.State.STOPPED);
	}

	@Test
	void errorsOutsideOfExaminationsDoNotEndTheLoop() {
		given(this.consumers.all()).willThrow(new OutOfMemoryError("Thrown by the test"));
		this.watchdog.start();
		Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> this.watchdog.watchdog().errors() >= 2);
		assertThat(this.watchdog.isRunning()).isTrue();
	}

	@Test
	void whereNoWatchdogIsWantedNoneIsIll() {
		LeaseGuard unwatched = () -> LeaseSnapshots.of(new ListenerAssessments(), this.consumers);
		assertThat(unwatched.watchdog()).isEqualTo(WatchdogReading.OFF);
		assertThat(unwatched.watchdog().ill()).isFalse();
	}

	private void tick(long seconds) {
		this.clock.addAndGet(Duration.ofSeconds(seconds).toNanos());
		this.script.seconds(seconds);
		this.watchdog.tick();
	}

	private void tickUnsafely(long seconds) {
		try {
			tick(seconds);
		}
		catch (RuntimeException ex) {
			// The snapshot of a consumer that can't be read is not the matter here.
		}
	}

	private LeaseStatus status() {
		ConsumerExamination examination = this.consumer.examination();
		return (examination != null) ? examination.status() : LeaseStatus.STOPPED;
	}

}
