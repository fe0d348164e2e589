package io.leaseguard.container;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of the time that is left, as the consumer thread reads it.
 */
class ConsumerDeadlineTests {

	private static final long LEASE = TimeUnit.MINUTES.toNanos(5);

	private static final long WORK = TimeUnit.SECONDS.toNanos(2);

	private static final TopicPartition PARTITION = new TopicPartition("payments", 0);

	private final MockConsumer<String, String> mock = new MockConsumer<>("earliest");

	private final LeaseConsumer<String, String> consumer = new LeaseConsumer<>(this.mock);

	private final LeaseRecordInterceptor<String, String> interceptor = new LeaseRecordInterceptor<>(null);

	private final ConsumerRecord<String, String> record = new ConsumerRecord<>("payments", 0, 42, "key", "value");

	private final ConsumerProgress progress = this.consumer.progress();

	@BeforeEach
	void prepare() {
		this.consumer.assign(List.of(PARTITION));
		this.mock.updateBeginningOffsets(Map.of(PARTITION, 0L));
		this.interceptor.terms(new ConsumerTerms(LEASE, WORK, WORK, LEASE, ConsumerTerms.UNBOUNDED, false));
	}

	@Test
	void beforeTheFirstPollNoLeaseRuns() {
		this.interceptor.setupThreadState(this.consumer);
		assertThat(this.progress.leaseLeftNanos(System.nanoTime())).isEqualTo(ConsumerTerms.UNBOUNDED);
	}

	@Test
	void leaseRunsFromThePollAndWorkFromTheRecord() {
		poll();
		assertThat(this.progress.workLeftNanos(System.nanoTime())).isEqualTo(ConsumerTerms.UNBOUNDED);
		this.interceptor.intercept(this.record, this.consumer);
		long now = System.nanoTime();
		assertThat(this.progress.leaseLeftNanos(now)).isPositive().isLessThan(LEASE);
		assertThat(this.progress.workLeftNanos(now)).isPositive().isLessThan(WORK);
		assertThat(this.progress.workLeftNanos(now + WORK)).isZero();
		assertThat(this.progress.leaseLeftNanos(now + LEASE)).isZero();
		this.interceptor.afterRecord(this.record, this.consumer);
		assertThat(this.progress.workLeftNanos(now)).isEqualTo(ConsumerTerms.UNBOUNDED);
	}

	@Test
	void firstRecordThatAsksWithinLongStrideGetsNoTimeTwiceAndTheNextItsOwn() throws InterruptedException {
		poll();
		for (int i = 0; i < 5000; i++) {
			this.interceptor.intercept(this.record, this.consumer);
			this.interceptor.afterRecord(this.record, this.consumer);
		}
		this.interceptor.intercept(this.record, this.consumer);
		// When it began nobody has read, and it asks late.
		Thread.sleep(50);
		long now = System.nanoTime();
		assertThat(this.progress.workLeftNanos(now)).isPositive()
			.isLessThanOrEqualTo(WORK - Duration.ofMillis(50).toNanos());
		this.interceptor.afterRecord(this.record, this.consumer);
		this.interceptor.intercept(this.record, this.consumer);
		now = System.nanoTime();
		assertThat(this.progress.workLeftNanos(now)).isGreaterThan(this.progress.workLeftNanos(now + 1));
		assertThat(this.progress.workLeftNanos(now)).isGreaterThan(WORK / 2);
	}

	@Test
	void threadThatClosesItsConsumerHasNoDeadlineAnyMore() {
		poll();
		assertThat(LeaseConsumer.current()).isSameAs(this.progress);
		this.consumer.close();
		assertThat(LeaseConsumer.current()).isNull();
	}

	private void poll() {
		this.interceptor.setupThreadState(this.consumer);
		this.consumer.poll(Duration.ZERO);
	}

}
