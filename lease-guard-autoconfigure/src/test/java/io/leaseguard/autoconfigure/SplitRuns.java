package io.leaseguard.autoconfigure;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

import io.leaseguard.autoconfigure.SplitRun.Outcome;

/**
 * Runs several groups side by side: they do little but sleep.
 */
final class SplitRuns {

	static final List<String> PROTOCOLS = List.of("classic", "consumer");

	static final List<String> ACKS = List.of("record", "batch", "manual", "manual_immediate", "tx");

	private static final Log logger = LogFactory.getLog(SplitRuns.class);

	private static final long HELD_UP_MS = 300;

	private static final int TRIES = 6;

	private static final int AT_ONCE = 8;

	private final Map<String, Callable<Outcome>> runs = new LinkedHashMap<>();

	SplitRuns add(String name, Callable<Outcome> run) {
		this.runs.put(name, run);
		return this;
	}

	/**
	 * Run them.
	 * @return what came of them by name, but for those that the machine held up again and
	 * again
	 * @throws Exception from a run
	 */
	Map<String, Outcome> outcomes() throws Exception {
		ExecutorService executor = Executors.newFixedThreadPool(AT_ONCE);
		try {
			Map<String, Future<@Nullable Outcome>> futures = new LinkedHashMap<>();
			this.runs.forEach((name, run) -> futures.put(name, executor.submit(() -> undisturbed(name, run))));
			Map<String, Outcome> outcomes = new LinkedHashMap<>();
			for (Map.Entry<String, Future<@Nullable Outcome>> future : futures.entrySet()) {
				Outcome outcome = future.getValue().get();
				logger.info(future.getKey() + ": " + outcome);
				if (outcome != null) {
					outcomes.put(future.getKey(), outcome);
				}
			}
			Assumptions.assumeFalse(outcomes.isEmpty(), "The machine is too busy for leases of seconds");
			return outcomes;
		}
		finally {
			executor.shutdownNow();
		}
	}

	/**
	 * Run again where the machine has held everything up for so long that the margin of
	 * the lease was used up.
	 * @param name the name of the run
	 * @param run the run
	 * @return what came of it, {@code null} when it was held up each time
	 * @throws Exception from the run
	 */
	private static @Nullable Outcome undisturbed(String name, Callable<Outcome> run) throws Exception {
		for (int i = 0; i < TRIES; i++) {
			try (HeldUpWatch watch = new HeldUpWatch()) {
				Outcome outcome = run.call();
				if (watch.longestMs() < HELD_UP_MS) {
					return outcome;
				}
				logger.info("Held up for " + watch.longestMs() + " ms: " + name + ", " + outcome);
			}
		}
		return null;
	}

}
