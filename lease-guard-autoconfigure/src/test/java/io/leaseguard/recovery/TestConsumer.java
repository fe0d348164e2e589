package io.leaseguard.recovery;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.KafkaMessageListenerContainer;

import io.leaseguard.container.PartitionReading;
import io.leaseguard.container.PartitionSample;
import io.leaseguard.container.PollFailure;
import io.leaseguard.container.ProgressReading;
import io.leaseguard.container.PulseReading;
import io.leaseguard.lease.Judgement;
import io.leaseguard.watchdog.ConsumerExamination;
import io.leaseguard.watchdog.LeaseStatus;
import io.leaseguard.watchdog.LiveConsumer;
import io.leaseguard.watchdog.PastRecovery;
import io.leaseguard.watchdog.ProgressStall;
import io.leaseguard.watchdog.RepairState;
import io.leaseguard.watchdog.StopReason;
import io.leaseguard.watchdog.TestSnapshots;

import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.willAnswer;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.withSettings;

/**
 * A consumer that shows what a test wants it to. The session timeout is 45 s, the
 * progress timeout 100 s.
 */
final class TestConsumer {

	final LiveConsumer live = mock(LiveConsumer.class, withSettings().stubOnly());

	final KafkaMessageListenerContainer<?, ?> container = mock(KafkaMessageListenerContainer.class,
			withSettings().stubOnly());

	final ConcurrentMessageListenerContainer<?, ?> parent;

	final CompletableFuture<Void> end = new CompletableFuture<>();

	final List<PastRecovery> past = new ArrayList<>();

	final List<String> rejoins = new ArrayList<>();

	int attempts;

	RepairState repair = RepairState.NONE;

	String detail = "";

	private final ContainerProperties properties = new ContainerProperties("topic");

	private long polls = 1;

	private long heartbeats = 7;

	private double heartbeatAge = 1;

	private boolean rebalancing;

	private LeaseStatus status = LeaseStatus.IDLE;

	private long committed = PartitionReading.UNKNOWN;

	private @Nullable ProgressStall stall;

	private @Nullable PollFailure failure;

	private @Nullable ConsumerRecord<?, ?> record;

	private boolean polling = true;

	private int remaining;

	private long leaseAgeNanos;

	TestConsumer(String listenerId, int index) {
		this(listenerId, index, TestSnapshots.derived(), null);
	}

	TestConsumer(String listenerId, int index, Judgement judgement, @Nullable TestConsumer sibling) {
		this.parent = (sibling != null) ? sibling.parent
				: mock(ConcurrentMessageListenerContainer.class, withSettings().stubOnly());
		given(this.parent.isRunning()).willReturn(true);
		given(this.parent.getContainerProperties()).willReturn(this.properties);
		given(this.live.listenerId()).willReturn(listenerId);
		given(this.live.index()).willReturn(index);
		given(this.live.assessment()).willReturn(TestSnapshots.assessment(listenerId, "g", judgement));
		willAnswer((call) -> this.container).given(this.live).container();
		willAnswer((call) -> this.parent).given(this.live).parent();
		given(this.live.end()).willReturn(this.end);
		given(this.live.groupMember()).willReturn(true);
		given(this.live.clusterAnswers()).willReturn(true);
		given(this.live.progressTimeoutNanos()).willReturn(TimeUnit.SECONDS.toNanos(100));
		given(this.live.examination()).willAnswer((call) -> examination());
		willAnswer((call) -> {
			this.repair = call.getArgument(0);
			this.detail = call.getArgument(1);
			return null;
		}).given(this.live).repair(any(), anyString());
		willAnswer((call) -> this.rejoins.add(call.getArgument(0))).given(this.live).requestRejoin(anyString());
		willAnswer((call) -> this.past.add(call.getArgument(0))).given(this.live).countRecovery(any());
		willAnswer((call) -> this.attempts++).given(this.live).countAttempt();
		given(this.live.toString()).willReturn("listener '" + listenerId + "' consumer " + index);
	}

	TestConsumer cluster(String servers) {
		this.properties.getKafkaConsumerProperties().setProperty("bootstrap.servers", servers);
		return this;
	}

	TestConsumer shows(LeaseStatus status) {
		this.status = status;
		return this;
	}

	TestConsumer lost() {
		this.heartbeatAge = 46;
		return shows(LeaseStatus.HEARTBEAT_LOST);
	}

	TestConsumer late() {
		this.heartbeatAge = 30;
		return this;
	}

	TestConsumer beats() {
		this.heartbeats++;
		this.heartbeatAge = 0;
		return shows(LeaseStatus.IDLE);
	}

	TestConsumer fresh() {
		this.heartbeats = 0;
		this.rebalancing = true;
		return this;
	}

	TestConsumer rebalances(boolean rebalancing) {
		this.rebalancing = rebalancing;
		return this;
	}

	/**
	 * Let it be at a stop at the one partition.
	 */
	TestConsumer stalled() {
		this.stall = new ProgressStall("topic-0", List.of("topic-0"), 1, "A record fails");
		return shows(LeaseStatus.PROGRESS_STALLED);
	}

	TestConsumer committed(long offset) {
		this.committed = offset;
		return this;
	}

	/**
	 * Let its last polls be denied, or let them have been until just now.
	 */
	TestConsumer denied(boolean still) {
		this.failure = new PollFailure("TopicAuthorizationException", null, true, 1, still ? 1L : null);
		return this;
	}

	TestConsumer polls() {
		this.polls += 2;
		return this;
	}

	/**
	 * Let its listener have had a record in hand since its last poll.
	 */
	TestConsumer worksAt(ConsumerRecord<?, ?> record, int remaining, long leaseAgeSeconds) {
		this.record = record;
		this.polling = false;
		this.remaining = remaining;
		this.leaseAgeNanos = TimeUnit.SECONDS.toNanos(leaseAgeSeconds);
		return this;
	}

	/**
	 * Let its listener have nothing in hand, in a back-off for instance.
	 */
	TestConsumer backsOff() {
		this.record = null;
		return this;
	}

	/**
	 * Let it be inside of a poll.
	 */
	TestConsumer entersPoll() {
		this.polls++;
		this.record = null;
		this.polling = true;
		return this;
	}

	/**
	 * Let it have a request to rejoin that it has not noticed, or let it have noticed.
	 */
	TestConsumer rejoinRequested(boolean still) {
		given(this.live.rejoinRequested()).willReturn(still);
		return this;
	}

	TestConsumer hearsBrokers(boolean answers) {
		given(this.live.clusterAnswers()).willReturn(answers);
		return this;
	}

	TestConsumer stopped(StopReason reason) {
		given(this.live.stopReason()).willReturn(reason);
		this.end.complete(null);
		return shows(LeaseStatus.STOPPED);
	}

	/**
	 * Let the whole container be down, as after an error.
	 */
	TestConsumer containerDown() {
		given(this.parent.isRunning()).willReturn(false);
		return this;
	}

	List<String> outcomes() {
		return this.past.stream().map((recovery) -> recovery.action() + " " + recovery.outcome()).toList();
	}

	private ConsumerExamination examination() {
		TopicPartition partition = new TopicPartition("topic", 0);
		PartitionReading reading = new PartitionReading(partition, 0, 9, this.committed, 1, 0, false, false, null,
				null);
		return new ConsumerExamination(this.status,
				new ProgressReading(this.polls, this.polling, 0, this.leaseAgeNanos, 0, 0, this.remaining,
						(this.record != null) ? 0 : -1, this.record, Set.of(partition), Set.of(), true,
						this.rebalancing, new PartitionSample(0, 0, List.of(reading)), this.failure, false),
				new PulseReading(this.heartbeatAge, this.heartbeats, 1, 0, 1, 1, 0, 0, 0), false, null, this.stall,
				null, List.of());
	}

}
