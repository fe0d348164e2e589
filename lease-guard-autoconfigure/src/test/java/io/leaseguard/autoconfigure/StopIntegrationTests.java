package io.leaseguard.autoconfigure;

import java.time.Duration;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Semaphore;

import org.apache.kafka.clients.consumer.ConsumerRecord;
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
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.config.ContainerCustomizer;
import org.springframework.kafka.event.ConsumerStartingEvent;
import org.springframework.kafka.listener.CommonContainerStoppingErrorHandler;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.kafka.listener.MessageListenerContainer;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

import io.leaseguard.watchdog.ConsumerSnapshot;
import io.leaseguard.watchdog.LeaseStatus;
import io.leaseguard.watchdog.StopReason;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests on a real broker of consumers that have come to an end: each tells why.
 */
@ExtendWith(OutputCaptureExtension.class)
class StopIntegrationTests {

	private static final String LEFT_BEHIND = "Consumer 0 of listener 'payments' starts while the thread of the one before it";

	private static final Semaphore RELEASE = new Semaphore(0);

	private final String topic = "t-" + UUID.randomUUID();

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(KafkaAutoConfiguration.class, LeaseGuardAutoConfiguration.class))
		.withPropertyValues("spring.kafka.bootstrap-servers=" + EmbeddedBroker.bootstrapServers(),
				"spring.kafka.consumer.auto-offset-reset=earliest", "spring.kafka.listener.poll-timeout=200ms",
				"lease-guard.watchdog.interval=200ms", "topic=" + this.topic, "group=g-" + UUID.randomUUID());

	@BeforeEach
	void prepare() {
		EmbeddedBroker.createTopic(this.topic, 2);
	}

	@Test
	void errorInTheListenerIsTheReason() {
		this.contextRunner.withUserConfiguration(Listeners.class).run((context) -> {
			RunningContext.send(context, this.topic, 0, "error");
			assertThat(awaitStopped(context, StopReason.ERROR).detail()).startsWith("An Error has ended its thread.");
		});
	}

	@Test
	void errorHandlerThatStopsTheContainerIsTheReasonUntilItStartsAgain() {
		this.contextRunner.withUserConfiguration(Listeners.class, Stopping.class).run((context) -> {
			RunningContext.send(context, this.topic, 0, "failure");
			awaitStopped(context, StopReason.ABNORMAL);
			RunningContext.await().until(() -> !RunningContext.container(context).isRunning());
			RunningContext.container(context).start();
			RunningContext.await()
				.until(() -> RunningContext.listener(context)
					.consumers()
					.stream()
					.noneMatch((consumer) -> consumer.status() == LeaseStatus.STOPPED));
		});
	}

	@Test
	void missingOffsetIsTheReason() {
		this.contextRunner.withUserConfiguration(Listeners.class)
			.withPropertyValues("spring.kafka.consumer.auto-offset-reset=none")
			.run((context) -> assertThat(awaitStopped(context, StopReason.NO_OFFSET).detail())
				.contains("The last exception out of poll() was NoOffsetForPartitionException"));
	}

	@Test
	void fencingIsTheReason() {
		this.contextRunner.withUserConfiguration(Listeners.class)
			.withPropertyValues("spring.kafka.consumer.properties.group.instance.id=only-one",
					"lease-guard.on-violation=warn")
			.run((context) -> {
				RunningContext.await().until(() -> RunningContext.listener(context).status() == LeaseStatus.IDLE);
				this.contextRunner.withUserConfiguration(Listeners.class)
					.withPropertyValues("spring.kafka.consumer.properties.group.instance.id=only-one",
							"lease-guard.on-violation=warn", "group=" + context.getEnvironment().getProperty("group"))
					.run((second) -> awaitStopped(context, StopReason.FENCED));
			});
	}

	@Test
	void threadThatEndsWithoutWordIsSeen() {
		this.contextRunner.withUserConfiguration(Listeners.class, Throwing.class).run((context) -> {
			awaitStopped(context, StopReason.THREAD_ENDED);
			assertThat(RunningContext.container(context).isRunning()).isTrue();
		});
	}

	@Test
	void consumerWithoutThreadIsSeenUntilItGetsOne() {
		this.contextRunner.withUserConfiguration(Listeners.class, TooFewThreads.class)
			.withPropertyValues("concurrency=2")
			.run((context) -> {
				ConsumerSnapshot stopped = awaitStopped(context, StopReason.NOT_STARTED);
				assertThat(stopped.index()).isEqualTo(1);
				context.getBean(ThreadPoolTaskExecutor.class).setCorePoolSize(2);
				RunningContext.await()
					.until(() -> !RunningContext.listener(context).down()
							&& RunningContext.listener(context).consumers().size() == 2);
			});
	}

	@Test
	void stopOnPurposeIsNoFault() {
		this.contextRunner.withUserConfiguration(Listeners.class).withPropertyValues("concurrency=2").run((context) -> {
			RunningContext.await().until(() -> RunningContext.listener(context).consumers().size() == 2);
			MessageListenerContainer child = ((ConcurrentMessageListenerContainer<?, ?>) RunningContext
				.container(context)).getContainers().get(0);
			child.stop();
			RunningContext.await().until(() -> RunningContext.listener(context).consumers().size() == 1);
			assertThat(RunningContext.listener(context).down()).isFalse();
			RunningContext.container(context).stop();
			RunningContext.await().until(() -> RunningContext.listener(context).consumers().isEmpty());
			assertThat(RunningContext.listener(context).down()).isFalse();
		});
	}

	@Test
	void startOverAThreadThatIsStuckIsNotSilent(CapturedOutput output) {
		this.contextRunner.withUserConfiguration(Listeners.class, Impatient.class).run((context) -> {
			RunningContext.send(context, this.topic, 0, "block");
			RunningContext.await().until(RELEASE::hasQueuedThreads);
			RunningContext.container(context).stop();
			RunningContext.container(context).start();
			RunningContext.await().until(() -> output.getAll().contains(LEFT_BEHIND));
			assertThat(RELEASE.hasQueuedThreads()).isTrue();
			RELEASE.release(2);
			RunningContext.await().until(() -> RunningContext.listener(context).status() == LeaseStatus.IDLE);
			RunningContext.container(context).stop();
			RunningContext.await().until(() -> RunningContext.listener(context).consumers().isEmpty());
			RunningContext.container(context).start();
			RunningContext.await().until(() -> RunningContext.listener(context).status() == LeaseStatus.IDLE);
			assertThat(output).containsOnlyOnce(LEFT_BEHIND);
		});
	}

	private ConsumerSnapshot awaitStopped(ApplicationContext context, StopReason reason) {
		ConsumerSnapshot stopped = RunningContext.await()
			.until(() -> RunningContext.listener(context)
				.consumers()
				.stream()
				.filter((consumer) -> consumer.stopReason() == reason)
				.findFirst()
				.orElse(null), Objects::nonNull);
		assertThat(stopped.status()).isEqualTo(LeaseStatus.STOPPED);
		assertThat(stopped.down()).isTrue();
		assertThat(RunningContext.listener(context).down()).isTrue();
		return stopped;
	}

	@Configuration(proxyBeanMethods = false)
	static class Listeners {

		@KafkaListener(id = "payments", groupId = "${group}", topics = "${topic}", concurrency = "${concurrency:1}")
		void listen(ConsumerRecord<String, String> record) {
			if (record.value().equals("block")) {
				RELEASE.acquireUninterruptibly();
			}
			if (record.value().equals("error")) {
				throw new AssertionError("Thrown by the test");
			}
			if (record.value().equals("failure")) {
				throw new IllegalStateException("Thrown by the test");
			}
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Stopping {

		@Bean
		CommonContainerStoppingErrorHandler errorHandler() {
			CommonContainerStoppingErrorHandler errorHandler = new CommonContainerStoppingErrorHandler();
			errorHandler.setStopContainerAbnormally(true);
			return errorHandler;
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Impatient {

		@Bean
		ContainerCustomizer<Object, Object, ConcurrentMessageListenerContainer<Object, Object>> customizer() {
			return (container) -> container.getContainerProperties().setShutdownTimeout(100);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Throwing {

		@EventListener
		void starting(ConsumerStartingEvent event) {
			throw new IllegalStateException("Thrown by the test");
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class TooFewThreads {

		@Bean
		ThreadPoolTaskExecutor listenerExecutor() {
			ThreadPoolTaskExecutor executor = new ThreadPoolTaskExecutor();
			executor.setCorePoolSize(1);
			executor.setMaxPoolSize(2);
			return executor;
		}

		@Bean
		ContainerCustomizer<Object, Object, ConcurrentMessageListenerContainer<Object, Object>> customizer(
				AsyncTaskExecutor listenerExecutor) {
			return (container) -> {
				container.getContainerProperties().setListenerTaskExecutor(listenerExecutor);
				container.getContainerProperties().setConsumerStartTimeout(Duration.ofSeconds(1));
			};
		}

	}

}
