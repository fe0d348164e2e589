package io.leaseguard.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
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
			RunningContext.send(context, this.topic, 0, "fine");
			RunningContext.await().until(() -> CONSUMED.contains("fine"));
			SICK.set(true);
			RunningContext.send(context, this.topic, 0, "poison");
			for (int i = 0; !isStalled(context); i++) {
				RunningContext.send(context, this.topic, 1, "other-" + i);
				pause();
			}
			ConsumerSnapshot stalled = consumer(context);
			assertThat(stalled.down()).isTrue();
			assertThat(stalled.stalled()).startsWith(this.topic + "-0");
			assertThat(stalled.detail()).startsWith(this.topic + "-0 has not moved for ")
				.contains("from offset 1")
				.contains("offset 1 has failed ")
				.contains(" times with IllegalStateException");
			RunningContext.await()
				.until(() -> EVENTS.stream()
					.anyMatch((event) -> event instanceof LeaseEvent.ProgressStalled stall
							&& Objects.equals(stall.partition(), this.topic + "-0") && stall.stalledMs() >= 3000));
			assertThat(output).contains("makes no progress. " + this.topic + "-0 has not moved for ");
			SICK.set(false);
			RunningContext.await().until(() -> CONSUMED.contains("poison") && !RunningContext.listener(context).down());
			RunningContext.await()
				.until(() -> EVENTS.stream()
					.anyMatch((event) -> event instanceof LeaseEvent.ConsumerRecovered recovered
							&& recovered.from() == LeaseStatus.PROGRESS_STALLED));
		});
	}

	@Test
	void acknowledgmentThatNeverComesIsFound() {
		this.contextRunner.withUserConfiguration(Withheld.class)
			.withPropertyValues("spring.kafka.listener.ack-mode=manual", "spring.kafka.listener.async-acks=true")
			.run((context) -> {
				RunningContext.send(context, this.topic, 0, "a");
				RunningContext.await().until(() -> !WITHHELD.isEmpty());
				awaitStatus(context, LeaseStatus.PROGRESS_STALLED);
				assertThat(consumer(context).detail()).contains("paused although nobody asks for it");
				WITHHELD.forEach(Acknowledgment::acknowledge);
				RunningContext.await().until(() -> !RunningContext.listener(context).down());
			});
	}

	@Test
	void listenerThatInterruptsItsOwnThreadIsFound() {
		this.contextRunner.withUserConfiguration(Interrupting.class).run((context) -> {
			SICK.set(true);
			RunningContext.send(context, this.topic, 0, "a");
			ConsumerSnapshot stalled = RunningContext.awaitConsumer(context,
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
				ConsumerSnapshot stalled = RunningContext.awaitConsumer(context,
						(consumer) -> consumer.status() == LeaseStatus.PROGRESS_STALLED);
				assertThat(stalled.detail()).contains("InvalidSessionTimeoutException");
				assertThat(stalled.down()).isTrue();
			});
	}

	@Test
	void pausesThatTheApplicationAskedForAreNoStall() {
		this.contextRunner.withUserConfiguration(Quiet.class).run((context) -> {
			RunningContext.await().until(() -> consumer(context).status() == LeaseStatus.IDLE);
			MessageListenerContainer container = RunningContext.container(context);
			container.pause();
			RunningContext.await().until(() -> consumer(context).status() == LeaseStatus.PAUSED);
			RunningContext.send(context, this.topic, 0, "waits-0");
			RunningContext.send(context, this.topic, 1, "waits-1");
			staysUp(context);
			container.pausePartition(new TopicPartition(this.topic, 0));
			container.resume();
			RunningContext.await().until(() -> CONSUMED.contains("waits-1"));
			staysUp(context);
			container.resumePartition(new TopicPartition(this.topic, 0));
			RunningContext.await().until(() -> CONSUMED.contains("waits-0"));
			// The listener pauses the partition of this one on the consumer itself.
			RunningContext.send(context, this.topic, 0, "pause");
			RunningContext.await().until(() -> CONSUMED.contains("pause"));
			RunningContext.send(context, this.topic, 0, "waits-2");
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
					RunningContext.send(context, this.topic, i % 2, "slow-" + i);
				}
				RunningContext.await().until(() -> {
					assertThat(RunningContext.listener(context).down()).isFalse();
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
				RunningContext.send(context, this.topic, 0, "again");
				RunningContext.await().until(() -> {
					assertThat(context.getBean(LeaseGuard.class).snapshot().listeners().values())
						.noneMatch(ListenerSnapshot::down);
					return CONSUMED.contains("again");
				});
				assertThat(EVENTS).noneMatch(LeaseEvent.ProgressStalled.class::isInstance);
			});
	}

	private void staysUp(ApplicationContext context) {
		RunningContext.await().during(Duration.ofSeconds(5)).until(() -> !RunningContext.listener(context).down());
	}

	private void pause() throws InterruptedException {
		Thread.sleep(20);
	}

	private boolean isStalled(ApplicationContext context) {
		return RunningContext.listener(context)
			.consumers()
			.stream()
			.anyMatch((consumer) -> consumer.status() == LeaseStatus.PROGRESS_STALLED);
	}

	private void awaitStatus(ApplicationContext context, LeaseStatus status) {
		RunningContext.awaitConsumer(context, (consumer) -> consumer.status() == status);
	}

	private ConsumerSnapshot consumer(ApplicationContext context) {
		return RunningContext.awaitConsumer(context, (consumer) -> true);
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
