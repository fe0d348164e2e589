package io.leaseguard.test.lab;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import io.leaseguard.container.KafkaClientVersion;
import io.leaseguard.test.fault.CpuWatch;
import io.leaseguard.test.fault.HeartbeatThreads;
import io.leaseguard.test.fault.SwitchableLogin;
import io.leaseguard.test.lab.Scenario.Cure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Faults that end the thread that sends the heartbeats, while the listener goes on as if
 * nothing was.
 */
final class HeartbeatFaults {

	private static final String LOST = "HEARTBEAT_LOST";

	/**
	 * The clients that let the group rejoin after a failed authentication (KAFKA-20253).
	 */
	private static final Set<String> FIXED = Set.of("4.2.2", "4.4.0");

	private static final String LEASE = "spring.kafka.consumer.max-poll-interval";

	private static final String RETRY_LOGIN = "spring.kafka.listener.auth-exception-retry-interval";

	private HeartbeatFaults() {
	}

	static Stream<Scenario> all() {
		Stream<Scenario> scenarios = Stream.of(interrupted(2), interrupted(3).onlyInTheLongRun(), interruptedZombie(),
				tokenOutageWhileWorking(), tokenOutageWhilePolling());
		return (Runtime.version().feature() < 21) ? scenarios
				: Stream.concat(scenarios, Stream.of(interruptedVirtual()));
	}

	private static Scenario interrupted(int consumers) {
		return interrupted("heartbeat thread interrupted, 1 of " + consumers, consumers)
			.andFinally("group complete, threads calm", HeartbeatFaults::groupIsStable);
	}

	/**
	 * The JVM keeps no account of the time of virtual threads, so only the heartbeat and
	 * the group are looked at.
	 */
	private static Scenario interruptedVirtual() {
		return interrupted("heartbeat thread interrupted, 1 of 3, virtual threads", 3)
			.with("spring.threads.virtual.enabled", true)
			.andFinally("group complete", HeartbeatFaults::groupIsComplete);
	}

	private static Scenario interrupted(String name, int consumers) {
		return Scenario.of(name)
			.foundAs(LOST)
			.between(Timings.SESSION.minus(Timings.HEARTBEAT), Timings.SESSION)
			.partitions(consumers)
			.concurrency(consumers)
			.fault((trial) -> {
				HeartbeatThreads.interruptOne(trial.id());
				trial.bites();
			})
			.cure(Cure.GUARD);
	}

	/**
	 * With automatic commits the broker takes the consumer for alive, because a commit is
	 * a sign of life, and a new member waits for it in vain.
	 */
	private static Scenario interruptedZombie() {
		return Scenario.of("heartbeat thread interrupted with auto-commit, while a member joins")
			.foundAs(LOST)
			.between(Timings.SESSION.minus(Timings.HEARTBEAT), Timings.SESSION)
			.partitions(3)
			.with("spring.kafka.consumer.enable-auto-commit", true)
			.with("spring.kafka.consumer.auto-commit-interval", "1s")
			.with(LEASE, "60s")
			.fault((trial) -> {
				Thread heartbeat = HeartbeatThreads.interruptOne(trial.id());
				trial.bites();
				await().atMost(Timings.LIMIT).until(() -> !heartbeat.isAlive());
				trial.with(new SecondMember(trial, LaboratoryBroker.get().bootstrapServers(), Map.of())).outOfSight();
			})
			.cure(Cure.GUARD)
			.andFinally("the new member has its share",
					(trial) -> await().atMost(Timings.LIMIT)
						.untilAsserted(() -> assertThat(trial.cluster().assignments(trial.id())).hasSize(3)
							.allSatisfy((client, assigned) -> assertThat(assigned).hasSize(1))));
	}

	/**
	 * KAFKA-20253: the credentials fail while the heartbeat thread, not the application,
	 * reads from the socket.
	 */
	private static Scenario tokenOutageWhileWorking() {
		return Scenario.of("token outage while records are worked on (KAFKA-20253)")
			.foundAs(LOST)
			.between(Timings.SESSION.minus(Timings.HEARTBEAT), Timings.SESSION)
			.unlessTheClientHealsItself(FIXED.contains(String.valueOf(KafkaClientVersion.read())))
			.withLogin()
			.with(RETRY_LOGIN, "500ms")
			.with(LEASE, "60s")
			.fault((trial) -> {
				Work.Gate gate = Work.Gate.closed();
				trial.work().task = (record, consumer) -> gate.pass();
				trial.with(gate::open);
				trial.produce(2);
				gate.awaitArrivals(2);
				SwitchableLogin.reject(trial.id());
				await().atMost(Timings.LIMIT).until(() -> HeartbeatThreads.ofGroup(trial.id()).isEmpty());
				trial.bites();
				SwitchableLogin.accept(trial.id());
				trial.work().task = Work.Task.NOTHING;
				gate.open();
			})
			.cure(Cure.GUARD)
			.andFinally("group complete, threads calm", HeartbeatFaults::groupIsStable);
	}

	private static Scenario tokenOutageWhilePolling() {
		return Scenario.of("token outage for two session timeouts, while idle")
			.foundAs(LOST)
			// The broker asks for a new token only when the old one is used up
			.between(Timings.SESSION.minus(Timings.HEARTBEAT), Timings.SESSION.plus(LaboratoryBroker.LOGIN))
			.unlessTheClientHealsItself(true)
			.onlyInTheLongRun()
			.withLogin()
			.with(RETRY_LOGIN, "500ms")
			.fault((trial) -> {
				SwitchableLogin.reject(trial.id());
				trial.bites();
				trial.live(Timings.SESSION.multipliedBy(2));
			})
			.mend((trial) -> SwitchableLogin.accept(trial.id()))
			.andFinally("group complete, threads calm", HeartbeatFaults::groupIsStable);
	}

	/**
	 * The heartbeats are back, the group has all its members, and no thread spins.
	 */
	private static void groupIsStable(Trial trial) {
		groupIsComplete(trial);
		for (int i = 0; i < trial.subject().container().getConcurrency(); i++) {
			isCalm(trial.id() + "-" + i + "-C-1");
		}
	}

	private static void groupIsComplete(Trial trial) {
		int consumers = trial.subject().container().getConcurrency();
		await().atMost(Timings.LIMIT)
			.until(() -> trial.subject().heartbeatAge() <= Timings.SESSION.toSeconds() && trial.members() == consumers);
	}

	private static void isCalm(String thread) {
		await().atMost(Timings.LIMIT).until(() -> {
			CpuWatch cpu = CpuWatch.start(thread);
			await().atMost(Timings.LIMIT).until(() -> cpu.elapsed().compareTo(Duration.ofSeconds(3)) > 0);
			return cpu.share() < 0.3;
		});
	}

}
