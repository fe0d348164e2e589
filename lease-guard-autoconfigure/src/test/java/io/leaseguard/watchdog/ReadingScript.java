package io.leaseguard.watchdog;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

import io.leaseguard.container.PartitionReading;
import io.leaseguard.container.PartitionSample;
import io.leaseguard.container.PollFailure;
import io.leaseguard.container.ProgressReading;

/**
 * The life of one consumer as its taps tell it. Time stands still between calls of
 * {@link #seconds(long)}.
 */
final class ReadingScript {

	private final Map<Integer, PartitionReading> partitions = new TreeMap<>();

	private long nanos;

	private long assignedNanos;

	private long pollNanos;

	private long emptyNanos;

	private long leaseNanos;

	private boolean polling = true;

	private int batch;

	private int done;

	private long polls;

	private long recordNanos = -1;

	private boolean member = true;

	private boolean rebalancing;

	private boolean failing;

	private @Nullable PollFailure failure;

	private PartitionSample sample = new PartitionSample(0, 0, List.of());

	static TopicPartition partition(int number) {
		return new TopicPartition("payments", number);
	}

	long nanos() {
		return this.nanos;
	}

	ReadingScript seconds(long seconds) {
		this.nanos += Duration.ofSeconds(seconds).toNanos();
		return this;
	}

	ReadingScript partition(int number, long position, long committed, long lag) {
		return put(new PartitionReading(partition(number), this.assignedNanos, position, committed, lag, this.nanos,
				false, false, null, null));
	}

	ReadingScript paused(int number, long position, boolean byApplication, @Nullable Long dueNanos) {
		return put(new PartitionReading(partition(number), this.assignedNanos, position, position,
				PartitionReading.NOT_ASKED, this.nanos, true, byApplication, null, dueNanos));
	}

	ReadingScript failing(int number, long position, long lag, long failures) {
		return put(new PartitionReading(partition(number), this.assignedNanos, position, position, lag, this.nanos,
				false, false, new PartitionReading.RetriedDelivery(position, failures, "IllegalStateException"), null));
	}

	private ReadingScript put(PartitionReading reading) {
		this.partitions.put(reading.partition().partition(), reading);
		return this;
	}

	/**
	 * All partitions are taken and given back.
	 */
	ReadingScript reassigned() {
		this.assignedNanos = this.nanos;
		return this;
	}

	ReadingScript without(int number) {
		this.partitions.remove(number);
		return this;
	}

	/**
	 * Enters a poll, where the sample is taken.
	 */
	ReadingScript poll() {
		this.polling = true;
		this.polls++;
		this.done = 0;
		this.pollNanos = this.nanos;
		this.leaseNanos = this.nanos;
		this.batch = 0;
		this.recordNanos = -1;
		this.sample = new PartitionSample(this.nanos, this.nanos, new ArrayList<>(this.partitions.values()));
		return this;
	}

	/**
	 * Leaves the poll with nothing and enters the next.
	 */
	ReadingScript emptyPoll() {
		this.emptyNanos = this.nanos;
		return poll();
	}

	/**
	 * Leaves the poll with records.
	 */
	ReadingScript work(int count) {
		this.polling = false;
		this.polls++;
		this.done = 0;
		this.pollNanos = this.nanos;
		this.leaseNanos = this.nanos;
		this.batch = count;
		return this;
	}

	ReadingScript record() {
		this.recordNanos = this.nanos;
		return this;
	}

	/**
	 * Has done some of the records in hand.
	 */
	ReadingScript done(int count) {
		this.done = count;
		this.recordNanos = -1;
		return this;
	}

	ReadingScript millis(long millis) {
		this.nanos += Duration.ofMillis(millis).toNanos();
		return this;
	}

	/**
	 * Has a record in flight.
	 * @param millis when it began, from now: zero or negative
	 */
	ReadingScript recordSince(long millis) {
		this.recordNanos = this.nanos + Duration.ofMillis(millis).toNanos();
		return this;
	}

	/**
	 * The listener has thrown.
	 */
	ReadingScript fails() {
		this.recordNanos = -1;
		this.failing = true;
		return this;
	}

	ReadingScript rebalancing(boolean rebalancing) {
		this.rebalancing = rebalancing;
		return this;
	}

	ReadingScript byHand() {
		this.member = false;
		return this;
	}

	ReadingScript failure(String cause, @Nullable Long sinceNanos) {
		this.failure = new PollFailure(cause, null, false, this.nanos, sinceNanos);
		return this;
	}

	ProgressReading reading() {
		Set<TopicPartition> assigned = new LinkedHashSet<>();
		Set<TopicPartition> paused = new LinkedHashSet<>();
		this.partitions.values().forEach((reading) -> {
			assigned.add(reading.partition());
			if (reading.paused()) {
				paused.add(reading.partition());
			}
		});
		ConsumerRecord<?, ?> record = (this.recordNanos >= 0) ? new ConsumerRecord<>("payments", 0, 42, "k", "v")
				: null;
		return new ProgressReading(this.polls, this.polling, this.nanos - this.pollNanos, this.nanos - this.leaseNanos,
				this.nanos - this.emptyNanos, this.batch, this.batch - this.done,
				(record != null) ? this.nanos - this.recordNanos : -1, record, assigned, paused, this.member,
				this.rebalancing, this.sample, this.failure, this.failing);
	}

}
