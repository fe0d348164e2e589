package io.leaseguard.recovery;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Repairs what a person asks for, in any {@link RecoveryMode} and whether or not the
 * watchdog runs: whoever was given the right to ask knows what for. What makes a repair
 * unsafe, and the vetoes of the application, hold for a person as well; the limits do
 * not.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface LeaseRecoveries {

	/**
	 * Ask for a repair. Does not wait for it.
	 * @param listenerId the id of the listener
	 * @param consumerIndex the index of the child in its container, from zero;
	 * {@code null} for all, one after the other
	 * @param action what to do
	 * @return one answer a consumer; empty when there is no such consumer
	 */
	List<RecoveryAnswer> request(String listenerId, @Nullable Integer consumerIndex, RecoveryAction action);

}
