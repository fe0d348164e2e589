package io.leaseguard.recovery;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.leaseguard.watchdog.LiveConsumers;
import io.leaseguard.watchdog.StopReason;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anySet;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.willAnswer;
import static org.mockito.BDDMockito.willThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;

/**
 * Tests for {@link Restart}, {@link ContainerRestart} and {@link ConsumerRestarts}.
 */
class RestartTests {

	private final List<String> calls = new ArrayList<>();

	private final LiveConsumers consumers = mock(LiveConsumers.class);

	private final ConsumerRestarts restarts = new ConsumerRestarts(this.consumers);

	private final TestConsumer consumer = new TestConsumer("payments", 0);

	private final TestConsumer fresh = new TestConsumer("payments", 0);

	private boolean running = true;

	@BeforeEach
	void prepare() {
		this.consumer.parent.getContainerProperties().setShutdownTimeout(1000);
		given(this.consumer.container.isRunning()).willAnswer((call) -> this.running);
		given(this.consumers.of("payments")).willReturn(List.of(this.consumer.live));
		willAnswer((call) -> {
			this.calls.add("start");
			given(this.consumers.of("payments")).willReturn(List.of(this.fresh.live));
			return null;
		}).given(this.consumer.container).start();
		willAnswer((call) -> this.consumer.container).given(this.fresh.live).container();
		stops(true);
		this.restarts.start();
	}

	@AfterEach
	void stop() {
		this.restarts.stop();
	}

	@Test
	void childIsStoppedAndStarted() {
		assertThat(restart()).isEqualTo(RestartResult.STARTED);
		assertThat(this.calls).containsExactly("stop on lease-guard-recovery", "start");
	}

	@Test
	void restartLastsUntilTheGroupHasSettled() {
		given(this.fresh.live.rebalancing()).willReturn(true, true, true, false);
		assertThat(restart()).isEqualTo(RestartResult.STARTED);
		assertThat(this.fresh.live.rebalancing()).isFalse();
	}

	@Test
	void groupThatDoesNotSettleIsNotWaitedForForEver() {
		given(this.fresh.live.rebalancing()).willReturn(true);
		assertThat(restart()).isEqualTo(RestartResult.STARTED);
	}

	@Test
	void childThatDoesNotStopIsNotStartedUntilItsThreadHasLeft() {
		stops(false);
		assertThat(restart()).isEqualTo(RestartResult.NOT_STOPPED);
		assertThat(restart()).as("asked again").isEqualTo(RestartResult.NOT_STOPPED);
		assertThat(this.calls).containsExactly("stop on lease-guard-recovery");
		this.consumer.end.complete(null);
		Awaitility.await().until(() -> this.calls.contains("start"));
	}

	@Test
	void childThatComesToABadEndLateIsNotStartedBehindTheGovernorsBack() {
		stops(false);
		recordParent();
		assertThat(restart()).isEqualTo(RestartResult.NOT_STOPPED);
		this.consumer.containerDown().stopped(StopReason.ERROR);
		this.restarts.restart(new TestConsumer("other", 0).containerDown().live).join();
		assertThat(this.calls).containsExactly("stop on lease-guard-recovery");
	}

	@Test
	void whenTheApplicationStopsTheContainerMeanwhileNothingIsStarted() {
		stops(false);
		assertThat(restart()).isEqualTo(RestartResult.NOT_STOPPED);
		given(this.consumer.parent.isRunning()).willReturn(false);
		this.consumer.end.complete(null);
		assertThat(restart()).isEqualTo(RestartResult.OVERTAKEN);
		assertThat(this.calls).doesNotContain("start");
	}

	@Test
	void childOfAStoppedContainerIsLeftAlone() {
		given(this.consumer.parent.isRunning()).willReturn(false);
		assertThat(restart()).isEqualTo(RestartResult.OVERTAKEN);
		assertThat(this.calls).isEmpty();
	}

	@Test
	void childThatCanNotBeStartedIsKeptInView() {
		willThrow(new IllegalStateException("no broker")).given(this.consumer.container).start();
		assertThat(restart()).isEqualTo(RestartResult.FAILED);
		verify(this.consumers).lost(this.consumer.live);
	}

	@Test
	void childThatWasFencedByAStopOfItsContainerIsLeftAlone() {
		willAnswer((call) -> {
			given(this.consumer.parent.isRunning()).willReturn(false);
			throw new IllegalStateException("fenced");
		}).given(this.consumer.container).start();
		assertThat(restart()).isEqualTo(RestartResult.OVERTAKEN);
	}

	@Test
	void stoppedChildOfARunningContainerIsStarted() {
		this.running = false;
		this.consumer.stopped(StopReason.ERROR);
		assertThat(restart()).isEqualTo(RestartResult.STARTED);
		assertThat(this.calls).containsExactly("start");
	}

	@Test
	void containerThatIsDownIsStartedWithThePausesOfItsPartitions() {
		this.consumer.stopped(StopReason.ERROR).containerDown();
		given(this.consumer.container.isPartitionPauseRequested(new TopicPartition("topic", 3))).willReturn(true);
		recordParent();
		assertThat(restart()).isEqualTo(RestartResult.STARTED);
		assertThat(this.calls).containsExactly("children pause [topic-3]", "start parent", "pause topic-3",
				"children pause []");
	}

	@Test
	void pauseOfTheWholeContainerThatIsAskedForDuringTheStartStays() {
		this.consumer.stopped(StopReason.ERROR).containerDown();
		given(this.consumer.container.isPartitionPauseRequested(new TopicPartition("topic", 3))).willReturn(true);
		recordParent();
		willAnswer((call) -> {
			this.consumer.parent.pause();
			return null;
		}).given(this.consumer.parent).start();
		assertThat(restart()).isEqualTo(RestartResult.STARTED);
		assertThat(this.calls).contains("pause").doesNotContain("resume");
	}

	@Test
	void pausesOfTopicsThatOnlyTheOldChildrenKnowAreTakenOver() {
		this.consumer.stopped(StopReason.ERROR).containerDown();
		given(this.consumer.live.partitions()).willReturn(Set.of(new TopicPartition("matched", 1500)));
		for (int partition : new int[] { 7, 1500 }) {
			given(this.consumer.container.isPartitionPauseRequested(new TopicPartition("matched", partition)))
				.willReturn(true);
		}
		recordParent();
		assertThat(restart()).isEqualTo(RestartResult.STARTED);
		assertThat(this.calls).contains("pause matched-7", "pause matched-1500");
	}

	@Test
	void containerIsNotStartedWhileAChildRuns() {
		this.consumer.stopped(StopReason.ERROR).containerDown();
		given(this.consumer.parent.isChildRunning()).willReturn(true);
		recordParent();
		assertThat(restart()).isEqualTo(RestartResult.NOT_STOPPED);
		assertThat(this.calls).isEmpty();
	}

	@Test
	void containerThatTheApplicationHasStoppedOnPurposeIsLeftAlone() {
		this.consumer.stopped(StopReason.ERROR).containerDown();
		given(this.consumer.parent.isInExpectedState()).willReturn(true);
		recordParent();
		assertThat(restart()).isEqualTo(RestartResult.OVERTAKEN);
		assertThat(this.calls).isEmpty();
	}

	@Test
	void containerThatStartsInPartIsStoppedAgain() {
		this.consumer.stopped(StopReason.ERROR).containerDown();
		willThrow(new IllegalStateException("no broker")).given(this.consumer.parent).start();
		willAnswer((call) -> this.calls.add("stop parent")).given(this.consumer.parent).stopAbnormally(any());
		assertThat(restart()).isEqualTo(RestartResult.FAILED);
		assertThat(this.calls).containsExactly("stop parent");
	}

	@Test
	void beforeStartAndAfterStopNothingIsRestarted() {
		this.restarts.stop();
		assertThat(this.restarts.isRunning()).isFalse();
		assertThat(restart()).isEqualTo(RestartResult.OVERTAKEN);
		this.restarts.start();
		assertThat(restart()).isEqualTo(RestartResult.STARTED);
	}

	@Test
	void stopEndsARestartThatWaits() {
		this.consumer.parent.getContainerProperties().setShutdownTimeout(TimeUnit.HOURS.toMillis(1));
		stops(false);
		var first = this.restarts.restart(this.consumer.live);
		var second = this.restarts.restart(this.consumer.live);
		Awaitility.await().until(() -> !this.calls.isEmpty());
		this.restarts.stop();
		assertThat(first.orTimeout(60, TimeUnit.SECONDS).join()).isEqualTo(RestartResult.OVERTAKEN);
		assertThat(second.orTimeout(60, TimeUnit.SECONDS).join()).isEqualTo(RestartResult.OVERTAKEN);
	}

	@Test
	void listenerHasOneRepairAtATime() {
		assertThat(this.restarts.occupy("payments")).isTrue();
		assertThat(this.restarts.occupy("payments")).isFalse();
		assertThat(this.restarts.occupy("refunds")).isTrue();
		this.restarts.release("payments");
		assertThat(this.restarts.occupied("payments")).isFalse();
	}

	@Test
	void threadIsThereOnlyWhileThereIsWork() {
		assertThat(thread()).isFalse();
		restart();
		Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> !thread());
	}

	@Test
	void startsLastAndStopsFirst() {
		assertThat(this.restarts.getPhase()).isEqualTo(Integer.MAX_VALUE);
		assertThat(this.restarts.isAutoStartup()).isTrue();
	}

	private void recordParent() {
		willAnswer((call) -> this.calls.add("start parent")).given(this.consumer.parent).start();
		willAnswer((call) -> this.calls.add("pause")).given(this.consumer.parent).pause();
		willAnswer((call) -> this.calls.add("children pause " + call.getArgument(1))).given(this.consumers)
			.pauseAtStart(any(), anySet());
		willAnswer((call) -> this.calls.add("resume")).given(this.consumer.parent).resume();
		willAnswer((call) -> this.calls.add("pause " + call.getArgument(0))).given(this.consumer.parent)
			.pausePartition(any());
	}

	private void stops(boolean leaves) {
		willAnswer((call) -> {
			this.calls.add("stop on " + Thread.currentThread().getName());
			this.running = false;
			if (leaves) {
				this.consumer.end.complete(null);
				call.<Runnable>getArgument(0).run();
			}
			return null;
		}).given(this.consumer.container).stop(any(Runnable.class));
	}

	private RestartResult restart() {
		return this.restarts.restart(this.consumer.live).orTimeout(60, TimeUnit.SECONDS).join();
	}

	private static boolean thread() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.anyMatch((thread) -> thread.getName().equals("lease-guard-recovery"));
	}

}
