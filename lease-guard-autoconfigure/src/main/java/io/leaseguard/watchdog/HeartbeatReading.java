package io.leaseguard.watchdog;

/**
 * What the heartbeats of one consumer say at one tick.
 *
 * @param silenceNanos how long it has been silent without an excuse, nanoseconds
 * @param reachable whether the cluster answers
 * @param state what to make of it
 */
record HeartbeatReading(long silenceNanos, boolean reachable, State state) {

	boolean is(State state) {
		return this.state == state;
	}

	/**
	 * What to make of a silence.
	 */
	enum State {

		/**
		 * It is shorter than a session timeout.
		 */
		HEARD,

		/**
		 * The member seems to wait for its group, which may last as long as this.
		 */
		WAITING,

		/**
		 * The member waits for its group for longer than any rebalance may take.
		 */
		FORGOTTEN,

		/**
		 * Nothing explains it.
		 */
		LOST

	}

}
