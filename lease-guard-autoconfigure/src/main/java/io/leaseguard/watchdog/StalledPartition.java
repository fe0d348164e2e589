package io.leaseguard.watchdog;

import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import io.leaseguard.container.PartitionReading;
import io.leaseguard.lease.Millis;

/**
 * A partition that has stood still for too long.
 *
 * @param reading the partition
 * @param nanos for how long, nanoseconds
 */
record StalledPartition(PartitionReading reading, long nanos) {

	private static final int DESCRIBED = 5;

	/**
	 * One whose record fails may hold up the others behind it.
	 */
	private static final Comparator<StalledPartition> CULPRITS_FIRST = Comparator
		.comparing((StalledPartition one) -> one.reading.retry() == null)
		.thenComparing(Comparator.comparingLong(StalledPartition::nanos).reversed());

	/**
	 * Return the stall that partitions make.
	 * @param partitions the partitions, at least one
	 * @return the stall
	 */
	static ProgressStall stall(List<StalledPartition> partitions) {
		List<StalledPartition> stalled = partitions.stream().sorted(CULPRITS_FIRST).toList();
		StalledPartition first = stalled.get(0);
		String detail = stalled.stream()
			.limit(DESCRIBED)
			.map(StalledPartition::describe)
			.collect(Collectors.joining("; "));
		if (stalled.size() > DESCRIBED) {
			detail += "; and " + (stalled.size() - DESCRIBED) + " more partitions";
		}
		return new ProgressStall(first.name(), stalled.stream().map(StalledPartition::name).toList(), first.nanos(),
				detail);
	}

	private String name() {
		return this.reading.partition().toString();
	}

	private String describe() {
		StringBuilder text = new StringBuilder(name()).append(" has not moved for ")
			.append(Millis.format(TimeUnit.NANOSECONDS.toMillis(this.nanos)));
		if (this.reading.position() >= 0) {
			text.append(" from offset ").append(this.reading.position());
		}
		if (this.reading.lag() > 0) {
			text.append(", lag ").append(this.reading.lag());
		}
		PartitionReading.RetriedDelivery retry = this.reading.retry();
		if (retry != null) {
			text.append(", offset ")
				.append(retry.offset())
				.append(" has failed ")
				.append(retry.failures())
				.append((retry.failures() == 1) ? " time with " : " times with ")
				.append(retry.cause());
		}
		if (this.reading.paused()) {
			text.append((this.reading.dueNanos() != null) ? ", paused although its back-off is over"
					: ", paused although nobody asks for it");
		}
		else if (this.reading.lag() == PartitionReading.UNKNOWN) {
			text.append(", nothing was ever fetched");
		}
		return text.toString();
	}

}
