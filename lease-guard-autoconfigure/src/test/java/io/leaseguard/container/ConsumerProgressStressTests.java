package io.leaseguard.container;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of readings while the consumer writes as quickly as it can.
 */
class ConsumerProgressStressTests {

	private static final TopicPartition PARTITION = new TopicPartition("payments", 0);

	private static final long SLOW_NANOS = Duration.ofMillis(30).toNanos();

	/**
	 * Too long for a stride of several records.
	 */
	private static final long QUICK_NANOS = Duration.ofMillis(1).toNanos() + 100_000;

	private static final int SLOW_RECORDS = 30;

	private static final int QUICK_RECORDS = 30;

	private final MockConsumer<String, Long> mock = new MockConsumer<>("earliest");

	private final LeaseConsumer<String, Long> consumer = new LeaseConsumer<>(this.mock);

	private final LeaseRecordInterceptor<String, Long> interceptor = new LeaseRecordInterceptor<>(null);

	private final AtomicBoolean done = new AtomicBoolean();

	private final AtomicReference<Throwable> failure = new AtomicReference<>();

	private long previousEndNanos;

	/**
	 * Each record carries the earliest time that its age may count from: when the one
	 * before it came to its end.
	 */
	@Test
	void noRecordHasTheAgeOfAnother() throws InterruptedException {
		this.consumer.assign(List.of(PARTITION));
		this.mock.updateBeginningOffsets(Map.of(PARTITION, 0L));
		Thread writer = new Thread(this::write);
		writer.setUncaughtExceptionHandler((thread, ex) -> this.failure.set(ex));
		writer.start();
		long seen = 0;
		while (!this.done.get()) {
			long now = System.nanoTime();
			ProgressReading reading = this.consumer.progress().read(now);
			ConsumerRecord<?, ?> record = reading.record();
			if (record != null && record.value() instanceof Long notBefore) {
				seen++;
				assertThat(reading.recordAgeNanos()).isLessThanOrEqualTo(Math.max(0, now - notBefore));
				assertThat(reading.polling()).isFalse();
			}
			assertThat(reading.recordsRemaining()).isBetween(0, reading.batchSize());
		}
		writer.join();
		assertThat(this.failure.get()).isNull();
		assertThat(seen).isPositive();
	}

	private void write() {
		try {
			for (int i = 0; i < SLOW_RECORDS; i++) {
				this.previousEndNanos = System.nanoTime();
				this.consumer.poll(Duration.ZERO);
				record(SLOW_NANOS);
				for (int j = 0; j < QUICK_RECORDS; j++) {
					record(QUICK_NANOS);
				}
			}
		}
		finally {
			this.done.set(true);
		}
	}

	private void record(long nanos) {
		ConsumerRecord<String, Long> record = new ConsumerRecord<>("payments", 0, 1, "key", this.previousEndNanos);
		this.interceptor.intercept(record, this.consumer);
		long until = System.nanoTime() + nanos;
		while (System.nanoTime() - until < 0) {
			Thread.onSpinWait();
		}
		this.interceptor.success(record, this.consumer);
		this.previousEndNanos = System.nanoTime();
		this.interceptor.afterRecord(record, this.consumer);
	}

}
