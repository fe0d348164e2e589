package io.leaseguard.recovery;

import java.util.HashMap;
import java.util.Map;

import io.leaseguard.container.PartitionReading;
import io.leaseguard.watchdog.ConsumerExamination;
import io.leaseguard.watchdog.ProgressStall;

/**
 * Where a consumer was at a stop, so that it can be told whether another one in its place
 * has come any further. Only a commit beyond that place tells: a position runs ahead of a
 * record that fails, and of an acknowledgment that is lost.
 *
 * @param offsets the offsets that were not left behind, by partition; none when the
 * consumer as a whole was at a stop
 */
record Standstill(Map<String, Long> offsets) {

	static final Standstill NOWHERE = new Standstill(Map.of());

	static Standstill of(ConsumerExamination examination) {
		ProgressStall stall = examination.stall();
		if (stall == null) {
			return NOWHERE;
		}
		Map<String, Long> offsets = new HashMap<>();
		for (PartitionReading reading : examination.progress().partitions().partitions()) {
			String name = reading.partition().toString();
			if (stall.partitions().contains(name)) {
				offsets.put(name,
						(reading.committed() != PartitionReading.UNKNOWN) ? reading.committed() : reading.position());
			}
		}
		return new Standstill(offsets);
	}

	/**
	 * Return whether a consumer has left all these places behind.
	 * @param examination the consumer
	 * @return whether its commits tell so; {@code false} says nothing
	 */
	boolean isLeftBehind(ConsumerExamination examination) {
		long left = examination.progress().partitions().partitions().stream().filter((reading) -> {
			Long offset = this.offsets.get(reading.partition().toString());
			return offset != null && reading.committed() > offset;
		}).count();
		return left > 0 && left == this.offsets.size();
	}

	/**
	 * Return whether a consumer is at a stop at one of these places.
	 * @param examination the consumer
	 * @return whether it has inherited the stall
	 */
	boolean isInheritedBy(ConsumerExamination examination) {
		ProgressStall stall = examination.stall();
		return stall != null && stall.partitions().stream().anyMatch(this.offsets::containsKey);
	}

}
