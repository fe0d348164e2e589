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
	 * Let a consumer whose heartbeat is lost rejoin its group, on its own thread. Under
	 * {@code group.protocol=consumer} there is no rejoin, and nothing is repaired.
	 */
	REJOIN,

	/**
	 * Where a rejoin does not help or does not exist, stop and start the one sick
	 * consumer; also one that makes no progress although it polls, and one that was
	 * stopped by an error. Never one whose thread is stuck, and never one that was
	 * stopped because it was fenced or not authorized, or for want of an offset.
	 */
	RESTART

}
