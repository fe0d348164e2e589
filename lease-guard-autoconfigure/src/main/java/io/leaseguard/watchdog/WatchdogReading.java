package io.leaseguard.watchdog;

/**
 * How the watchdog itself is doing.
 *
 * @param state the state
 * @param tickAgeMs time since its last tick, milliseconds; -1 where none runs
 * @param errors what has failed in it so far: ticks, examinations, listeners
 * @since 0.1.0
 */
public record WatchdogReading(State state, long tickAgeMs, long errors) {

	/**
	 * What there is to read where no watchdog is wanted.
	 */
	public static final WatchdogReading OFF = new WatchdogReading(State.OFF, -1, 0);

	/**
	 * Return whether the picture that it has taken can't be relied upon.
	 * @return whether it should tick but does not
	 */
	public boolean ill() {
		return this.state == State.STOPPED || this.state == State.LATE;
	}

	/**
	 * The state of the watchdog.
	 */
	public enum State {

		/**
		 * Not wanted.
		 */
		OFF,

		/**
		 * Ticks.
		 */
		TICKING,

		/**
		 * Should tick, but has not for several intervals.
		 */
		LATE,

		/**
		 * Not started yet, or stopped.
		 */
		STOPPED

	}

}
