package io.leaseguard.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;

import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.kafka.annotation.BackOff;
import org.springframework.kafka.annotation.EnableKafkaRetryTopic;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.annotation.RetryableTopic;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.kafka.listener.MessageListenerContainer;
import org.springframework.kafka.support.Acknowledgment;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;
import org.springframework.util.backoff.FixedBackOff;

import io.leaseguard.watchdog.ConsumerSnapshot;
import io.leaseguard.watchdog.LeaseEvent;
import io.leaseguard.watchdog.LeaseGuard;
import io.leaseguard.watchdog.LeaseStatus;
import io.leaseguard.watchdog.ListenerSnapshot;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of stalls on a real broker: those that must be found, and the healthy lives that
 * look like one.
 */
@ExtendWith(OutputCaptureExtension.class)
class StallIntegrationTests {

	private static final Set<String> CONSUMED = ConcurrentHashMap.newKeySet();

	private static final List<LeaseEvent> EVENTS = new CopyOnWriteArrayList<>();

	private static final List<Acknowledgment> WITHHELD = new CopyOnWriteArrayList<>();

	private static final AtomicBoolean SICK = new AtomicBoolean();

	private final String topic = "t-" + UUID.randomUUID();

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(KafkaAutoConfiguration.class, LeaseGuardAutoConfiguration.class))
		.withPropertyValues("spring.kafka.bootstrap-servers=" + EmbeddedBroker.bootstrapServers(),
				"spring.kafka.consumer.auto-offset-reset=earliest",
				"spring.kafka.consumer.properties.session.timeout.ms=3000",
				"spring.kafka.consumer.properties.heartbeat.interval.ms=500",
				"spring.kafka.listener.poll-timeout=200ms", "lease-guard.watchdog.interval=200ms",
				"lease-guard.watchdog.progress-timeout=3s", "topic=" + this.topic, "group=g-" + UUID.randomUUID());

	@BeforeEach
	void prepare() {
		EmbeddedBroker.createTopic(this.topic, 2);
		CONSUMED.clear();
		EVENTS.clear();
		WITHHELD.clear();
		SICK.set(false);
	}

	@Test
	void recordThatFailsForEverIsFoundWhileTheOtherPartitionMovesOn(CapturedOutput output) {
		this.contextRunner.withUserConfiguration(Poison.class).run((context) -> {
			send(context, 0, "fine");
			await().until(() -> CONSUMED.contains("fine"));
			SICK.set(true);
			send(context, 0, "poison");
			for (int i = 0; !isStalled(context); i++) {
				send(context, 1, "other-" + i);
				pause();
			}
			ConsumerSnapshot stalled = consumer(context);
			assertThat(stalled.down()).isTrue();
			assertThat(stalled.stalled()).startsWith(this.topic + "-0");
			assertThat(stalled.detail()).startsWith(this.topic + "-0 has not moved for ")
				.contains("from offset 1")
				.contains("offset 1 has failed ")
				.contains(" times with IllegalStateException");
			await().until(() -> EVENTS.stream()
				.anyMatch((event) -> event instanceof LeaseEvent.ProgressStalled stall
						&& Objects.equals(stall.partition(), this.topic + "-0") && stall.stalledMs() >= 3000));
			assertThat(output).contains("makes no progress. " + this.topic + "-0 has not moved for ");
			SICK.set(false);
			await().until(() -> CONSUMED.contains("poison") && !listener(context).down());
			await().until(() -> EVENTS.stream()
				.anyMatch((event) -> event instanceof LeaseEvent.ConsumerRecovered recovered
						&& recovered.from() == LeaseStatus.PROGRESS_STALLED));
		});
	}

	@Test
	void acknowledgmentThatNeverComesIsFound() {
		this.contextRunner.withUserConfiguration(Withheld.class)
			.withPropertyValues("spring.kafka.listener.ack-mode=manual", "spring.kafka.listener.async-acks=true")
			.run((context) -> {
				send(context, 0, "a");
				await().until(() -> !WITHHELD.isEmpty());
				awaitStatus(context, LeaseStatus.PROGRESS_STALLED);
				assertThat(consumer(context).detail()).contains("paused although nobody asks for it");
				WITHHELD.forEach(Acknowledgment::acknowledge);
				await().until(() -> !listener(context).down());
			});
	}

	@Test
	void listenerThatInterruptsItsOwnThreadIsFound() {
		this.contextRunner.withUserConfiguration(Interrupting.class).run((context) -> {
			SICK.set(true);
			send(context, 0, "a");
			ConsumerSnapshot stalled = awaitConsumer(context,
					(consumer) -> consumer.status() == LeaseStatus.PROGRESS_STALLED);
			assertThat(stalled.detail()).startsWith("Every poll has failed for ").contains("InterruptException");
			assertThat(stalled.down()).isTrue();
			SICK.set(false);
		});
	}

	@Test
	void memberThatTheBrokerDoesNotAdmitIsFound() {
		this.contextRunner.withUserConfiguration(Quiet.class)
			.withPropertyValues("spring.kafka.consumer.properties.session.timeout.ms=1800001",
					"lease-guard.on-violation=warn")
			.run((context) -> {
				ConsumerSnapshot stalled = awaitConsumer(context,
						(consumer) -> consumer.status() == LeaseStatus.PROGRESS_STALLED);
				assertThat(stalled.detail()).contains("InvalidSessionTimeoutException");
				assertThat(stalled.down()).isTrue();
			});
	}

	@Test
	void pausesThatTheApplicationAskedForAreNoStall() {
		this.contextRunner.withUserConfiguration(Quiet.class).run((context) -> {
			await().until(() -> consumer(context).status() == LeaseStatus.IDLE);
			MessageListenerContainer container = container(context);
			container.pause();
			await().until(() -> consumer(context).status() == LeaseStatus.PAUSED);
			send(context, 0, "waits-0");
			send(context, 1, "waits-1");
			staysUp(context);
			container.pausePartition(new TopicPartition(this.topic, 0));
			container.resume();
			await().until(() -> CONSUMED.contains("waits-1"));
			staysUp(context);
			container.resumePartition(new TopicPartition(this.topic, 0));
			await().until(() -> CONSUMED.contains("waits-0"));
			// The listener pauses the partition of this one on the consumer itself.
			send(context, 0, "pause");
			await().until(() -> CONSUMED.contains("pause"));
			send(context, 0, "waits-2");
			staysUp(context);
			assertThat(CONSUMED).doesNotContain("waits-2");
			assertThat(EVENTS).isEmpty();
		});
	}

	@Test
	void slowWorkAndIdleTopicsAreNoStall() {
		this.contextRunner.withUserConfiguration(Slow.class)
			.withPropertyValues("lease-guard.watchdog.progress-timeout=1s", "spring.kafka.consumer.max-poll-records=10")
			.run((context) -> {
				for (int i = 0; i < 20; i++) {
					send(context, i % 2, "slow-" + i);
				}
				await().until(() -> {
					assertThat(listener(context).down()).isFalse();
					return CONSUMED.size() == 20;
				});
				staysUp(context);
				assertThat(EVENTS).isEmpty();
			});
	}

	@Test
	void backOffOfRetryTopicIsNoStall() {
		this.contextRunner.withUserConfiguration(Retrying.class)
			.withPropertyValues("lease-guard.watchdog.progress-timeout=1s")
			.run((context) -> {
				send(context, 0, "again");
				await().until(() -> {
					assertThat(context.getBean(LeaseGuard.class).snapshot().listeners().values())
						.noneMatch(ListenerSnapshot::down);
					return CONSUMED.contains("again");
				});
				assertThat(EVENTS).noneMatch(LeaseEvent.ProgressStalled.class::isInstance);
			});
	}

	private void staysUp(ApplicationContext context) {
		await().during(Duration.ofSeconds(5)).until(() -> !listener(context).down());
	}

	private void pause() throws InterruptedException {
		Thread.sleep(20);
	}

	private boolean isStalled(ApplicationContext context) {
		return listener(context).consumers()
			.stream()
			.anyMatch((consumer) -> consumer.status() == LeaseStatus.PROGRESS_STALLED);
	}

	private void awaitStatus(ApplicationContext context, LeaseStatus status) {
		awaitConsumer(context, (consumer) -> consumer.status() == status);
	}

	private ConsumerSnapshot awaitConsumer(ApplicationContext context, Predicate<ConsumerSnapshot> predicate) {
		return await().until(() -> listener(context).consumers().stream().filter(predicate).findFirst().orElse(null),
				Objects::nonNull);
	}

	private ConsumerSnapshot consumer(ApplicationContext context) {
		return awaitConsumer(context, (consumer) -> true);
	}

	private ListenerSnapshot listener(ApplicationContext context) {
		return Objects.requireNonNull(context.getBean(LeaseGuard.class).snapshot().listeners().get("payments"));
	}

	private MessageListenerContainer container(ApplicationContext context) {
		return Objects
			.requireNonNull(context.getBean(KafkaListenerEndpointRegistry.class).getListenerContainer("payments"));
	}

	private void send(ApplicationContext context, int partition, String value) {
		@SuppressWarnings("unchecked")
		KafkaTemplate<String, String> template = context.getBean(KafkaTemplate.class);
		template.send(this.topic, partition, null, value).join();
	}

	private ConditionFactory await() {
		return Awaitility.await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(50));
	}

	@Configuration(proxyBeanMethods = false)
	static class Poison {

		@Bean
		DefaultErrorHandler errorHandler() {
			return new DefaultErrorHandler(new FixedBackOff(50, FixedBackOff.UNLIMITED_ATTEMPTS));
		}

		@KafkaListener(id = "payments", groupId = "${group}", topics = "${topic}")
		void listen(ConsumerRecord<String, String> record) {
			if (SICK.get() && record.value().equals("poison")) {
				throw new IllegalStateException("Poison");
			}
			CONSUMED.add(record.value());
		}

		@EventListener
		void event(LeaseEvent event) {
			EVENTS.add(event);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Withheld {

		@KafkaListener(id = "payments", groupId = "${group}", topics = "${topic}")
		void listen(ConsumerRecord<String, String> record, Acknowledgment acknowledgment) {
			WITHHELD.add(acknowledgment);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Interrupting {

		/**
		 * Without a line in the log for every poll, which are very many.
		 */
		@Bean
		DefaultErrorHandler errorHandler() {
			return new DefaultErrorHandler() {

				@Override
				public void handleOtherException(Exception exception, Consumer<?, ?> consumer,
						MessageListenerContainer container, boolean batchListener) {
				}

			};
		}

		@KafkaListener(id = "payments", groupId = "${group}", topics = "${topic}")
		void listen(ConsumerRecord<String, String> record) {
			if (SICK.get()) {
				Thread.currentThread().interrupt();
			}
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Quiet {

		@KafkaListener(id = "payments", groupId = "${group}", topics = "${topic}")
		void listen(ConsumerRecord<String, String> record, Consumer<?, ?> consumer) {
			CONSUMED.add(record.value());
			if (record.value().equals("pause")) {
				consumer.pause(List.of(new TopicPartition(record.topic(), record.partition())));
			}
		}

		@EventListener
		void event(LeaseEvent event) {
			EVENTS.add(event);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableKafkaRetryTopic
	static class Retrying {

		@Bean
		static ThreadPoolTaskScheduler taskScheduler() {
			return new ThreadPoolTaskScheduler();
		}

		@RetryableTopic(attempts = "2", backOff = @BackOff(delay = 5000))
		@KafkaListener(id = "payments", groupId = "${group}", topics = "${topic}")
		void listen(ConsumerRecord<String, String> record) {
			if (record.topic().contains("retry")) {
				CONSUMED.add(record.value());
			}
			else {
				throw new IllegalStateException("Thrown by the test");
			}
		}

		@EventListener
		void event(LeaseEvent event) {
			EVENTS.add(event);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Slow {

		@KafkaListener(id = "payments", groupId = "${group}", topics = "${topic}")
		void listen(ConsumerRecord<String, String> record) throws InterruptedException {
			Thread.sleep(400);
			CONSUMED.add(record.value());
		}

		@EventListener
		void event(LeaseEvent event) {
			EVENTS.add(event);
		}

	}

}
