package io.leaseguard.container;

import java.util.List;

/**
 * The assigned partitions of a consumer at one moment, just before a poll: whatever the
 * container wanted to seek, pause or commit after the last one is done by then.
 *
 * @param takenNanos when it was taken, as of {@link System#nanoTime()}
 * @param partitions the partitions
 * @since 0.1.0
 */
public record PartitionSample(long takenNanos, List<PartitionReading> partitions) {

	public PartitionSample {
		partitions = List.copyOf(partitions);
	}

}
