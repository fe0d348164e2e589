package io.leaseguard.recovery;

/**
 * What comes of a repair.
 */
enum Outcome {

	/**
	 * The consumer is well again.
	 */
	HEALED("healed"),

	/**
	 * It is not.
	 */
	FAILED("failed"),

	/**
	 * It is not: what it was stuck at has gone to another consumer, which is stuck at it
	 * now.
	 */
	MOVED_ON("failed"),

	/**
	 * It has not stopped in time, so it could not be started.
	 */
	ABANDONED("abandoned"),

	/**
	 * The application has stopped or restarted it in the meantime.
	 */
	OVERTAKEN("abandoned"),

	/**
	 * The application forbids it.
	 */
	VETOED("vetoed"),

	/**
	 * The protocol has no such thing.
	 */
	IMPOSSIBLE("impossible"),

	/**
	 * No attempt is left, or none is safe because the thread is stuck.
	 */
	EXHAUSTED("exhausted"),

	/**
	 * Carried out for a person, who judges whether it helped.
	 */
	DONE("done");

	private final String id;

	Outcome(String id) {
		this.id = id;
	}

	/**
	 * Return the name of the outcome as users see it.
	 * @return the name
	 */
	String id() {
		return this.id;
	}

}
