package io.leaseguard.autoconfigure;

import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.annotation.KafkaListener;

import io.leaseguard.watchdog.ConsumerSnapshot;
import io.leaseguard.watchdog.LeaseStatus;
import io.leaseguard.watchdog.RecoveryCount;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests on a real broker that consumers on virtual threads, and consumers that are
 * observed, are watched and repaired like any other.
 */
class ThreadsAndObservationIntegrationTests {

	private static final String OBSERVATION = "spring.kafka.listener";

	private static final Set<String> CONSUMED = ConcurrentHashMap.newKeySet();

	private static final Set<String> THREADS = ConcurrentHashMap.newKeySet();

	private static final Semaphore GATE = new Semaphore(0);

	private final String topic = "t-" + UUID.randomUUID();

	private final String group = "g-" + UUID.randomUUID();

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(KafkaAutoConfiguration.class, LeaseGuardAutoConfiguration.class))
		.withUserConfiguration(Listener.class, Observations.class)
		.withPropertyValues("spring.kafka.bootstrap-servers=" + EmbeddedBroker.bootstrapServers(),
				"spring.kafka.consumer.auto-offset-reset=earliest",
				"spring.kafka.consumer.properties.session.timeout.ms=3000",
				"spring.kafka.consumer.properties.heartbeat.interval.ms=500",
				"spring.kafka.consumer.max-poll-records=5", "lease-guard.record-timeout=100ms",
				"lease-guard.min-lease=2s", "lease-guard.watchdog.interval=100ms", "lease-guard.recovery.cool-down=1s",
				"topic=" + this.topic, "group=" + this.group);

	@BeforeEach
	void prepare() {
		EmbeddedBroker.createTopic(this.topic, 1);
		CONSUMED.clear();
		THREADS.clear();
		GATE.drainPermits();
	}

	@Test
	@EnabledForJreRange(min = JRE.JAVA_21)
	void consumerOnVirtualThreadIsWatchedAndRepaired() {
		this.contextRunner.withPropertyValues("spring.threads.virtual.enabled=true").run((context) -> {
			isWatchedAndRepaired(context);
			assertThat(THREADS).isNotEmpty().allSatisfy((thread) -> assertThat(thread).startsWith("VirtualThread"));
		});
	}

	@Test
	void observedConsumerIsWatchedAndRepaired() {
		this.contextRunner
			.withPropertyValues("spring.kafka.listener.observation-enabled=true",
					"spring.kafka.template.observation-enabled=true")
			.run((context) -> {
				isWatchedAndRepaired(context);
				assertThat(context.getBean(Observations.class).names).contains(OBSERVATION);
			});
	}

	@Test
	@EnabledForJreRange(min = JRE.JAVA_21)
	void observedConsumerOnVirtualThreadIsWatchedAndRepaired() {
		this.contextRunner
			.withPropertyValues("spring.threads.virtual.enabled=true", "spring.kafka.listener.observation-enabled=true")
			.run((context) -> {
				isWatchedAndRepaired(context);
				assertThat(THREADS).isNotEmpty().allSatisfy((thread) -> assertThat(thread).startsWith("VirtualThread"));
				assertThat(context.getBean(Observations.class).names).contains(OBSERVATION);
			});
	}

	private void isWatchedAndRepaired(ApplicationContext context) {
		RunningContext.awaitConsumer(context, (consumer) -> !consumer.assigned().isEmpty());
		RunningContext.await().until(this::interruptHeartbeatThread);
		RunningContext.await()
			.until(() -> RunningContext.listener(context)
				.recoveries()
				.equals(List.of(new RecoveryCount("rejoin", "healed", 1))));
		send(context, "a", "b", "c");
		ConsumerSnapshot expired = RunningContext.awaitConsumer(context,
				(consumer) -> consumer.status() == LeaseStatus.LEASE_EXPIRED
						&& consumer.stack().stream().anyMatch((frame) -> frame.contains("Listener.listen")));
		assertThat(expired.position()).isEqualTo(this.topic + "-0@0");
		assertThat(RunningContext.listener(context).down()).isTrue();
		GATE.release(1000);
		RunningContext.await().until(() -> CONSUMED.containsAll(List.of("a", "b", "c")));
		RunningContext.awaitConsumer(context, (consumer) -> consumer.status() == LeaseStatus.IDLE);
		assertThat(RunningContext.listener(context).down()).isFalse();
	}

	private void send(ApplicationContext context, String... values) {
		for (String value : values) {
			RunningContext.send(context, this.topic, value);
		}
	}

	private boolean interruptHeartbeatThread() {
		String name = "kafka-coordinator-heartbeat-thread | " + this.group;
		List<Thread> threads = Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().equals(name))
			.toList();
		threads.forEach(Thread::interrupt);
		return !threads.isEmpty();
	}

	@Configuration(proxyBeanMethods = false)
	static class Listener {

		@KafkaListener(id = "payments", groupId = "${group}", topics = "${topic}")
		void listen(ConsumerRecord<String, String> payment) throws InterruptedException {
			THREADS.add(Thread.currentThread().toString());
			GATE.acquire();
			CONSUMED.add(payment.value());
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Observations implements ObservationHandler<Observation.Context> {

		private final List<String> names = new CopyOnWriteArrayList<>();

		@Bean
		ObservationRegistry observationRegistry() {
			ObservationRegistry registry = ObservationRegistry.create();
			registry.observationConfig().observationHandler(this);
			return registry;
		}

		@Override
		public void onStop(Observation.Context context) {
			this.names.add(context.getName());
		}

		@Override
		public boolean supportsContext(Observation.Context context) {
			return true;
		}

	}

}
