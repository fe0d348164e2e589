package io.leaseguard.sample.fault;

import org.jspecify.annotations.Nullable;

import io.leaseguard.recovery.RecoveryMode;

/**
 * The faults at present.
 *
 * @param slowMs how much longer each payment takes, milliseconds
 * @param stuck whether payments wait to be released
 * @param paused whether the listener of the payments is paused
 * @param heartbeatThreads heartbeat threads of the payments group that are alive
 * @param poison whether there is a refund that always fails
 * @param ordersHeld whether no order is placed
 * @param authenticationBroken whether the token server gives out no tokens, {@code null}
 * when there is none
 * @param recoveryMode what the guard may repair
 */
record Faults(long slowMs, boolean stuck, boolean paused, int heartbeatThreads, boolean poison, boolean ordersHeld,
		@Nullable Boolean authenticationBroken, RecoveryMode recoveryMode) {
}
