package io.leaseguard.container;

/**
 * What a failed record costs the consumer thread once per poll cycle.
 *
 * @param backOff the longest single sleep without a poll
 * @param recovery the longest single recovery
 * @param endless whether it is tried again without end
 */
record FailureCosts(Cost backOff, Cost recovery, boolean endless) {

	static final FailureCosts NONE = new FailureCosts(Cost.NONE, Cost.NONE, false);

	static final FailureCosts UNKNOWN = new FailureCosts(Cost.UNKNOWN, Cost.UNKNOWN, false);

	/**
	 * Return the worst of two handlers of which a failure meets one.
	 * @param other the costs of the other handler
	 * @return the worst of both, term by term
	 */
	FailureCosts or(FailureCosts other) {
		return new FailureCosts(this.backOff.or(other.backOff), this.recovery.or(other.recovery),
				this.endless || other.endless);
	}

}
