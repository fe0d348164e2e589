package io.leaseguard.benchmark;

/**
 * How much is measured.
 *
 * @param name the name
 * @param rounds how often everything is measured anew, alternating
 * @param iterations measured iterations of a benchmark in one round
 * @param iterationMs their length, milliseconds
 * @param consumers the numbers of consumers to watch, and of how many to look at
 * @param listeners the numbers of listeners to start
 * @param starts how often an application is started with and without the guard
 * @param records records of one end-to-end run
 * @param runs end-to-end runs of each kind
 * @param detections how many faults of each kind to detect
 */
record Effort(String name, int rounds, int iterations, int iterationMs, int[] consumers, int[] listeners, int starts,
		int records, int runs, int detections) {

	/**
	 * What docs/performance.md is made of.
	 */
	private static final Effort FULL = new Effort("full", 5, 3, 1000, new int[] { 1, 10, 100, 1000, 10_000 },
			new int[] { 1, 60, 500 }, 9, 1_000_000, 9, 100);

	/**
	 * Proves that all of it runs; its figures mean nothing.
	 */
	private static final Effort SMOKE = new Effort("smoke", 1, 1, 100, new int[] { 1, 10 }, new int[] { 1, 5 }, 2,
			10_000, 2, 5);

	static Effort of(String name) {
		return switch (name) {
			case "full" -> FULL;
			case "smoke" -> SMOKE;
			default -> throw new IllegalArgumentException("'benchmarks.mode' is '" + name + "', not full or smoke");
		};
	}

	int mostConsumers() {
		return Math.min(1000, this.consumers[this.consumers.length - 1]);
	}

}
