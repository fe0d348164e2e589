package io.leaseguard.sample.fault;

/**
 * The faults at present.
 *
 * @param slowMs how much longer each payment takes, milliseconds
 * @param stuck whether payments wait to be released
 * @param heartbeatThreads heartbeat threads of the payments group that are alive
 */
record Faults(long slowMs, boolean stuck, int heartbeatThreads) {
}
