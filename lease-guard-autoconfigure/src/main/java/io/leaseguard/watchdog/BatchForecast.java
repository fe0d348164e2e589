package io.leaseguard.watchdog;

/**
 * How much of the lease the records in hand are going to need.
 *
 * @param needNanos the time from the last renewal of the lease to the end of the records
 * in hand, nanoseconds: what has passed, and what the rest will hardly pass
 * @param atRisk whether the lease is at risk
 * @param lawfulRecords how many records a poll might return, so that they would fit: at
 * least 1
 */
record BatchForecast(long needNanos, boolean atRisk, int lawfulRecords) {
}
