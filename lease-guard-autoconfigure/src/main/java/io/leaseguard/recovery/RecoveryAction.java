package io.leaseguard.recovery;

import java.util.Locale;

/**
 * What can be done for a sick consumer, mildest first.
 *
 * @since 0.1.0
 */
public enum RecoveryAction {

	/**
	 * Let the consumer rejoin its group, on its own thread at its next poll.
	 */
	REJOIN,

	/**
	 * Stop the consumer, wait for its end, and start it again. Where its fault has
	 * stopped the whole container, start that again.
	 */
	RESTART;

	/**
	 * Return the name of the action as users see it.
	 * @return the name
	 */
	public String id() {
		return name().toLowerCase(Locale.ROOT);
	}

}
