package io.leaseguard.container;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import com.sun.management.ThreadMXBean;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of all that the guard does for one record, as the container calls it.
 */
class RecordPathTests {

	private static final TopicPartition PARTITION = new TopicPartition("payments", 0);

	private static final int RECORDS = 100_000;

	private final MockConsumer<String, String> mock = new MockConsumer<>("earliest");

	private final LeaseConsumer<String, String> consumer = new LeaseConsumer<>(this.mock);

	private final LeaseRecordInterceptor<String, String> interceptor = new LeaseRecordInterceptor<>(null);

	private final ConsumerRecord<String, String> record = new ConsumerRecord<>("payments", 0, 42, "key", "value");

	private final ConsumerProgress progress = this.consumer.progress();

	@BeforeEach
	void assign() {
		this.consumer.assign(List.of(PARTITION));
		this.mock.updateBeginningOffsets(Map.of(PARTITION, 0L));
	}

	@Test
	@Tag("allocation")
	void recordPathAllocatesNothing() {
		poll(10);
		assertThat(fewestBytes(() -> work(RECORDS))).isZero();
	}

	@Test
	void readingFollowsTheRecords() {
		poll(3);
		this.interceptor.intercept(this.record, this.consumer);
		ProgressReading working = this.progress.read(System.nanoTime());
		assertThat(working.polling()).isFalse();
		assertThat(working.batchSize()).isEqualTo(3);
		assertThat(working.recordsRemaining()).isEqualTo(3);
		assertThat(working.position()).isEqualTo("payments-0@42");
		assertThat(working.recordAgeNanos()).isNotNegative();
		finish();
		assertThat(this.progress.read(System.nanoTime()).recordsRemaining()).isEqualTo(2);
		assertThat(this.progress.read(System.nanoTime()).position()).isNull();
	}

	@Test
	void stuckRecordIsSeenWithinLongStride() {
		poll(10_000);
		work(5000);
		this.interceptor.intercept(this.record, this.consumer);
		long now = System.nanoTime();
		this.progress.read(now);
		long later = now + Duration.ofMinutes(1).toNanos();
		assertThat(this.progress.read(later).recordAgeNanos()).isEqualTo(Duration.ofMinutes(1).toNanos());
		finish();
		this.interceptor.intercept(this.record, this.consumer);
		assertThat(this.progress.read(later + 1).recordAgeNanos()).isZero();
	}

	@Test
	void backOffAfterFailureIsNotTimeOfARecord() {
		poll(3);
		this.interceptor.intercept(this.record, this.consumer);
		this.interceptor.failure(this.record, new IllegalStateException(), this.consumer);
		assertThat(this.progress.read(System.nanoTime() + Duration.ofMinutes(1).toNanos()).recordAgeNanos())
			.isEqualTo(-1);
		this.interceptor.afterRecord(this.record, this.consumer);
		assertThat(this.progress.read(System.nanoTime()).recordsRemaining()).isEqualTo(2);
	}

	@Test
	void everyRecordIsLearned() {
		poll(5000);
		work(5000);
		this.progress.times().ask(null);
		poll(0);
		assertThat(Objects.requireNonNull(this.progress.times().take()).getTotalCount()).isEqualTo(5000);
	}

	@Test
	@Tag("allocation")
	void pollAllocatesNothing() {
		EmptyConsumer bare = new EmptyConsumer();
		LeaseConsumer<String, String> guarded = new LeaseConsumer<>(bare);
		guarded.assign(List.of(PARTITION));
		assertThat(fewestBytes(() -> poll(guarded, RECORDS))).isZero();
	}

	/**
	 * Return what a round allocates once it is compiled. On a busy machine the compiler
	 * is late; a path that allocates by itself never comes down to zero. Neither does one
	 * through classes that were mocked, so these tests have a JVM of their own.
	 */
	private static long fewestBytes(Runnable round) {
		ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
		long before = threads.getCurrentThreadAllocatedBytes();
		// What the counter itself allocates is measured first.
		long own = threads.getCurrentThreadAllocatedBytes() - before;
		long fewest = Long.MAX_VALUE;
		long giveUp = System.nanoTime() + Duration.ofMinutes(1).toNanos();
		while (fewest != 0 && System.nanoTime() < giveUp) {
			before = threads.getCurrentThreadAllocatedBytes();
			round.run();
			fewest = Math.min(fewest, threads.getCurrentThreadAllocatedBytes() - before - own);
		}
		return fewest;
	}

	private static void poll(LeaseConsumer<String, String> consumer, int count) {
		for (int i = 0; i < count; i++) {
			consumer.poll(Duration.ZERO);
		}
	}

	private void work(int count) {
		for (int i = 0; i < count; i++) {
			this.interceptor.intercept(this.record, this.consumer);
			finish();
		}
	}

	private void finish() {
		this.interceptor.success(this.record, this.consumer);
		this.interceptor.afterRecord(this.record, this.consumer);
	}

	private void poll(int count) {
		List<ConsumerRecord<String, String>> records = new ArrayList<>();
		long offset = this.mock.position(PARTITION);
		for (int i = 0; i < count; i++) {
			this.mock.addRecord(new ConsumerRecord<>("payments", 0, offset + i, "key", "value"));
		}
		this.mock.setMaxPollRecords(Math.max(1, count));
		this.consumer.poll(Duration.ZERO).forEach(records::add);
		assertThat(records).hasSize(count);
	}

	/**
	 * A consumer that allocates nothing itself.
	 */
	private static final class EmptyConsumer extends MockConsumer<String, String> {

		EmptyConsumer() {
			super("earliest");
		}

		@Override
		public ConsumerRecords<String, String> poll(Duration timeout) {
			return ConsumerRecords.empty();
		}

	}

}
