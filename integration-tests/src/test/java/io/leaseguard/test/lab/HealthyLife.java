package io.leaseguard.test.lab;

import java.util.List;

import io.leaseguard.test.broker.BrokerProcess;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Lets a guarded subject live through a scenario that is no fault of its own, and sees to
 * it that nobody cries wolf.
 */
final class HealthyLife {

	private HealthyLife() {
	}

	static void run(Scenario life, BrokerProcess broker) throws Exception {
		try (Trial trial = new Trial(broker, life, true)) {
			trial.awaitHealth();
			trial.bites();
			try {
				life.fault().run(trial);
				trial.produce(life.partitions());
				trial.awaitAllFinished();
				assertSilence(trial);
			}
			catch (Throwable ex) {
				throw new AssertionError(
						"%s: %s. Seen: %s".formatted(life, ex.getMessage(), trial.watch().story(trial.biteNanos())),
						ex);
			}
			finally {
				note(life, trial);
			}
		}
	}

	private static void assertSilence(Trial trial) {
		assertThat(trial.watch().downs()).as("sightings of DOWN").isEmpty();
		assertThat(trial.work().events).as("events").isEmpty();
		assertThat(trial.subject().listener().recoveries()).as("recoveries").isEmpty();
		assertThat(trial.lost()).as("lost records").isZero();
	}

	private static void note(Scenario life, Trial trial) {
		int downs = trial.watch().downs().size();
		int events = trial.work().events.size();
		int recoveries = trial.subject().listener().recoveries().size();
		ResultTable.add(new Result(Result.HEALTHY,
				List.of(life.name(), ResultTable.client(), (downs + events + recoveries == 0)
						? "silent for " + Laboratory.seconds(System.nanoTime() - trial.biteNanos()) : "FALSE ALARM",
						Integer.toString(downs), Integer.toString(events), Integer.toString(recoveries),
						Long.toString(trial.lost()), Integer.toString(trial.work().ledger.doubled()),
						Laboratory.monitor(trial, trial.biteNanos()))));
	}

}
