package io.leaseguard.watchdog;

/**
 * What the watchdog says of one live consumer now, mildest first.
 *
 * @since 0.1.0
 */
public enum LeaseStatus {

	/**
	 * Polls, and there is nothing to do.
	 */
	IDLE,

	/**
	 * Has records in hand.
	 */
	WORKING,

	/**
	 * A healthy member of its group to which no partition is assigned.
	 */
	STANDBY,

	/**
	 * All its partitions are paused.
	 */
	PAUSED,

	/**
	 * Has given up its partitions, or has not got any yet, and waits for its group.
	 */
	REBALANCING,

	/**
	 * A record has outlived its timeout.
	 */
	OVERDUE,

	/**
	 * The records in hand are predicted not to be done before the lease expires.
	 */
	AT_RISK,

	/**
	 * Has not polled for longer than its lease: it is out of the group, and what it holds
	 * is delivered again elsewhere.
	 */
	LEASE_EXPIRED,

	/**
	 * Polls, but a partition with work has not moved for too long, or nothing has.
	 */
	PROGRESS_STALLED,

	/**
	 * Polls, but has sent no heartbeat for a session timeout although nothing excuses it.
	 */
	HEARTBEAT_LOST,

	/**
	 * Not running.
	 */
	STOPPED

}
