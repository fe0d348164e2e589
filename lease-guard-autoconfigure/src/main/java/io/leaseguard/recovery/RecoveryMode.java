package io.leaseguard.recovery;

/**
 * How far the guard may go to repair a consumer.
 *
 * @since 0.1.0
 */
public enum RecoveryMode {

	/**
	 * Report only.
	 */
	NONE,

	/**
	 * Let a consumer whose heartbeat is lost rejoin its group, on its own thread.
	 */
	REJOIN

}
