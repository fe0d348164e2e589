package io.leaseguard.watchdog;

/**
 * How long the work of one listener takes, learned from what its consumers did in the
 * last minutes: per record, or per batch for a batch listener. Started milliseconds count
 * as whole ones.
 *
 * @param count how many records or batches it was learned from
 * @param p50Ms half of them took no longer, milliseconds
 * @param p99Ms 99 in 100 took no longer, milliseconds
 * @param p999Ms 999 in 1000 took no longer, milliseconds
 * @param maxMs none took longer, milliseconds
 * @since 0.1.0
 */
public record LearnedTime(long count, long p50Ms, long p99Ms, long p999Ms, long maxMs) {
}
