package io.leaseguard.test.lab;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;

import javax.management.JMException;
import javax.management.ObjectName;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Lives that wear a machine out, one after the other, because they need it for
 * themselves.
 */
@Isolated
class WearIntegrationTests {

	private static final int TIMES = Timings.LONG_RUN ? 100 : 10;

	@AfterAll
	static void printTable() {
		ResultTable.close(Result.HEALTHY);
	}

	@Test
	@Tag("meters")
	void startAndStopInALoopLeaveNothingBehind() throws Exception {
		GuardMeters meters = new GuardMeters();
		Scenario restarts = Scenario.of("container stopped and started %d times".formatted(TIMES));
		HealthyLife.run(restarts.withBeans(meters::addTo).fault((trial) -> {
			restart(trial);
			awaitSettled(trial);
			// What is learned of records has meters, too.
			trial.produce(2);
			trial.awaitAllFinished();
			await().atMost(Timings.LIMIT)
				.untilAsserted(() -> assertThat(meters.all())
					.anyMatch((meter) -> meter.startsWith("lease.guard.record.duration")));
			List<String> metersBefore = meters.all();
			assertThat(meters.ofConsumers()).isNotEmpty();
			long threads = threads(trial);
			Map<String, Long> instances = instancesOfTheGuard();
			for (int i = 0; i < TIMES; i++) {
				restart(trial);
			}
			awaitSettled(trial);
			await().atMost(Timings.LIMIT).untilAsserted(() -> assertThat(threads(trial)).isLessThanOrEqualTo(threads));
			await().atMost(Timings.LIMIT)
				.untilAsserted(() -> assertThat(trial.subject().listener().consumers()).hasSize(2));
			Map<String, Long> instancesAfterwards = instancesOfTheGuard();
			assertThat(instancesAfterwards).allSatisfy(
					(name, count) -> assertThat(count).as(name).isLessThan(instances.getOrDefault(name, 0L) + TIMES));
			await().atMost(Timings.LIMIT).untilAsserted(() -> assertThat(meters.all()).isEqualTo(metersBefore));
			trial.subject().container().stop();
			await().atMost(Timings.LIMIT).untilAsserted(() -> assertThat(meters.ofConsumers()).isEmpty());
			restart(trial);
			await().atMost(Timings.LIMIT).untilAsserted(() -> assertThat(meters.all()).isEqualTo(metersBefore));
		}), LaboratoryBroker.get());
	}

	private static void restart(Trial trial) {
		trial.subject().container().stop();
		trial.subject().container().start();
		await().atMost(Timings.LIMIT).until(() -> trial.subject().container().getAssignedPartitions().size() == 2);
	}

	private static void awaitSettled(Trial trial) {
		await().atMost(Timings.LIMIT).until(() -> trial.subject().settled(2, 2));
	}

	/**
	 * Return the number of threads of the subject, of the guard and of timers.
	 */
	private static long threads(Trial trial) {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.map(Thread::getName)
			.filter((name) -> name.contains(trial.id() + "-") || name.endsWith(trial.id())
					|| name.startsWith("lease-guard"))
			.count();
	}

	/**
	 * Return the number of live objects by class of the guard and of the client's
	 * consumers.
	 */
	private static Map<String, Long> instancesOfTheGuard() throws JMException {
		String histogram = (String) ManagementFactory.getPlatformMBeanServer()
			.invoke(new ObjectName("com.sun.management:type=DiagnosticCommand"), "gcClassHistogram",
					new Object[] { new String[0] }, new String[] { String[].class.getName() });
		Map<String, Long> counts = new TreeMap<>();
		for (String line : histogram.lines().toList()) {
			String[] columns = line.trim().split("\\s+");
			if (columns.length >= 4 && (columns[3].endsWith("KafkaConsumer")
					|| columns[3].startsWith("io.leaseguard.") && !columns[3].startsWith("io.leaseguard.test."))) {
				counts.put(columns[3], Long.parseLong(columns[1]));
			}
		}
		return counts;
	}

	@Test
	@Tag("laboratory")
	void crowdOnALoadedMachineIsLeftInPeace() throws Exception {
		Scenario crowd = Scenario.of("200 consumers on a loaded machine")
			.partitions(200)
			.concurrency(200)
			.with("lease-guard.min-lease", "1m");
		HealthyLife.run(crowd.fault((trial) -> {
			AtomicBoolean over = new AtomicBoolean();
			trial.with(() -> over.set(true));
			List<Thread> load = new ArrayList<>();
			for (int i = 0; i < 2 * Runtime.getRuntime().availableProcessors(); i++) {
				Thread thread = new Thread(() -> spin(over), "load-" + i);
				thread.setDaemon(true);
				thread.start();
				load.add(thread);
			}
			long start = System.nanoTime();
			while (System.nanoTime() - start < HealthyLives.either(20, 60).toNanos()) {
				trial.produce(200);
				trial.awaitAllFinished();
			}
			over.set(true);
			assertThat(load).isNotEmpty();
		}), LaboratoryBroker.get());
	}

	private static void spin(AtomicBoolean over) {
		long value = 1;
		while (!over.get()) {
			value = value * 31 + System.nanoTime();
		}
		assertThat(value).isNotNull();
	}

}
