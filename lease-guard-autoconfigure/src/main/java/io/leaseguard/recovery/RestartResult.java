package io.leaseguard.recovery;

/**
 * What has come of a restart.
 */
enum RestartResult {

	/**
	 * The consumer was started again.
	 */
	STARTED,

	/**
	 * Its thread has not left in time: nothing was started.
	 */
	NOT_STOPPED,

	/**
	 * The application has stopped or restarted the listener, or the context stops.
	 */
	OVERTAKEN,

	/**
	 * It could not be started again.
	 */
	FAILED

}
