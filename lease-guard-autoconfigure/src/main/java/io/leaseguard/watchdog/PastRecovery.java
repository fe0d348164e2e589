package io.leaseguard.watchdog;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * One repair that has come to its end.
 *
 * @param time when it began
 * @param consumerIndex the index of the child in its container, from zero
 * @param status the status at that time; {@code null} when nobody watches
 * @param action what was done: {@code rejoin} or {@code restart}
 * @param outcome what came of it: {@code healed}, after a stall only when progress was
 * seen or no stall has come back; {@code failed}, it did not help; {@code abandoned}, it
 * could not be carried out to its end; {@code vetoed} by the application;
 * {@code exhausted}, no attempt is left, or the thread is stuck and none is safe;
 * {@code impossible}, the protocol has no such thing; {@code done}, carried out for a
 * person, who judges whether it helped
 * @param durationMs from its begin to its end, milliseconds
 * @since 0.1.0
 */
public record PastRecovery(Instant time, int consumerIndex, @Nullable LeaseStatus status, String action, String outcome,
		long durationMs) {
}
