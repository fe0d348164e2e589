package io.leaseguard.container;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

import com.sun.management.ThreadMXBean;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/**
 * Tests of {@link BatchSplitter} and {@link SplittableRecords}, handled as the container
 * handles records.
 */
class BatchSplitterTests {

	private static final TopicPartition A = new TopicPartition("payments", 0);

	private static final TopicPartition B = new TopicPartition("payments", 1);

	private static final long FAR = TimeUnit.HOURS.toNanos(1);

	private final MockConsumer<String, String> mock = new MockConsumer<>("earliest");

	private final LeaseConsumer<String, String> consumer = new LeaseConsumer<>(this.mock);

	private final LeaseRecordInterceptor<String, String> interceptor = new LeaseRecordInterceptor<>(null);

	private final List<Integer> partitionsPausedInPoll = new ArrayList<>();

	@BeforeEach
	void assign() {
		this.consumer.assign(List.of(A, B));
		this.mock.updateBeginningOffsets(Map.of(A, 0L, B, 0L));
		this.mock.setMaxPollRecords(200_000);
	}

	@Test
	void batchEndsWhenTheNextRecordMayNotFinishInTime() {
		arm(0);
		send(3, 2);
		assertThat(handle(poll())).containsExactly("0-0");
		assertThat(this.mock.position(A)).isEqualTo(1);
		assertThat(this.mock.position(B)).isZero();
		assertThat(this.consumer.progress().splits()).isEqualTo(1);
	}

	@Test
	void firstBatchOfConsumerThatAnotherPostProcessorHasWrappedIsSplitToo() throws Exception {
		arm(0);
		send(3, 2);
		List<String> handled = new ArrayList<>();
		// What the container knows of its consumer is another one than ours.
		FutureTask<Void> listener = new FutureTask<>(() -> {
			this.interceptor.setupThreadState(this.mock);
			for (ConsumerRecord<String, String> record : this.consumer.poll(Duration.ZERO)) {
				this.interceptor.intercept(record, this.mock);
				handled.add(record.partition() + "-" + record.offset());
				this.interceptor.afterRecord(record, this.mock);
			}
		}, null);
		new Thread(listener).start();
		listener.get(1, TimeUnit.MINUTES);
		assertThat(handled).containsExactly("0-0");
	}

	@Test
	void watchOverProgressSeesWhereTheBatchWasSetBackTo() {
		arm(0);
		send(3, 2);
		handle(poll());
		PartitionLedger ledger = this.consumer.progress().ledger();
		ledger.sample(this.mock, Set.of(A, B), Set.of(), System.nanoTime() + TimeUnit.MINUTES.toNanos(1));
		assertThat(ledger.sample().partitions())
			.extracting(PartitionReading::partition, PartitionReading::position, PartitionReading::paused)
			.containsExactlyInAnyOrder(tuple(A, 1L, false), tuple(B, 0L, false));
	}

	@Test
	void batchInTimeIsHandedOutWhole() {
		arm(FAR);
		send(3, 2);
		assertThat(handle(poll())).hasSize(5);
		assertThat(this.consumer.progress().splits()).isZero();
	}

	@Test
	void pollAfterSplitIsMadeWhilePausedAndThenBringsTheRest() {
		arm(0);
		send(3, 0);
		handle(poll());
		notePausesInPoll();
		send(0, 0);
		assertThat(poll().count()).isZero();
		assertThat(this.partitionsPausedInPoll).containsExactly(2);
		assertThat(this.mock.paused()).isEmpty();
	}

	@Test
	void partitionsTakeTurnsHoweverTheClientSortsThem() {
		OneSidedConsumer client = new OneSidedConsumer();
		LeaseConsumer<String, String> consumer = new LeaseConsumer<>(client);
		consumer.assign(List.of(A, B));
		consumer.seek(A, 0);
		consumer.seek(B, 0);
		arm(0);
		List<String> handled = new ArrayList<>();
		for (int i = 0; i < 6; i++) {
			this.interceptor.setupThreadState(consumer);
			handled.addAll(handle(consumer.poll(Duration.ZERO), consumer));
		}
		assertThat(handled).containsExactly("0-0", "1-0", "0-1", "1-1", "0-2", "1-2");
		assertThat(client.paused()).isEmpty();
	}

	@Test
	void partitionThatIsPausedByTheUserMissesItsTurn() {
		arm(0);
		this.mock.setMaxPollRecords(3);
		this.consumer.pause(Set.of(B));
		List<String> handled = new ArrayList<>();
		for (int i = 0; i < 2; i++) {
			send(3, 3);
			handled.addAll(handle(poll()));
		}
		assertThat(handled).containsExactly("0-0", "0-1");
		assertThat(this.mock.paused()).containsExactly(B);
	}

	@Test
	void whatIsPausedByOthersStaysPaused() {
		arm(0);
		send(3, 0);
		handle(poll());
		this.consumer.pause(Set.of(B));
		this.mock.schedulePollTask(() -> this.consumer.pause(Set.of(A)));
		poll();
		assertThat(this.mock.paused()).containsExactlyInAnyOrder(A, B);
	}

	@Test
	void partitionThatIsSoughtByTheListenerKeepsThatPosition() {
		arm(0);
		send(3, 2);
		ConsumerRecords<String, String> records = poll();
		Iterator<ConsumerRecord<String, String>> iterator = records.iterator();
		handle(iterator.next());
		this.consumer.seek(B, 7);
		List<String> rest = new ArrayList<>();
		iterator.forEachRemaining((record) -> rest.add(record.partition() + "-" + record.offset()));
		assertThat(rest).containsExactly("1-0", "1-1");
		assertThat(this.mock.position(A)).isEqualTo(1);
		assertThat(this.mock.position(B)).isEqualTo(7);
	}

	@Test
	void whoCollectsTheRestAfterFailureGetsNoneBecauseItIsSoughtAlready() {
		arm(FAR);
		send(3, 2);
		Iterator<ConsumerRecord<String, String>> iterator = poll().iterator();
		handle(iterator.next());
		ConsumerRecord<String, String> failed = iterator.next();
		this.interceptor.intercept(failed, this.consumer);
		this.interceptor.failure(failed, new IllegalStateException(), this.consumer);
		assertThat(iterator.hasNext()).isFalse();
		assertThat(this.mock.position(A)).isEqualTo(2);
		assertThat(this.mock.position(B)).isZero();
		assertThat(this.consumer.progress().splits()).isZero();
	}

	@Test
	void secondIterationShowsAllRecords() {
		arm(0);
		send(3, 2);
		ConsumerRecords<String, String> records = poll();
		assertThat(handle(records)).hasSize(1);
		assertThat(records).hasSize(5);
	}

	@Test
	void copyingPostProcessorGetsAllRecords() {
		arm(0);
		send(3, 2);
		assertThat(poll()).hasSize(5);
		assertThat(this.mock.position(A)).isEqualTo(3);
	}

	@Test
	void withoutDeclaredTimeTheLongestRecordOfTheBatchIsReckonedWith() throws InterruptedException {
		this.interceptor.terms(new ConsumerTerms(millis(250), ConsumerTerms.UNBOUNDED, ConsumerTerms.UNBOUNDED,
				millis(200), ConsumerTerms.UNBOUNDED, true));
		send(500, 0);
		int handled = 0;
		for (ConsumerRecord<String, String> record : poll()) {
			this.interceptor.intercept(record, this.consumer);
			Thread.sleep(30);
			this.interceptor.afterRecord(record, this.consumer);
			handled++;
		}
		assertThat(handled).isBetween(1, 6);
		assertThat(this.consumer.progress().splits()).isEqualTo(1);
	}

	@Test
	@Tag("allocation")
	void recordPathAllocatesNothingWhileNothingIsSplit() {
		arm(FAR);
		send(200_000, 0);
		Iterator<ConsumerRecord<String, String>> iterator = poll().iterator();
		ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
		work(iterator, 100_000);
		long before = threads.getCurrentThreadAllocatedBytes();
		long own = threads.getCurrentThreadAllocatedBytes() - before;
		before = threads.getCurrentThreadAllocatedBytes();
		work(iterator, 90_000);
		assertThat(threads.getCurrentThreadAllocatedBytes() - before - own).isZero();
	}

	@Test
	void batchIsNotSplitBeforeItIsWorthARenewal() {
		long hour = TimeUnit.HOURS.toNanos(1);
		// The fixed costs take all of the lease, the next record may take it as well.
		this.interceptor.terms(new ConsumerTerms(hour, hour, hour, 0, ConsumerTerms.UNBOUNDED, true));
		send(3, 2);
		assertThat(handle(poll())).hasSize(5);
	}

	@ParameterizedTest
	@CsvSource({ "0, 0", "20, 1", "80, 5" })
	void longerTheBatchTheMorePollsServeWhatIsDue(long batchMs, int pausedPolls) throws InterruptedException {
		this.interceptor
			.terms(new ConsumerTerms(millis(240), millis(10), millis(10), millis(10_000), millis(10), true));
		send(2, 0);
		handle(poll());
		Thread.sleep(batchMs);
		for (int i = 0; i < 6; i++) {
			notePausesInPoll();
		}
		poll();
		assertThat(this.partitionsPausedInPoll.stream().filter((paused) -> paused > 0)).hasSize(pausedPolls);
		assertThat(this.mock.paused()).isEmpty();
	}

	private void work(Iterator<ConsumerRecord<String, String>> iterator, int count) {
		for (int i = 0; i < count && iterator.hasNext(); i++) {
			handle(iterator.next());
		}
	}

	private void arm(long latestNanos) {
		this.interceptor
			.terms(new ConsumerTerms(latestNanos, millis(10), millis(10), latestNanos, ConsumerTerms.UNBOUNDED, true));
	}

	private static long millis(long millis) {
		return TimeUnit.MILLISECONDS.toNanos(millis);
	}

	private void notePausesInPoll() {
		this.mock.schedulePollTask(() -> this.partitionsPausedInPoll.add(this.mock.paused().size()));
	}

	private void send(int a, int b) {
		for (int i = 0; i < a; i++) {
			this.mock.addRecord(new ConsumerRecord<>("payments", 0, i, "key", "value"));
		}
		for (int i = 0; i < b; i++) {
			this.mock.addRecord(new ConsumerRecord<>("payments", 1, i, "key", "value"));
		}
	}

	private ConsumerRecords<String, String> poll() {
		this.interceptor.setupThreadState(this.consumer);
		return this.consumer.poll(Duration.ZERO);
	}

	private List<String> handle(ConsumerRecords<String, String> records) {
		return handle(records, this.consumer);
	}

	private List<String> handle(ConsumerRecords<String, String> records, LeaseConsumer<String, String> consumer) {
		List<String> handled = new ArrayList<>();
		for (ConsumerRecord<String, String> record : records) {
			handle(record, consumer);
			handled.add(record.partition() + "-" + record.offset());
		}
		return handled;
	}

	private void handle(ConsumerRecord<String, String> record) {
		handle(record, this.consumer);
	}

	private void handle(ConsumerRecord<String, String> record, LeaseConsumer<String, String> consumer) {
		this.interceptor.intercept(record, consumer);
		this.interceptor.success(record, consumer);
		this.interceptor.afterRecord(record, consumer);
	}

	/**
	 * A client that looks at its first partition first, whenever it can, and has three
	 * records of each.
	 */
	private static final class OneSidedConsumer extends MockConsumer<String, String> {

		OneSidedConsumer() {
			super("earliest");
		}

		@Override
		public synchronized ConsumerRecords<String, String> poll(Duration timeout) {
			for (TopicPartition partition : List.of(A, B)) {
				List<ConsumerRecord<String, String>> records = new ArrayList<>();
				for (long i = position(partition); i < 3 && !paused().contains(partition); i++) {
					records.add(new ConsumerRecord<>("payments", partition.partition(), i, "key", "value"));
				}
				if (!records.isEmpty()) {
					seek(partition, 3);
					return new ConsumerRecords<>(Map.of(partition, records), Map.of());
				}
			}
			return ConsumerRecords.empty();
		}

	}

}
