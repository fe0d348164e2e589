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
	 * A repair is due and waits for its moment: another consumer is under repair, the
	 * group rebalances, or the brokers are the patient.
	 */
	HELD,

	/**
	 * The application forbids the repair for now.
	 */
	VETOED,

	/**
	 * The last repair did not help; another may follow.
	 */
	FAILED,

	/**
	 * Nothing safe is left to try: the attempts are used up, or the thread is stuck.
	 */
	EXHAUSTED,

	/**
	 * There is no repair for this consumer: the consumer protocol has no rejoin.
	 */
	IMPOSSIBLE;

	/**
	 * Return whether there is reason to wait before a person is called.
	 * @return whether a repair is under way or about to be
	 */
	boolean hopeful() {
		return this == PENDING || this == HELD;
	}

}
