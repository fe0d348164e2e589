package io.leaseguard.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ContextConsumer;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.listener.MessageListenerContainer;

import io.leaseguard.watchdog.ConsumerSnapshot;
import io.leaseguard.watchdog.LeaseEvent;
import io.leaseguard.watchdog.LeaseStatus;
import io.leaseguard.watchdog.ListenerSnapshot;
import io.leaseguard.watchdog.RecoveryCount;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Run-time tests of {@link LeaseGuardAutoConfiguration} on a real broker.
 */
@ExtendWith(OutputCaptureExtension.class)
class LeaseWatchdogIntegrationTests {

	private static final Set<String> CONSUMED = ConcurrentHashMap.newKeySet();

	private static final List<LeaseEvent> EVENTS = new CopyOnWriteArrayList<>();

	private static final AtomicBoolean BLOCK = new AtomicBoolean();

	private static final Semaphore RELEASE = new Semaphore(0);

	private final String topic = "t-" + UUID.randomUUID();

	private final String group = "g-" + UUID.randomUUID();

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(KafkaAutoConfiguration.class, LeaseGuardAutoConfiguration.class))
		.withUserConfiguration(Listeners.class)
		.withPropertyValues("spring.kafka.bootstrap-servers=" + EmbeddedBroker.bootstrapServers(),
				"spring.kafka.consumer.auto-offset-reset=earliest",
				"spring.kafka.consumer.properties.session.timeout.ms=3000",
				"spring.kafka.consumer.properties.heartbeat.interval.ms=500", "lease-guard.watchdog.interval=200ms",
				"lease-guard.record-timeout=500ms", "lease-guard.min-lease=2s",
				"spring.kafka.consumer.max-poll-records=2", "topic=" + this.topic, "group=" + this.group);

	@BeforeEach
	void prepare() {
		EmbeddedBroker.createTopic(this.topic, 2);
		CONSUMED.clear();
		EVENTS.clear();
		BLOCK.set(false);
		RELEASE.drainPermits();
	}

	@Test
	void stuckListenerIsFoundExplainedAndForgivenWhenReleased(CapturedOutput output) {
		run((context) -> {
			awaitStatus(context, LeaseStatus.IDLE);
			BLOCK.set(true);
			for (int i = 0; i < 5; i++) {
				RunningContext.send(context, this.topic, 0, "r" + i);
			}
			RunningContext.await().until(() -> EVENTS.stream().anyMatch(LeaseEvent.RecordOverdue.class::isInstance));
			ConsumerSnapshot expired = RunningContext.awaitConsumer(context,
					(consumer) -> consumer.status() == LeaseStatus.LEASE_EXPIRED);
			assertThat(expired.down()).isTrue();
			assertThat(expired.leaseUsed()).isGreaterThan(1);
			assertThat(expired.position()).isEqualTo(this.topic + "-0@0");
			assertThat(expired.recordsRemaining()).isPositive();
			assertThat(expired.stack()).anyMatch((frame) -> frame.contains("Semaphore"))
				.anyMatch((frame) -> frame.contains("Listeners.listen"));
			assertThat(RunningContext.listener(context).down()).isTrue();
			assertThat(RunningContext.listener(context).expirations()).isEqualTo(1);
			assertThat(output).contains("The lease of listener 'payments' consumer")
				.contains(this.topic + "-0@0 in flight for ")
				.contains("Semaphore.acquire");
			BLOCK.set(false);
			RELEASE.release(100);
			RunningContext.awaitConsumer(context,
					(consumer) -> consumer.status() == LeaseStatus.IDLE && !consumer.assigned().isEmpty());
			RunningContext.await().until(() -> CONSUMED.containsAll(Set.of("r0", "r1", "r2", "r3", "r4")));
			RunningContext.await().until(() -> !RunningContext.listener(context).down());
			RunningContext.await()
				.until(() -> EVENTS.stream()
					.anyMatch((event) -> event instanceof LeaseEvent.ConsumerRecovered recovered
							&& recovered.from() == LeaseStatus.LEASE_EXPIRED && recovered.action() == null));
			assertThat(EVENTS).filteredOn(LeaseEvent.LeaseExpired.class::isInstance).hasSize(1);
			assertThat(EVENTS).noneMatch(LeaseEvent.HeartbeatLost.class::isInstance)
				.noneMatch(LeaseEvent.ProgressStalled.class::isInstance);
			// On a slow machine it may have been given up, but nothing was tried.
			assertThat(RunningContext.listener(context).recoveries())
				.allMatch((count) -> count.outcome().equals("exhausted"));
		});
	}

	@Test
	void lostHeartbeatIsRepairedByRejoinOfTheSickChildAlone() {
		run((context) -> {
			awaitBothAssigned(context);
			interruptOneHeartbeatThread();
			RunningContext.await().until(() -> EVENTS.stream().anyMatch(LeaseEvent.HeartbeatLost.class::isInstance));
			RunningContext.await()
				.until(() -> RunningContext.listener(context)
					.recoveries()
					.equals(List.of(new RecoveryCount("rejoin", "healed", 1))));
			awaitBothAssigned(context);
			int sick = EVENTS.stream()
				.filter(LeaseEvent.HeartbeatLost.class::isInstance)
				.findFirst()
				.orElseThrow()
				.consumerIndex();
			assertThat(RunningContext.listener(context).consumers()).allSatisfy(
					(consumer) -> assertThat(consumer.recoveries()).isEqualTo((consumer.index() == sick) ? 1 : 0));
			RunningContext.await()
				.until(() -> EVENTS.contains(
						new LeaseEvent.ConsumerRecovered("payments", sick, LeaseStatus.HEARTBEAT_LOST, "rejoin")));
			assertThat(RunningContext.listener(context).down()).isFalse();
			RunningContext.await()
				.until(() -> RunningContext.listener(context)
					.consumers()
					.stream()
					.allMatch((consumer) -> Objects.requireNonNullElse(consumer.heartbeatAgeMs(), 99_000L) < 3000));
			// One poll has failed, and the timeout is shorter than a poll: no stall.
			assertThat(EVENTS).noneMatch(LeaseEvent.ProgressStalled.class::isInstance);
			RunningContext.send(context, this.topic, 0, "after-0");
			RunningContext.send(context, this.topic, 1, "after-1");
			RunningContext.await().until(() -> CONSUMED.containsAll(Set.of("after-0", "after-1")));
		});
	}

	@Test
	void whenRecoveryIsOffLostHeartbeatIsReportedAndStays() {
		this.contextRunner.withPropertyValues("lease-guard.recovery.mode=none").run((context) -> {
			awaitBothAssigned(context);
			interruptOneHeartbeatThread();
			ConsumerSnapshot lost = RunningContext.awaitConsumer(context,
					(consumer) -> consumer.status() == LeaseStatus.HEARTBEAT_LOST);
			assertThat(lost.down()).isTrue();
			assertThat(lost.detail())
				.matches("No repair is tried\\. The last exception out of poll\\(\\) was Interrupt(ed)?Exception");
			assertThat(RunningContext.listener(context).recoveries()).isEmpty();
		});
	}

	@Test
	void healthyLivesAreNeverDown() {
		this.contextRunner.withPropertyValues("concurrency=3").run((context) -> {
			// More children than partitions: one stands by.
			RunningContext.await()
				.until(() -> statuses(context)
					.equals(List.of(LeaseStatus.IDLE, LeaseStatus.IDLE, LeaseStatus.STANDBY)));
			MessageListenerContainer container = RunningContext.container(context, "payments");
			container.pause();
			RunningContext.await()
				.until(() -> statuses(context)
					.equals(List.of(LeaseStatus.STANDBY, LeaseStatus.PAUSED, LeaseStatus.PAUSED)));
			stays(context, Duration.ofSeconds(4));
			container.resume();
			RunningContext.await().until(() -> statuses(context).contains(LeaseStatus.IDLE));
			stays(context, Duration.ofSeconds(4));
			container.stop();
			RunningContext.await().until(() -> RunningContext.listener(context).consumers().isEmpty());
			assertThat(RunningContext.listener(context).status()).isEqualTo(LeaseStatus.STOPPED);
			assertThat(RunningContext.listener(context).down()).isFalse();
			ListenerSnapshot manual = RunningContext.listener(context, "manual");
			assertThat(manual.status()).isEqualTo(LeaseStatus.STOPPED);
			assertThat(manual.down()).isFalse();
			container.start();
			RunningContext.await().until(() -> statuses(context).contains(LeaseStatus.IDLE));
			assertThat(EVENTS).isEmpty();
		});
	}

	@Test
	void threadOfTheWatchdogEndsWithItsContext() {
		run((context) -> awaitStatus(context, LeaseStatus.IDLE));
		RunningContext.await()
			.until(() -> Thread.getAllStackTraces()
				.keySet()
				.stream()
				.noneMatch((thread) -> thread.getName().startsWith("lease-guard-")));
	}

	private void stays(ApplicationContext context, Duration duration) {
		RunningContext.await().during(duration).until(() -> !RunningContext.listener(context).down());
	}

	private void run(ContextConsumer<AssertableApplicationContext> consumer) {
		this.contextRunner.run((context) -> {
			assertThat(context).hasNotFailed();
			try {
				consumer.accept(context);
			}
			finally {
				BLOCK.set(false);
				RELEASE.release(100);
			}
		});
	}

	private void interruptOneHeartbeatThread() {
		String name = "kafka-coordinator-heartbeat-thread | " + this.group;
		RunningContext.await().until(() -> heartbeatThreads(name).size() == 2);
		heartbeatThreads(name).get(0).interrupt();
	}

	private List<Thread> heartbeatThreads(String name) {
		return Thread.getAllStackTraces().keySet().stream().filter((thread) -> thread.getName().equals(name)).toList();
	}

	private void awaitBothAssigned(ApplicationContext context) {
		RunningContext.await()
			.until(() -> RunningContext.listener(context).consumers().size() == 2 && RunningContext.listener(context)
				.consumers()
				.stream()
				.allMatch((consumer) -> consumer.assigned().size() == 1 && consumer.status() == LeaseStatus.IDLE));
	}

	private void awaitStatus(ApplicationContext context, LeaseStatus status) {
		RunningContext.await()
			.until(() -> !RunningContext.listener(context).consumers().isEmpty()
					&& RunningContext.listener(context).status() == status);
	}

	private List<LeaseStatus> statuses(ApplicationContext context) {
		return RunningContext.listener(context).consumers().stream().map(ConsumerSnapshot::status).sorted().toList();
	}

	@Configuration(proxyBeanMethods = false)
	static class Listeners {

		@KafkaListener(id = "payments", groupId = "${group}", topics = "${topic}", concurrency = "${concurrency:2}")
		void listen(ConsumerRecord<String, String> record) throws InterruptedException {
			if (BLOCK.get()) {
				RELEASE.acquire();
			}
			CONSUMED.add(record.value());
		}

		@KafkaListener(id = "manual", groupId = "${group}-manual", topics = "${topic}", autoStartup = "false")
		void manual(ConsumerRecord<String, String> record) {
		}

		@EventListener
		void event(LeaseEvent event) {
			EVENTS.add(event);
		}

	}

}
