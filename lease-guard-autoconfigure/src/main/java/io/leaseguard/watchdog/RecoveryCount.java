package io.leaseguard.watchdog;

/**
 * How often a repair has come to an outcome.
 *
 * @param action what was done, for example {@code rejoin}
 * @param outcome what came of it, see {@link PastRecovery}
 * @param count how often
 * @since 0.1.0
 */
public record RecoveryCount(String action, String outcome, long count) {
}
