package io.leaseguard.watchdog;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Why one consumer makes no progress.
 *
 * @param partition the partition to blame, as {@code topic-partition}; {@code null} when
 * no single one is
 * @param partitions all partitions that stand still: those whose record fails first, then
 * those that have stood longest
 * @param nanos for how long, nanoseconds
 * @param detail what is known about it
 * @since 0.1.0
 */
public record ProgressStall(@Nullable String partition, List<String> partitions, long nanos, String detail) {

	public ProgressStall {
		partitions = List.copyOf(partitions);
	}

	static ProgressStall of(@Nullable String partition, long nanos, String detail) {
		return new ProgressStall(partition, (partition != null) ? List.of(partition) : List.of(), nanos, detail);
	}

}
