package io.leaseguard.watchdog;

/**
 * How long the work of one listener usually takes: what has outlived the lease is left
 * out, for that was stuck and tells nothing of the next, unless it was more than a tenth.
 *
 * @param count how many records or batches it was learned from
 * @param meanNanos the mean, nanoseconds
 * @param deviationNanos the standard deviation, nanoseconds
 * @param p99Nanos 99 in 100 took no longer, nanoseconds
 * @param p999Nanos 999 in 1000 took no longer, nanoseconds
 * @param maxNanos none took longer, nanoseconds
 */
record UsualTime(long count, long meanNanos, long deviationNanos, long p99Nanos, long p999Nanos, long maxNanos) {
}
