package io.leaseguard.container;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetCommitCallback;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mockito.ArgumentCaptor;
import org.springframework.kafka.listener.KafkaBackoffException;
import org.springframework.kafka.listener.ListenerExecutionFailedException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.then;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;

/**
 * Tests for {@link PartitionLedger} behind the taps of a {@link LeaseConsumer}.
 */
class PartitionLedgerTests {

	private static final TopicPartition FIRST = new TopicPartition("payments", 0);

	private static final TopicPartition SECOND = new TopicPartition("payments", 1);

	@SuppressWarnings("unchecked")
	private final Consumer<String, String> delegate = mock(Consumer.class);

	private final LeaseConsumer<String, String> consumer = new LeaseConsumer<>(this.delegate);

	private final LeaseRecordInterceptor<String, String> interceptor = new LeaseRecordInterceptor<>(null);

	@BeforeEach
	void assign() {
		given(this.delegate.assignment()).willReturn(Set.of(FIRST, SECOND));
		given(this.delegate.paused()).willReturn(Set.of());
		given(this.delegate.poll(any())).willReturn(ConsumerRecords.empty());
		this.consumer.assign(List.of(FIRST, SECOND));
	}

	@Test
	void whatMovesIsDatedToTheNextPollAndNotToTheNextSample() {
		poll(FIRST, 17);
		sample(FIRST);
		poll(FIRST, 18);
		long before = System.nanoTime();
		this.consumer.poll(Duration.ZERO);
		long after = System.nanoTime();
		sample(FIRST);
		PartitionSample sample = this.consumer.progress().read(System.nanoTime()).partitions();
		assertThat(sample.movedNanos() - before).isNotNegative();
		assertThat(sample.movedNanos() - after).isNotPositive();
		assertThat(sample.takenNanos() - after).isPositive();
	}

	@Test
	void positionsAreThoseThatPollsAndSeeksPassThrough() {
		poll(FIRST, 17);
		assertThat(sample(FIRST).position()).isEqualTo(18);
		assertThat(sample(SECOND).position()).isEqualTo(PartitionReading.UNKNOWN);
		this.consumer.seek(FIRST, 17);
		this.consumer.seek(SECOND, new OffsetAndMetadata(5));
		assertThat(sample(FIRST).position()).isEqualTo(17);
		assertThat(sample(SECOND).position()).isEqualTo(5);
		this.consumer.seekToEnd(List.of(FIRST));
		assertThat(sample(FIRST).position()).isEqualTo(PartitionReading.UNKNOWN);
		this.consumer.seekToBeginning(List.of());
		assertThat(sample(SECOND).position()).isEqualTo(PartitionReading.UNKNOWN);
		then(this.delegate).should(never()).position(any());
		then(this.delegate).should(never()).position(any(), any());
	}

	@Test
	void recordsOfAnInterceptorOfTheClientTellTheirPositionToo() {
		ConsumerRecords<String, String> records = new ConsumerRecords<>(
				Map.of(FIRST, List.of(record(FIRST, 7), record(FIRST, 8))), Map.of());
		given(this.delegate.poll(any())).willReturn(records).willReturn(ConsumerRecords.empty());
		this.consumer.poll(Duration.ZERO);
		assertThat(sample(FIRST).position()).isEqualTo(9);
	}

	@Test
	void commitsThatSucceedAreNoted() {
		this.consumer.commitSync(Map.of(FIRST, new OffsetAndMetadata(3)));
		assertThat(sample(FIRST).committed()).isEqualTo(3);
		this.consumer.commitSync(Map.of(FIRST, new OffsetAndMetadata(4)), Duration.ZERO);
		assertThat(sample(FIRST).committed()).isEqualTo(4);
		poll(FIRST, 17);
		this.consumer.commitSync();
		assertThat(sample(FIRST).committed()).isEqualTo(18);
	}

	@Test
	void asynchronousCommitIsNotedWhenItSucceeds() {
		OffsetCommitCallback callback = mock(OffsetCommitCallback.class);
		Map<TopicPartition, OffsetAndMetadata> offsets = Map.of(FIRST, new OffsetAndMetadata(3));
		this.consumer.commitAsync(offsets, callback);
		ArgumentCaptor<OffsetCommitCallback> noting = ArgumentCaptor.forClass(OffsetCommitCallback.class);
		then(this.delegate).should().commitAsync(any(), noting.capture());
		IllegalStateException failure = new IllegalStateException();
		noting.getValue().onComplete(offsets, failure);
		assertThat(sample(FIRST).committed()).isEqualTo(PartitionReading.UNKNOWN);
		then(callback).should().onComplete(offsets, failure);
		noting.getValue().onComplete(offsets, null);
		assertThat(sample(FIRST).committed()).isEqualTo(3);
		then(callback).should().onComplete(offsets, null);
	}

	@Test
	void asynchronousCommitWithoutCallbackKeepsTheClientsOwn() {
		this.consumer.commitAsync();
		then(this.delegate).should().commitAsync();
	}

	@Test
	void lagIsAskedForOnlyWhereTheWatchdogWantsToKnow() {
		given(this.delegate.currentLag(FIRST)).willReturn(OptionalLong.of(12)).willReturn(OptionalLong.empty());
		assertThat(sample(FIRST).lag()).isEqualTo(PartitionReading.NOT_ASKED);
		this.consumer.progress().askLag(Set.of(FIRST));
		assertThat(sample(FIRST).lag()).isEqualTo(12);
		assertThat(sample(FIRST).lag()).isEqualTo(PartitionReading.UNKNOWN);
		then(this.delegate).should(never()).currentLag(SECOND);
		this.consumer.progress().askLag(Set.of());
		assertThat(sample(FIRST).lag()).isEqualTo(PartitionReading.UNKNOWN);
		this.consumer.seek(FIRST, 1);
		assertThat(sample(FIRST).lag()).isEqualTo(PartitionReading.NOT_ASKED);
	}

	@Test
	void clientThatDoesNotAnswerHarmsNobody() {
		given(this.delegate.currentLag(FIRST)).willThrow(new IllegalStateException("Not assigned"));
		this.consumer.progress().askLag(Set.of(FIRST));
		assertThat(sample(FIRST).lag()).isEqualTo(PartitionReading.NOT_ASKED);
	}

	@Test
	void recordThatFailsAgainIsCountedUntilThePositionIsPastIt() {
		poll(FIRST, 17);
		for (int i = 0; i < 3; i++) {
			fail(record(FIRST, 17), new ListenerExecutionFailedException("Failed", new IllegalArgumentException()));
			this.consumer.seek(FIRST, 17);
		}
		assertThat(sample(FIRST).retry())
			.isEqualTo(new PartitionReading.RetriedDelivery(17, 3, "IllegalArgumentException"));
		assertThat(sample(SECOND).retry()).isNull();
		poll(FIRST, 17);
		assertThat(sample(FIRST).retry()).isNull();
	}

	@Test
	void backOffOfRetryTopicIsNoFailureButKnownWhenItIsOver() {
		long due = System.currentTimeMillis() + 60_000;
		fail(record(FIRST, 17), new ListenerExecutionFailedException("Failed",
				new KafkaBackoffException("Not yet", FIRST, "payments-retry", due)));
		PartitionReading reading = sample(FIRST);
		assertThat(reading.retry()).isNull();
		assertThat(reading.dueNanos()).isNotNull()
			.satisfies((nanos) -> assertThat(Duration.ofNanos(nanos - System.nanoTime()))
				.isBetween(Duration.ofSeconds(1), Duration.ofSeconds(60)));
		this.consumer.resume(List.of(FIRST));
		assertThat(sample(FIRST).dueNanos()).isNull();
	}

	@Test
	void pauseByTheApplicationIsKnownUntilItResumes() {
		this.consumer.pause(List.of(FIRST));
		given(this.delegate.paused()).willReturn(Set.of(FIRST));
		this.consumer.pause(List.of(FIRST));
		assertThat(sample(FIRST).paused()).isTrue();
		assertThat(sample(FIRST).pausedByApplication()).isTrue();
		assertThat(sample(SECOND).paused()).isFalse();
		given(this.delegate.paused()).willReturn(Set.of());
		this.consumer.resume(List.of(FIRST));
		assertThat(sample(FIRST).pausedByApplication()).isFalse();
	}

	@Test
	void whatIsTakenAwayIsForgotten() {
		poll(FIRST, 17);
		this.consumer.commitSync();
		long assigned = sample(FIRST).assignedNanos();
		LeaseRebalanceListener listener = new LeaseRebalanceListener(new ConsumerRebalanceListener() {

			@Override
			public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
			}

			@Override
			public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
			}

		}, this.consumer);
		listener.onPartitionsRevoked(List.of(FIRST));
		listener.onPartitionsAssigned(List.of(FIRST));
		assertThat(sample(FIRST).position()).isEqualTo(PartitionReading.UNKNOWN);
		assertThat(sample(FIRST).committed()).isEqualTo(PartitionReading.UNKNOWN);
		assertThat(sample(FIRST).assignedNanos()).isGreaterThan(assigned);
	}

	@Test
	void samplesAreTakenOnceSecondAtMost() {
		this.consumer.progress().askLag(Set.of(FIRST));
		long first = taken();
		for (int i = 0; i < 1000; i++) {
			this.consumer.poll(Duration.ZERO);
		}
		long elapsed = taken() - first;
		assertThat(elapsed == 0 || elapsed >= Duration.ofSeconds(1).toNanos()).isTrue();
	}

	private long taken() {
		return this.consumer.progress().read(System.nanoTime()).partitions().takenNanos();
	}

	/**
	 * Polls until there is a sample that was not there before.
	 */
	private PartitionReading sample(TopicPartition partition) {
		long before = taken();
		Awaitility.await().pollInSameThread().atMost(Duration.ofSeconds(60)).until(() -> {
			this.consumer.poll(Duration.ZERO);
			return taken() != before;
		});
		return this.consumer.progress()
			.read(System.nanoTime())
			.partitions()
			.partitions()
			.stream()
			.filter((reading) -> reading.partition().equals(partition))
			.findFirst()
			.orElseThrow();
	}

	private void poll(TopicPartition partition, long offset) {
		ConsumerRecords<String, String> records = new ConsumerRecords<>(
				Map.of(partition, List.of(record(partition, offset))),
				Map.of(partition, new OffsetAndMetadata(offset + 1)));
		given(this.delegate.poll(any())).willReturn(records).willReturn(ConsumerRecords.empty());
		this.consumer.poll(Duration.ZERO);
	}

	private void fail(ConsumerRecord<String, String> record, Exception exception) {
		this.interceptor.intercept(record, this.consumer);
		this.interceptor.failure(record, exception, this.consumer);
		this.interceptor.afterRecord(record, this.consumer);
	}

	private static ConsumerRecord<String, String> record(TopicPartition partition, long offset) {
		return new ConsumerRecord<>(partition.topic(), partition.partition(), offset, "key", "value");
	}

}
