package io.leaseguard.container;

import java.util.List;

/**
 * The assigned partitions of a consumer at one moment, just before a poll: whatever the
 * container wanted to seek, pause or commit after the last one is done by then.
 *
 * @param takenNanos when it was taken, as of {@link System#nanoTime()}
 * @param movedNanos when the thread last came back to poll after anything had moved, so
 * that no partition has stood still for longer than since then if it has moved since the
 * sample before
 * @param partitions the partitions
 * @since 0.1.0
 */
public record PartitionSample(long takenNanos, long movedNanos, List<PartitionReading> partitions) {

	public PartitionSample {
		partitions = List.copyOf(partitions);
	}

}
