package io.leaseguard.benchmark;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Runs benchmarks in rounds, each in a JVM of its own, so that what is compared was
 * measured side by side.
 */
final class Rounds {

	private static final int WARMUPS = 3;

	private final Map<String, Map<String, List<Double>>> results = new LinkedHashMap<>();

	private Rounds() {
	}

	/**
	 * Run the benchmarks of a class.
	 * @param effort how often
	 * @param benchmarks the class
	 * @param parameters values of parameters by name
	 * @return the results
	 */
	static Rounds run(Effort effort, Class<?> benchmarks, Map<String, String[]> parameters) {
		ChainedOptionsBuilder options = new OptionsBuilder().include(benchmarks.getName() + "\\.")
			.forks(1)
			.warmupIterations(WARMUPS)
			.warmupTime(TimeValue.milliseconds(effort.iterationMs()))
			.measurementIterations(effort.iterations())
			.measurementTime(TimeValue.milliseconds(effort.iterationMs()))
			.addProfiler(GCProfiler.class)
			.addProfiler(ProcessorTime.class)
			.jvmArgs("-Xms1g", "-Xmx3g")
			.shouldFailOnError(true);
		parameters.forEach(options::param);
		Rounds rounds = new Rounds();
		try {
			for (int i = 0; i < effort.rounds(); i++) {
				new Runner(options.build()).run().forEach(rounds::add);
			}
		}
		catch (RunnerException ex) {
			throw new IllegalStateException(ex);
		}
		return rounds;
	}

	private void add(RunResult result) {
		String method = result.getPrimaryResult().getLabel();
		List<String> values = new ArrayList<>();
		for (String key : result.getParams().getParamsKeys()) {
			values.add(result.getParams().getParam(key));
		}
		Map<String, List<Double>> own = this.results.computeIfAbsent(key(method, values.toArray()),
				(key) -> new LinkedHashMap<>());
		own.computeIfAbsent("time", (key) -> new ArrayList<>()).add(result.getPrimaryResult().getScore());
		result.getSecondaryResults()
			.forEach((label, secondary) -> own.computeIfAbsent(label, (key) -> new ArrayList<>())
				.add(secondary.getScore()));
	}

	private static String key(String method, Object... parameters) {
		return method + List.of(parameters);
	}

	/**
	 * Return the time of an operation in each round.
	 * @param method the benchmark
	 * @param parameters its parameters, sorted by name
	 * @return the times, in the unit of the benchmark
	 */
	List<Double> time(String method, Object... parameters) {
		return get("time", method, parameters);
	}

	/**
	 * Return the processor time of an operation in each round.
	 * @param method the benchmark
	 * @param parameters its parameters, sorted by name
	 * @return nanoseconds
	 */
	List<Double> processorTime(String method, Object... parameters) {
		return get(ProcessorTime.LABEL, method, parameters);
	}

	/**
	 * Return the bytes that an operation allocates.
	 * @param method the benchmark
	 * @param parameters its parameters, sorted by name
	 * @return bytes, rounded, in the median round
	 */
	long allocated(String method, Object... parameters) {
		return Math.round(Spread.of(get("gc.alloc.rate.norm", method, parameters)).median());
	}

	/**
	 * Return one figure in each round.
	 * @param figure the figure
	 * @param method the benchmark
	 * @param parameters its parameters, sorted by name
	 * @return the figures
	 */
	List<Double> get(String figure, String method, Object... parameters) {
		Map<String, List<Double>> own = this.results
			.get(key(method, List.of(parameters).stream().map(String::valueOf).toArray()));
		List<Double> values = (own != null) ? own.get(figure) : null;
		if (values == null) {
			throw new IllegalStateException(
					"No %s of %s%s in %s".formatted(figure, method, List.of(parameters), this.results));
		}
		return values;
	}

}
