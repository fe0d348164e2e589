package io.leaseguard.autoconfigure;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.kafka.autoconfigure.DefaultKafkaConsumerFactoryCustomizer;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ContextConsumer;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;

import io.leaseguard.recovery.LeaseRecoveries;
import io.leaseguard.recovery.RecoveryAction;
import io.leaseguard.recovery.RecoveryAnswer;
import io.leaseguard.recovery.RecoveryVeto;
import io.leaseguard.watchdog.ConsumerSnapshot;
import io.leaseguard.watchdog.LeaseEvent;
import io.leaseguard.watchdog.LeaseStatus;
import io.leaseguard.watchdog.PastRecovery;
import io.leaseguard.watchdog.RecoveryCount;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the repair of consumers on a real broker.
 */
class RecoveryIntegrationTests {

	private static final List<String> CONSUMED = new CopyOnWriteArrayList<>();

	private static final List<LeaseEvent> EVENTS = new CopyOnWriteArrayList<>();

	private static final Set<String> ERRORS = ConcurrentHashMap.newKeySet();

	private static final AtomicBoolean BLOCK = new AtomicBoolean();

	private static final Semaphore RELEASE = new Semaphore(0);

	private final String topic = "t-" + UUID.randomUUID();

	private final String group = "g-" + UUID.randomUUID();

	private final ApplicationContextRunner bareRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(KafkaAutoConfiguration.class, LeaseGuardAutoConfiguration.class))
		.withPropertyValues("spring.kafka.bootstrap-servers=" + EmbeddedBroker.bootstrapServers(),
				"spring.kafka.consumer.auto-offset-reset=earliest", "lease-guard.watchdog.interval=200ms",
				"lease-guard.record-timeout=500ms", "lease-guard.min-lease=20s", "lease-guard.recovery.cool-down=1s",
				"spring.kafka.consumer.max-poll-records=2", "topic=" + this.topic, "group=" + this.group);

	private final ApplicationContextRunner contextRunner = this.bareRunner.withUserConfiguration(Listeners.class);

	private final ApplicationContextRunner restartRunner = restarting(this.contextRunner);

	@BeforeEach
	void prepare() {
		EmbeddedBroker.createTopic(this.topic, 2);
		CONSUMED.clear();
		EVENTS.clear();
		ERRORS.clear();
		BLOCK.set(false);
		RELEASE.drainPermits();
	}

	@Test
	void containerThatAnErrorHasStoppedIsStartedAgainAndLosesNothing() {
		run(this.restartRunner, (context) -> {
			awaitBothAssigned(context);
			ERRORS.add("bad");
			RunningContext.send(context, this.topic, 0, "before");
			RunningContext.await().until(() -> CONSUMED.contains("before"));
			RunningContext.send(context, this.topic, 0, "bad");
			RunningContext.send(context, this.topic, 0, "after");
			RunningContext.send(context, this.topic, 1, "other");
			RunningContext.await().until(() -> CONSUMED.containsAll(List.of("bad", "after", "other")));
			RunningContext.await()
				.until(() -> RunningContext.listener(context)
					.recoveries()
					.equals(List.of(new RecoveryCount("restart", "healed", 1))));
			awaitBothAssigned(context);
			assertThat(RunningContext.listener(context).down()).isFalse();
			assertThat(RunningContext.listener(context).pastRecoveries()).singleElement()
				.satisfies((recovery) -> assertThat(recovery.status()).isEqualTo(LeaseStatus.STOPPED));
			assertThat(EVENTS).filteredOn(LeaseEvent.ConsumerRecovered.class::isInstance).hasSize(1);
		});
	}

	@Test
	void inModeRejoinAContainerThatAnErrorHasStoppedStaysStopped() {
		run(this.restartRunner.withPropertyValues("lease-guard.recovery.mode=rejoin"), (context) -> {
			awaitBothAssigned(context);
			ERRORS.add("bad");
			RunningContext.send(context, this.topic, 0, "bad");
			RunningContext.await()
				.until(() -> RunningContext.listener(context).down()
						&& RunningContext.listener(context).status() == LeaseStatus.STOPPED);
			RunningContext.await()
				.during(Duration.ofSeconds(4))
				.until(() -> RunningContext.listener(context).recoveries().isEmpty());
		});
	}

	@Test
	void whatARejoinDoesNotHealIsHealedByARestartOfThatChildAlone() {
		run(this.restartRunner.withUserConfiguration(DeafConsumers.class), (context) -> {
			awaitBothAssigned(context);
			List<String> before = clientIds(context);
			interruptOneHeartbeatThread();
			RunningContext.await()
				.until(() -> RunningContext.listener(context)
					.recoveries()
					.equals(List.of(new RecoveryCount("rejoin", "failed", 1),
							new RecoveryCount("restart", "healed", 1))));
			PastRecovery last = RunningContext.listener(context).pastRecoveries().get(0);
			assertThat(last.outcome()).isEqualTo("healed");
			assertThat(last.status()).isEqualTo(LeaseStatus.HEARTBEAT_LOST);
			awaitBothAssigned(context);
			List<String> after = clientIds(context);
			int sick = last.consumerIndex();
			assertThat(after.get(sick)).isNotEqualTo(before.get(sick));
			assertThat(after.get(1 - sick)).isEqualTo(before.get(1 - sick));
			assertThat(RunningContext.listener(context).consumers().get(sick).recoveries()).isEqualTo(2);
			assertThat(RunningContext.listener(context).consumers().get(1 - sick).recoveries()).isZero();
			RunningContext.send(context, this.topic, 0, "a");
			RunningContext.send(context, this.topic, 1, "b");
			RunningContext.await().until(() -> CONSUMED.containsAll(List.of("a", "b")));
			assertThat(CONSUMED).containsExactlyInAnyOrder("a", "b");
		});
	}

	@Test
	void stuckConsumerIsNeverRestarted() {
		run(this.restartRunner, (context) -> {
			awaitBothAssigned(context);
			List<String> before = clientIds(context);
			BLOCK.set(true);
			RunningContext.send(context, this.topic, 0, "stuck");
			RunningContext.await().until(() -> RunningContext.listener(context).status() == LeaseStatus.LEASE_EXPIRED);
			// It is given up in the meantime, without an attempt.
			RunningContext.await().during(Duration.ofSeconds(6)).until(() -> clientIds(context).equals(before));
			// The one that has inherited the record, too.
			RunningContext.await()
				.until(() -> RunningContext.listener(context)
					.recoveries()
					.equals(List.of(new RecoveryCount("restart", "exhausted", 2))));
			assertThat(RunningContext.listener(context).consumers()).allMatch((consumer) -> consumer.recoveries() == 0);
			assertThat(request(context, null, RecoveryAction.RESTART)).anySatisfy((answer) -> {
				assertThat(answer.accepted()).isFalse();
				assertThat(answer.message()).contains("its thread is stuck");
			});
			BLOCK.set(false);
			RELEASE.release(100);
			RunningContext.await().until(() -> CONSUMED.contains("stuck"));
		});
	}

	@Test
	void deadHeartbeatOfMemberInLongBatchIsFoundBeforeItsBatchEnds() {
		run(this.contextRunner.withPropertyValues("lease-guard.record-timeout=50s",
				"spring.kafka.consumer.properties.session.timeout.ms=12000"), (context) -> {
					awaitBothAssigned(context);
					String name = "kafka-coordinator-heartbeat-thread | " + this.group;
					RunningContext.await().until(() -> heartbeatThreads(name).size() == 2);
					heartbeatThreads(name).forEach(Thread::interrupt);
					BLOCK.set(true);
					RunningContext.send(context, this.topic, 0, "long");
					RunningContext.await().until(() -> RELEASE.hasQueuedThreads());
					RunningContext.await()
						.until(() -> RunningContext.listener(context)
							.consumers()
							.stream()
							.anyMatch((consumer) -> consumer.status() == LeaseStatus.HEARTBEAT_LOST
									&& consumer.recordsRemaining() > 0));
					BLOCK.set(false);
					RELEASE.release(100);
					RunningContext.await()
						.until(() -> RunningContext.listener(context)
							.consumers()
							.stream()
							.allMatch((consumer) -> consumer.status() == LeaseStatus.IDLE));
				});
	}

	@Test
	void vetoOfTheApplicationHolds() {
		run(this.restartRunner.withBean("veto", RecoveryVeto.class, () -> (listenerId, index, action) -> true),
				(context) -> {
					awaitBothAssigned(context);
					ERRORS.add("bad");
					RunningContext.send(context, this.topic, 0, "bad");
					RunningContext.await()
						.until(() -> RunningContext.listener(context)
							.recoveries()
							.equals(List.of(new RecoveryCount("restart", "vetoed", 1))));
					assertThat(request(context, null, RecoveryAction.RESTART)).noneMatch(RecoveryAnswer::accepted);
					RunningContext.await()
						.during(Duration.ofSeconds(3))
						.until(() -> RunningContext.listener(context).down());
				});
	}

	@ParameterizedTest
	@ValueSource(strings = { "classic", "consumer" })
	void pausesSurviveARestartOfTheChildren(String protocol) {
		run(this.contextRunner.withPropertyValues("spring.kafka.consumer.properties.group.protocol=" + protocol),
				(context) -> {
					awaitBothAssigned(context);
					ConcurrentMessageListenerContainer<?, ?> container = container(context);
					container.pausePartition(new TopicPartition(this.topic, 0));
					restartAll(context);
					awaitBothAssigned(context);
					RunningContext.await().until(() -> container.isPartitionPaused(new TopicPartition(this.topic, 0)));
					RunningContext.send(context, this.topic, 0, "held");
					RunningContext.send(context, this.topic, 1, "free");
					RunningContext.await().until(() -> CONSUMED.contains("free"));
					RunningContext.await().during(Duration.ofSeconds(2)).until(() -> !CONSUMED.contains("held"));
					container.resumePartition(new TopicPartition(this.topic, 0));
					RunningContext.await().until(() -> CONSUMED.contains("held"));
					container.pause();
					RunningContext.await()
						.until(() -> statuses(context).equals(List.of(LeaseStatus.PAUSED, LeaseStatus.PAUSED)));
					restartAll(context);
					RunningContext.send(context, this.topic, 0, "later");
					RunningContext.await()
						.until(() -> statuses(context).equals(List.of(LeaseStatus.PAUSED, LeaseStatus.PAUSED)));
					RunningContext.await().during(Duration.ofSeconds(2)).until(() -> !CONSUMED.contains("later"));
					container.resume();
					RunningContext.await().until(() -> CONSUMED.contains("later"));
				});
	}

	@ParameterizedTest
	@ValueSource(classes = { Listeners.class, PatternListeners.class })
	void pausesSurviveARestartOfTheContainer(Class<?> listeners) {
		run(restarting(this.bareRunner.withUserConfiguration(listeners)), (context) -> {
			awaitBothAssigned(context);
			ConcurrentMessageListenerContainer<?, ?> container = container(context);
			container.pausePartition(new TopicPartition(this.topic, 0));
			RunningContext.await().until(() -> container.isPartitionPaused(new TopicPartition(this.topic, 0)));
			ERRORS.add("bad");
			RunningContext.send(context, this.topic, 0, "held");
			RunningContext.send(context, this.topic, 1, "bad");
			RunningContext.await().until(() -> CONSUMED.contains("bad"));
			RunningContext.await().during(Duration.ofSeconds(3)).until(() -> !CONSUMED.contains("held"));
			assertThat(container.isPauseRequested()).isFalse();
			container.resumePartition(new TopicPartition(this.topic, 0));
			RunningContext.await().until(() -> CONSUMED.contains("held"));
		});
	}

	@Test
	void listenerThatIsStoppedWhileItsChildIsIsNotStarted() {
		run(this.contextRunner, (context) -> {
			awaitBothAssigned(context);
			container(context).getContainerProperties().setShutdownTimeout(500);
			BLOCK.set(true);
			RunningContext.send(context, this.topic, 0, "slow");
			RunningContext.await().until(() -> statuses(context).contains(LeaseStatus.WORKING));
			assertThat(request(context, null, RecoveryAction.RESTART)).allMatch(RecoveryAnswer::accepted);
			RunningContext.await().until(() -> outcomes(context).contains("abandoned"));
			container(context).stop();
			BLOCK.set(false);
			RELEASE.release(100);
			RunningContext.await().until(() -> RunningContext.listener(context).consumers().isEmpty());
			RunningContext.await()
				.during(Duration.ofSeconds(3))
				.until(() -> RunningContext.listener(context).consumers().isEmpty()
						&& !container(context).isChildRunning());
		});
	}

	@Test
	void childThatStopsLateIsStartedThen() {
		run(this.contextRunner.withPropertyValues("lease-guard.min-lease=60s"), (context) -> {
			awaitBothAssigned(context);
			List<String> before = clientIds(context);
			container(context).getContainerProperties().setShutdownTimeout(500);
			BLOCK.set(true);
			RunningContext.send(context, this.topic, 0, "slow");
			RunningContext.await().until(() -> statuses(context).contains(LeaseStatus.WORKING));
			int slow = RunningContext.listener(context)
				.consumers()
				.stream()
				.filter((consumer) -> consumer.status() == LeaseStatus.WORKING)
				.findFirst()
				.orElseThrow()
				.index();
			assertThat(request(context, slow, RecoveryAction.RESTART)).allMatch(RecoveryAnswer::accepted);
			RunningContext.await().until(() -> outcomes(context).contains("abandoned"));
			assertThat(clientIds(context)).isEqualTo(before);
			BLOCK.set(false);
			RELEASE.release(100);
			RunningContext.await().until(() -> clientIds(context).size() == 2 && !clientIds(context).equals(before));
			awaitBothAssigned(context);
			RunningContext.send(context, this.topic, 0, "next");
			RunningContext.await().until(() -> CONSUMED.contains("next"));
			assertThat(CONSUMED).containsExactly("slow", "next");
		});
	}

	@Test
	void withoutWatchdogAPersonCanStillAsk() {
		run(this.contextRunner.withPropertyValues("lease-guard.watchdog.enabled=false"), (context) -> {
			RunningContext.await().until(() -> container(context).getAssignedPartitions().size() == 2);
			assertThat(RunningContext.listener(context).consumers()).isEmpty();
			assertThat(request(context, 0, RecoveryAction.REJOIN)).allMatch(RecoveryAnswer::accepted);
			assertThat(request(context, 0, RecoveryAction.RESTART)).allMatch(RecoveryAnswer::accepted);
			RunningContext.await()
				.until(() -> RunningContext.listener(context)
					.recoveries()
					.equals(List.of(new RecoveryCount("rejoin", "done", 1), new RecoveryCount("restart", "done", 1))));
			RunningContext.send(context, this.topic, 0, "a");
			RunningContext.send(context, this.topic, 1, "b");
			RunningContext.await().until(() -> CONSUMED.containsAll(List.of("a", "b")));
		});
	}

	@Test
	void rejoinThatAPersonAsksForMakesTheGroupRebalance() {
		run(this.contextRunner.withPropertyValues("lease-guard.recovery.mode=none"), (context) -> {
			awaitBothAssigned(context);
			double before = rebalances(context);
			assertThat(request(context, 1, RecoveryAction.REJOIN)).allMatch(RecoveryAnswer::accepted);
			RunningContext.await().until(() -> rebalances(context) > before);
			awaitBothAssigned(context);
		});
	}

	private void run(ApplicationContextRunner runner, ContextConsumer<AssertableApplicationContext> consumer) {
		runner.run((context) -> {
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

	private void restartAll(ApplicationContext context) {
		List<String> before = clientIds(context);
		for (int index = 0; index < 2; index++) {
			long done = done(context);
			assertThat(request(context, index, RecoveryAction.RESTART)).hasSize(1).allMatch(RecoveryAnswer::accepted);
			RunningContext.await().until(() -> done(context) == done + 1);
			awaitBothAssigned(context);
		}
		RunningContext.await()
			.until(() -> clientIds(context).size() == 2 && clientIds(context).stream().noneMatch(before::contains));
	}

	private long done(ApplicationContext context) {
		return RunningContext.listener(context)
			.recoveries()
			.stream()
			.filter((recovery) -> recovery.outcome().equals("done"))
			.mapToLong(RecoveryCount::count)
			.sum();
	}

	private List<RecoveryAnswer> request(ApplicationContext context, @Nullable Integer index, RecoveryAction action) {
		return context.getBean(LeaseRecoveries.class).request("payments", index, action);
	}

	private List<String> outcomes(ApplicationContext context) {
		return RunningContext.listener(context).recoveries().stream().map(RecoveryCount::outcome).toList();
	}

	private List<String> clientIds(ApplicationContext context) {
		return RunningContext.listener(context)
			.consumers()
			.stream()
			.map((consumer) -> String.valueOf(consumer.clientId()))
			.toList();
	}

	private double rebalances(ApplicationContext context) {
		return container(context).getContainers()
			.get(1)
			.metrics()
			.values()
			.stream()
			.flatMap((metrics) -> metrics.entrySet().stream())
			.filter((metric) -> metric.getKey().name().equals("rebalance-total"))
			.mapToDouble((metric) -> ((Number) metric.getValue().metricValue()).doubleValue())
			.sum();
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
				.allMatch((consumer) -> consumer.assigned().size() == 1));
	}

	private List<LeaseStatus> statuses(ApplicationContext context) {
		return RunningContext.listener(context).consumers().stream().map(ConsumerSnapshot::status).toList();
	}

	private ConcurrentMessageListenerContainer<?, ?> container(ApplicationContext context) {
		return (ConcurrentMessageListenerContainer<?, ?>) RunningContext.container(context);
	}

	private static ApplicationContextRunner restarting(ApplicationContextRunner runner) {
		return runner.withPropertyValues("lease-guard.recovery.mode=restart", "lease-guard.min-lease=2s",
				"spring.kafka.consumer.properties.session.timeout.ms=3000",
				"spring.kafka.consumer.properties.heartbeat.interval.ms=500");
	}

	@Configuration(proxyBeanMethods = false)
	static class Listeners {

		@KafkaListener(id = "payments", groupId = "${group}", topics = "${topic}", concurrency = "2")
		void listen(ConsumerRecord<String, String> record) throws InterruptedException {
			if (BLOCK.get()) {
				RELEASE.acquire();
			}
			if (ERRORS.remove(record.value())) {
				throw new OutOfMemoryError("Thrown by the test");
			}
			CONSUMED.add(record.value());
		}

		@EventListener
		void event(LeaseEvent event) {
			EVENTS.add(event);
		}

	}

	/**
	 * The same by a pattern, so that the container can't name its topics.
	 */
	@Configuration(proxyBeanMethods = false)
	static class PatternListeners extends Listeners {

		@Override
		@KafkaListener(id = "payments", groupId = "${group}", topicPattern = "${topic}", concurrency = "2")
		void listen(ConsumerRecord<String, String> record) throws InterruptedException {
			super.listen(record);
		}

	}

	/**
	 * Consumers that do not do what they are asked to: no rejoin.
	 */
	@Configuration(proxyBeanMethods = false)
	static class DeafConsumers {

		@Bean
		DefaultKafkaConsumerFactoryCustomizer deafConsumers() {
			return DeafConsumers::deafen;
		}

		private static <K, V> void deafen(DefaultKafkaConsumerFactory<K, V> factory) {
			factory.addPostProcessor(DeafConsumers::deaf);
		}

		@SuppressWarnings("unchecked")
		private static <K, V> Consumer<K, V> deaf(Consumer<K, V> consumer) {
			return (Consumer<K, V>) Proxy.newProxyInstance(DeafConsumers.class.getClassLoader(),
					new Class<?>[] { Consumer.class }, (proxy, method, arguments) -> {
						if (method.getName().equals("enforceRebalance")) {
							return null;
						}
						try {
							return method.invoke(consumer, arguments);
						}
						catch (InvocationTargetException ex) {
							throw ex.getTargetException();
						}
					});
		}

	}

}
