package io.leaseguard.test.lab;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.leaseguard.test.broker.BrokerProcess;
import io.leaseguard.test.fault.CpuWatch;
import io.leaseguard.test.lab.Scenario.Cure;
import io.leaseguard.test.lab.StatusWatch.Sighting;
import io.leaseguard.watchdog.RepairState;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Inflicts the fault of a scenario on a guarded subject, or on an unguarded one, and
 * writes down what comes of it.
 */
final class Laboratory {

	private final Scenario scenario;

	private final BrokerProcess broker;

	private Laboratory(Scenario scenario, BrokerProcess broker) {
		this.scenario = scenario;
		this.broker = broker;
	}

	static void run(Scenario scenario, BrokerProcess broker) throws Exception {
		new Laboratory(scenario, broker).guarded();
	}

	/**
	 * The same without the guard.
	 */
	static void control(Scenario scenario, BrokerProcess broker) throws Exception {
		Laboratory laboratory = new Laboratory(scenario, broker);
		ResultTable
			.add(new Result(Result.CONTROL, List.of(scenario.name(), ResultTable.client(), laboratory.control())));
	}

	private void guarded() throws Exception {
		try (Trial trial = new Trial(this.broker, this.scenario, true)) {
			trial.awaitHealth();
			Sighting found = null;
			String repaired = "NO";
			try {
				this.scenario.fault().run(trial);
				found = awaitFinding(trial);
				assertTime(trial, found);
				hold(trial);
				repaired = cure(trial, found);
				this.scenario.check().run(trial);
				repaired += recoveries(trial) + (this.scenario.claim().isEmpty() ? "" : "; " + this.scenario.claim());
				assertThat(trial.lost()).as("lost records").isZero();
			}
			catch (Throwable ex) {
				repaired = "FAILED";
				throw new AssertionError("%s: %s. Seen: %s. Events: %s".formatted(this.scenario, ex.getMessage(),
						trial.watch().story(trial.biteNanos()), trial.work().events), ex);
			}
			finally {
				ResultTable.add(new Result(Result.FAULT,
						List.of(this.scenario.name(), ResultTable.client(),
								(found != null) ? found.status() : "nothing",
								(found != null) ? seconds(found.nanos() - trial.biteNanos()) : "-",
								seconds(this.scenario.soonest().toNanos()) + " to "
										+ seconds(this.scenario.goal().toNanos()),
								repaired, Long.toString(trial.lost()), Integer.toString(trial.work().ledger.doubled()),
								Result.PENDING, monitor(trial, trial.biteNanos()))));
			}
		}
	}

	private @Nullable Sighting awaitFinding(Trial trial) {
		if (this.scenario.needed()) {
			return await().atMost(Timings.LIMIT)
				.pollInterval(Duration.ofMillis(50))
				.until(() -> finding(trial), (sighting) -> sighting != null);
		}
		trial.live(this.scenario.goal().plus(Timings.TICK));
		return finding(trial);
	}

	/**
	 * Whoever finds a fault before it can be told from health has guessed.
	 */
	private void assertTime(Trial trial, @Nullable Sighting found) {
		if (found != null) {
			Duration after = Duration.ofNanos(found.nanos() - trial.biteNanos());
			// The test says a moment late that the fault bites
			assertThat(after).as("time to find the fault")
				.isBetween(this.scenario.soonest().minus(Timings.TICK), this.scenario.goal().plus(Timings.SLACK));
		}
	}

	private @Nullable Sighting finding(Trial trial) {
		return trial.watch().first(this.scenario.statuses(), trial.biteNanos());
	}

	private static void hold(Trial trial) {
		long left = Timings.HOLD.toNanos() - (System.nanoTime() - trial.biteNanos());
		if (left > 0) {
			trial.live(Duration.ofNanos(left));
		}
	}

	private String cure(Trial trial, @Nullable Sighting found) throws Exception {
		if (this.scenario.cure() == Cure.PERSON) {
			this.scenario.mend().run(trial);
			await().atMost(Timings.LIMIT)
				.during(Timings.TICK.multipliedBy(4))
				.until(() -> trial.subject().listener().down());
			return "no, DOWN";
		}
		long start = System.nanoTime();
		this.scenario.mend().run(trial);
		await().atMost(Timings.LIMIT).until(() -> !isIll(trial));
		long healed = System.nanoTime();
		trial.produce(this.scenario.partitions());
		trial.awaitAllFinished();
		await().atMost(Timings.LIMIT).until(() -> isWell(trial));
		if (found == null) {
			return "by the client itself";
		}
		if (this.scenario.cure() == Cure.GUARD) {
			return "yes";
		}
		return "%s after the fault".formatted(seconds(healed - start));
	}

	private boolean isIll(Trial trial) {
		Set<String> statuses = this.scenario.statuses();
		return trial.subject()
			.listener()
			.consumers()
			.stream()
			.anyMatch((consumer) -> statuses.contains(consumer.status().name()));
	}

	private boolean isWell(Trial trial) {
		return !isIll(trial) && trial.subject()
			.listener()
			.consumers()
			.stream()
			.noneMatch((consumer) -> consumer.down() || consumer.repair() != RepairState.NONE);
	}

	private static String recoveries(Trial trial) {
		StringBuilder text = new StringBuilder();
		trial.subject()
			.listener()
			.recoveries()
			.forEach((count) -> text.append("; ")
				.append(count.action())
				.append(' ')
				.append(count.outcome())
				.append((count.count() > 1) ? " x" + count.count() : ""));
		return text.toString();
	}

	private String control() throws Exception {
		try (Trial trial = new Trial(this.broker, this.scenario, false)) {
			trial.awaitHealth();
			this.scenario.fault().run(trial);
			trial.live(this.scenario.goal().plusSeconds(10));
			if (this.scenario.cure() == Cure.MENDED) {
				this.scenario.mend().run(trial);
			}
			String state = state(trial);
			trial.produce(this.scenario.partitions());
			long waiting = finishes(trial, Duration.ofSeconds(30)) ? 0 : trial.unfinished();
			int doubled = trial.work().ledger.doubled();
			return "%s; then %s%s".formatted(state, (waiting == 0) ? "all records are done" : waiting + " records wait",
					(doubled > 0) ? ", " + doubled + " doubled" : "");
		}
	}

	/**
	 * Say what can be seen of an unguarded subject from outside.
	 */
	private String state(Trial trial) {
		List<String> facts = new ArrayList<>();
		int members = trial.members();
		if (members < this.scenario.concurrency()) {
			facts.add("group has %d of %d members".formatted(members, this.scenario.concurrency()));
		}
		double heartbeatAge = trial.subject().heartbeatAge();
		if (heartbeatAge > 2 * Timings.SESSION.toSeconds()) {
			facts.add("no heartbeat for %.0f s".formatted(heartbeatAge));
		}
		if (spins(trial)) {
			facts.add("a thread spins");
		}
		facts.add("container " + (trial.subject().container().isInExpectedState() ? "looks healthy" : "has stopped"));
		return String.join(", ", facts);
	}

	private boolean spins(Trial trial) {
		List<CpuWatch> watches = Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().startsWith(trial.id() + "-") && thread.getName().endsWith("-C-1"))
			.map(CpuWatch::start)
			.toList();
		trial.live(Duration.ofSeconds(3));
		return watches.stream().anyMatch((watch) -> watch.isAlive() && watch.share() > 0.3);
	}

	private static boolean finishes(Trial trial, Duration limit) {
		long start = System.nanoTime();
		await().atMost(limit.plus(Timings.LIMIT))
			.until(() -> trial.unfinished() == 0 || System.nanoTime() - start > limit.toNanos());
		return trial.unfinished() == 0;
	}

	/**
	 * Say what spring-kafka's own monitor has said since a moment.
	 */
	static String monitor(Trial trial, long sinceNanos) {
		List<Long> complaints = trial.work().monitorNanos.stream().filter((nanos) -> nanos - sinceNanos > 0).toList();
		if (complaints.isEmpty()) {
			return "silent for " + seconds(System.nanoTime() - sinceNanos);
		}
		return seconds(complaints.get(0) - sinceNanos) + ((complaints.size() > 1) ? ", x" + complaints.size() : "");
	}

	static String seconds(long nanos) {
		return String.format(Locale.ROOT, "%.1f s", nanos / 1e9);
	}

}
