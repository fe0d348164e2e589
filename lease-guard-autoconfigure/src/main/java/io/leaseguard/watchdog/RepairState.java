package io.leaseguard.watchdog;

/**
 * How far the repair of a consumer has come.
 *
 * @since 0.1.0
 */
public enum RepairState {

	/**
	 * There is nothing to repair, or nobody tries.
	 */
	NONE,

	/**
	 * A repair is under way and its outcome not known yet.
	 */
	PENDING,

	/**
	 * The last repair did not help; another may follow.
	 */
	FAILED,

	/**
	 * Nothing safe is left to try.
	 */
	EXHAUSTED,

	/**
	 * There is no repair for this consumer: the consumer protocol has no rejoin.
	 */
	IMPOSSIBLE

}
