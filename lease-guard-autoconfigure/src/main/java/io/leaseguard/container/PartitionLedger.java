package io.leaseguard.container;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.listener.KafkaBackoffException;

/**
 * What passes through the taps of one consumer about its partitions: positions, commits,
 * pauses and failures. Kept by the consumer thread alone and shown to the watchdog at
 * most once a second as an immutable {@link PartitionSample}. Costs something per poll
 * and per commit, nothing per record that succeeds.
 * <p>
 * The broker is never called for it. Positions are those that polls and seeks pass
 * through, because asking the client for one may block; the lag of a partition is asked
 * of the client only where the watchdog wants to know, and is answered from memory. Where
 * the client has never fetched a partition it puts one request for the end of the log in
 * its queue and answers when it knows, without waiting for it.
 */
final class PartitionLedger {

	private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(1);

	private static final int CAUSES = 16;

	private final Map<TopicPartition, Long> seen = new HashMap<>();

	private final Map<TopicPartition, OffsetAndMetadata> positions = new HashMap<>();

	private final Map<TopicPartition, OffsetAndMetadata> committed = new HashMap<>();

	private final Map<TopicPartition, Lag> lags = new HashMap<>();

	private final Map<TopicPartition, PartitionReading.RetriedDelivery> retries = new HashMap<>();

	private final Map<TopicPartition, Long> due = new HashMap<>();

	private final Set<TopicPartition> pausedByApplication = new HashSet<>();

	private volatile Set<TopicPartition> asked = Set.of();

	private boolean moved;

	private long movedNanos = System.nanoTime();

	private volatile PartitionSample sample = new PartitionSample(this.movedNanos, this.movedNanos, List.of());

	/**
	 * Return the last sample.
	 * @return the sample, which has no partitions before the first
	 */
	PartitionSample sample() {
		return this.sample;
	}

	/**
	 * Ask for the lag of partitions, to be answered in one of the next samples.
	 * @param partitions the partitions
	 */
	void ask(Set<TopicPartition> partitions) {
		Set<TopicPartition> asked = this.asked;
		// Mostly the very same, and none.
		if (partitions != asked && !partitions.equals(asked)) {
			this.asked = Set.copyOf(partitions);
		}
	}

	void polled(ConsumerRecords<?, ?> records) {
		Map<TopicPartition, OffsetAndMetadata> next = records.nextOffsets();
		if (!next.isEmpty()) {
			next.forEach(this::position);
		}
		else if (!records.isEmpty()) {
			// An interceptor of the client has made records of its own.
			for (TopicPartition partition : records.partitions()) {
				List<? extends ConsumerRecord<?, ?>> list = records.records(partition);
				position(partition, new OffsetAndMetadata(list.get(list.size() - 1).offset() + 1));
			}
		}
	}

	void position(TopicPartition partition, OffsetAndMetadata position) {
		this.moved = true;
		this.positions.put(partition, position);
	}

	void positionLost(Collection<TopicPartition> partitions) {
		this.moved = true;
		(partitions.isEmpty() ? List.copyOf(this.positions.keySet()) : partitions).forEach(this.positions::remove);
	}

	void committed(Map<TopicPartition, OffsetAndMetadata> offsets) {
		this.moved = true;
		this.committed.putAll(offsets);
	}

	void committedAll() {
		this.moved = true;
		this.committed.putAll(this.positions);
	}

	void paused(Collection<TopicPartition> partitions, boolean byApplication) {
		if (byApplication) {
			this.pausedByApplication.addAll(partitions);
		}
	}

	void resumed(Collection<TopicPartition> partitions) {
		for (TopicPartition partition : partitions) {
			this.pausedByApplication.remove(partition);
			this.due.remove(partition);
		}
	}

	void revoked(Collection<TopicPartition> partitions) {
		for (TopicPartition partition : partitions) {
			this.seen.remove(partition);
			this.positions.remove(partition);
			this.committed.remove(partition);
			this.lags.remove(partition);
			this.retries.remove(partition);
			this.pausedByApplication.remove(partition);
		}
	}

	void failed(TopicPartition partition, long offset, Throwable exception) {
		KafkaBackoffException backOff = backOff(exception);
		if (backOff != null) {
			// The listener of a retry topic does not want the record yet.
			long millis = backOff.getDueTimestamp() - System.currentTimeMillis();
			this.due.put(partition, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(Math.max(0, millis)));
			return;
		}
		PartitionReading.RetriedDelivery before = this.retries.get(partition);
		long failures = (before != null && before.offset() == offset) ? before.failures() + 1 : 1;
		this.retries.put(partition, new PartitionReading.RetriedDelivery(offset, failures, name(exception)));
	}

	/**
	 * Take a sample, if the last one is a second old.
	 * @param consumer whom to ask for a lag
	 * @param assigned the assigned partitions
	 * @param paused the paused ones among them
	 * @param nowNanos the time
	 */
	void sample(Consumer<?, ?> consumer, Set<TopicPartition> assigned, Set<TopicPartition> paused, long nowNanos) {
		if (this.moved) {
			// Here, where the work on what has moved is done: a slow record moves on.
			this.moved = false;
			this.movedNanos = nowNanos;
		}
		if (nowNanos - this.sample.takenNanos() < PERIOD_NANOS || Thread.currentThread().isInterrupted()) {
			return;
		}
		Set<TopicPartition> asked = this.asked;
		List<PartitionReading> readings = new ArrayList<>(assigned.size());
		for (TopicPartition partition : assigned) {
			long position = offset(this.positions.get(partition));
			forgetWhatHasMoved(partition, position, paused.contains(partition));
			if (asked.contains(partition)) {
				this.lags.put(partition, new Lag(position, lag(consumer, partition), nowNanos));
			}
			Lag lag = this.lags.get(partition);
			readings.add(new PartitionReading(partition, this.seen.computeIfAbsent(partition, (key) -> nowNanos),
					position, offset(this.committed.get(partition)),
					(lag != null) ? lag.value() : PartitionReading.NOT_ASKED, (lag != null) ? lag.nanos() : nowNanos,
					paused.contains(partition), this.pausedByApplication.contains(partition),
					this.retries.get(partition), this.due.get(partition)));
		}
		this.sample = new PartitionSample(nowNanos, this.movedNanos, readings);
	}

	private void forgetWhatHasMoved(TopicPartition partition, long position, boolean paused) {
		Lag lag = this.lags.get(partition);
		if (lag != null && lag.position() != position) {
			this.lags.remove(partition);
		}
		PartitionReading.RetriedDelivery retry = this.retries.get(partition);
		// A batch that is tried again in its place is behind the position, and paused.
		if (retry != null && position > retry.offset() && !paused) {
			this.retries.remove(partition);
		}
	}

	private static long lag(Consumer<?, ?> consumer, TopicPartition partition) {
		try {
			OptionalLong lag = consumer.currentLag(partition);
			return lag.isPresent() ? Math.max(0, lag.getAsLong()) : PartitionReading.UNKNOWN;
		}
		catch (RuntimeException ex) {
			// Revoked meanwhile, closed or interrupted: the poll that follows tells.
			return PartitionReading.NOT_ASKED;
		}
	}

	private static long offset(@Nullable OffsetAndMetadata offset) {
		return (offset != null) ? offset.offset() : PartitionReading.UNKNOWN;
	}

	private static @Nullable KafkaBackoffException backOff(Throwable exception) {
		Throwable cause = exception;
		for (int i = 0; i < CAUSES && cause != null; i++) {
			if (cause instanceof KafkaBackoffException backOff) {
				return backOff;
			}
			cause = cause.getCause();
		}
		return null;
	}

	private static String name(Throwable exception) {
		// The exception of the listener is wrapped by its container.
		Throwable cause = exception.getCause();
		return ((cause != null) ? cause : exception).getClass().getSimpleName();
	}

	/**
	 * The answer to a question for a lag.
	 *
	 * @param position the position that it belongs to
	 * @param value the lag
	 * @param nanos when it was asked for
	 */
	private record Lag(long position, long value, long nanos) {
	}

}
