package io.leaseguard.benchmark;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

import io.leaseguard.watchdog.TickBenchmark;

/**
 * The sections that JMH measures.
 */
final class JmhSections {

	private static final double MICROS = 1000;

	private JmhSections() {
	}

	static Section record(Effort effort) {
		Rounds rounds = Rounds.run(effort, RecordBenchmark.class, Map.of());
		Section section = new Section("For each record", """
				The three calls that a container makes to its interceptor for one record, beside what spring-kafka \
				itself does for each record: the timer that is on by default, and the observation that can be \
				switched on. What the calls cost where nothing is behind them (first row) is taken off before ratios \
				are made. The timer is in a `SimpleMeterRegistry` unless it says otherwise.""", "per record", "ns",
				"ratio to the timer", "bytes allocated");
		List<Double> nothing = rounds.time("nothing");
		List<Double> timer = rounds.time("timer");
		section.row("an interceptor that does nothing", Spread.of(nothing), "–", rounds.allocated("nothing"));
		for (String[] row : new String[][] { { "guard", "the guard, quick records" },
				{ "guardWithSplitting", "the guard with batch splitting, every record timed" },
				{ "guardTimingEveryRecord", "the guard, every record timed" }, { "timer", "timer" },
				{ "timerPrometheus", "timer, Prometheus registry" }, { "observation", "observation" } }) {
			section.row(row[1], Spread.of(rounds.time(row[0])), ratio(rounds, row[0], nothing, timer),
					rounds.allocated(row[0]));
		}
		section.atMost("Quick records", ratio(rounds, "guard", nothing, timer).median(), 0.15, "x timer");
		section.atMost("Quick records with batch splitting",
				ratio(rounds, "guardWithSplitting", nothing, timer).median(), 0.5, "x timer");
		section.atMost("Every record timed", ratio(rounds, "guardTimingEveryRecord", nothing, timer).median(), 0.5,
				"x timer");
		section.atMost("Allocated", rounds.allocated("guard") + rounds.allocated("guardWithSplitting")
				+ rounds.allocated("guardTimingEveryRecord"), 0, "bytes");
		return section;
	}

	private static Spread ratio(Rounds rounds, String method, List<Double> nothing, List<Double> timer) {
		double[] ratios = new double[timer.size()];
		for (int i = 0; i < ratios.length; i++) {
			// The timer is not called through an interceptor.
			boolean intercepted = method.startsWith("guard");
			ratios[i] = (rounds.time(method).get(i) - (intercepted ? nothing.get(i) : 0)) / timer.get(i);
		}
		return Spread.of(ratios);
	}

	static Section poll(Effort effort) {
		Rounds rounds = Rounds.run(effort, PollBenchmark.class, Map.of());
		Section section = new Section("For each poll", """
				`poll()` of the wrapped consumer against the bare one: Kafka's `MockConsumer`, and a client whose poll \
				costs nothing, which leaves the guard alone.""", "poll", "bare ns", "guarded ns", "difference ns",
				"bytes more");
		pollRow(section, rounds, "MockConsumer, empty", "mock");
		pollRow(section, rounds, "free client, empty", "client", 0);
		pollRow(section, rounds, "free client, 500 records", "client", 500);
		Spread extra = Spread.difference(rounds.time("clientGuarded", 0), rounds.time("clientBare", 0));
		section.atMost("Empty poll", extra.median(), 200, "ns");
		section.atMost("Empty poll", rounds.allocated("clientGuarded", 0) - rounds.allocated("clientBare", 0), 0,
				"bytes");
		return section;
	}

	private static void pollRow(Section section, Rounds rounds, String name, String method, Object... parameters) {
		List<Double> bare = rounds.time(method + "Bare", parameters);
		List<Double> guarded = rounds.time(method + "Guarded", parameters);
		section.row(name, Spread.of(bare), Spread.of(guarded), Spread.difference(guarded, bare),
				rounds.allocated(method + "Guarded", parameters) - rounds.allocated(method + "Bare", parameters));
	}

	static Section loop(Effort effort) {
		String[] sizes = Arrays.stream(effort.consumers()).mapToObj(Integer::toString).toArray(String[]::new);
		Rounds rounds = Rounds.run(effort, TickBenchmark.class, Map.of("consumers", sizes));
		Section section = new Section("The loop", """
				One tick over all consumers, each of a listener of its own, with simulated clients that have the \
				metrics of real ones. Between two ticks a second passes, every third client sends a heartbeat, and \
				each consumer polls and works off the records of the second column. The processor time is that of \
				the thread that ticks. What is allocated are the readings, the examinations and the snapshot; the \
				snapshot before it is garbage then.""", "consumers", "records", "µs a tick",
				"processor time, µs a consumer", "bytes a consumer");
		for (int records : new int[] { 0, 10 }) {
			for (int consumers : effort.consumers()) {
				List<Double> ticks = rounds.get("ticks", "tick", consumers, records);
				Spread time = Spread.ratio(rounds.get("cpu", "tick", consumers, records), ticks);
				Spread bytes = Spread.ratio(rounds.get("allocated", "tick", consumers, records), ticks);
				double each = time.median() / MICROS / consumers;
				section.row(consumers, records, Spread.of(rounds.time("tick", consumers, records)), Spread.number(each),
						Spread.number(bytes.median() / consumers));
				if (consumers >= 100) {
					section.atMost("%,d consumers, %d records".formatted(consumers, records), each, 1, "µs a consumer");
				}
			}
		}
		return section;
	}

	static Section views(Effort effort) {
		int most = effort.mostConsumers();
		Rounds rounds = Rounds.run(effort, ViewBenchmark.class,
				Map.of("consumers", new String[] { "1", Integer.toString(most) }));
		Section section = new Section("The views", """
				A Prometheus scrape of the guard's meters, beside a scrape of the metrics of the same Kafka clients, \
				which Spring Boot binds by default; and the endpoint with all consumers, as JSON.""", "consumers",
				"guard's meters, ms", "clients' metrics, ms", "ratio", "endpoint, ms", "endpoint, µs a consumer");
		for (int consumers : new int[] { 1, most }) {
			List<Double> guard = rounds.time("scrapeGuard", consumers);
			List<Double> clients = rounds.time("scrapeClients", consumers);
			double endpoint = Spread.of(rounds.time("endpoint", consumers)).median();
			section.row(consumers, Spread.number(Spread.of(guard).median() / MICROS),
					Spread.number(Spread.of(clients).median() / MICROS), Spread.ratio(guard, clients),
					Spread.number(endpoint / MICROS), Spread.number(endpoint / consumers));
		}
		return section;
	}

}
