package io.leaseguard.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Semaphore;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.annotation.KafkaListener;

import io.leaseguard.watchdog.LeaseStatus;
import io.leaseguard.watchdog.RecoveryCount;
import io.leaseguard.watchdog.RepairState;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Test on a real broker of a rejoin that has to wait: a group is complete only when its
 * slowest member has come by, which takes longer here than a session timeout of 3 s.
 */
class RejoinWaitIntegrationTests {

	private static final Semaphore RELEASE = new Semaphore(0);

	private final String topic = "t-" + UUID.randomUUID();

	private final String slowTopic = "s-" + UUID.randomUUID();

	private final String group = "g-" + UUID.randomUUID();

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(KafkaAutoConfiguration.class, LeaseGuardAutoConfiguration.class))
		.withUserConfiguration(Listeners.class)
		.withPropertyValues("spring.kafka.bootstrap-servers=" + EmbeddedBroker.bootstrapServers(),
				"spring.kafka.consumer.auto-offset-reset=earliest",
				"spring.kafka.consumer.properties.session.timeout.ms=3000",
				"spring.kafka.consumer.properties.heartbeat.interval.ms=500",
				"spring.kafka.listener.poll-timeout=200ms", "lease-guard.watchdog.interval=200ms",
				"lease-guard.record-timeout=2m", "lease-guard.max-detection-delay=1h",
				"spring.kafka.consumer.max-poll-records=1", "topic=" + this.topic, "slow-topic=" + this.slowTopic,
				"group=" + this.group);

	@BeforeEach
	void prepare() {
		EmbeddedBroker.createTopic(this.topic, 1);
		EmbeddedBroker.createTopic(this.slowTopic, 1);
		RELEASE.drainPermits();
	}

	@Test
	void waitForTheSlowestMemberIsNoFailure() {
		this.contextRunner.run((context) -> {
			try {
				RunningContext.await().until(() -> isAssigned(context, "payments"));
				Thread heartbeat = RunningContext.await()
					.until(this::heartbeatThreads, (threads) -> threads.size() == 1)
					.get(0);
				RunningContext.container(context, "slow").start();
				RunningContext.await().until(() -> isAssigned(context, "slow") && isAssigned(context, "payments"));
				RunningContext.send(context, this.slowTopic, "slow");
				RunningContext.await().until(RELEASE::hasQueuedThreads);
				heartbeat.interrupt();
				RunningContext.await().until(() -> repair(context) == RepairState.PENDING);
				RunningContext.await().until(() -> status(context) == LeaseStatus.REBALANCING);
				RunningContext.await()
					.during(Duration.ofSeconds(5))
					.until(() -> status(context) == LeaseStatus.REBALANCING && repair(context) == RepairState.PENDING);
				assertThat(RunningContext.listener(context).recoveries()).isEmpty();
			}
			finally {
				RELEASE.release(100);
			}
			RunningContext.await().until(() -> repair(context) == RepairState.NONE);
			assertThat(RunningContext.listener(context).recoveries())
				.containsExactly(new RecoveryCount("rejoin", "healed", 1));
		});
	}

	private List<Thread> heartbeatThreads() {
		String name = "kafka-coordinator-heartbeat-thread | " + this.group;
		return Thread.getAllStackTraces().keySet().stream().filter((thread) -> thread.getName().equals(name)).toList();
	}

	private static boolean isAssigned(ApplicationContext context, String id) {
		return RunningContext.listener(context, id)
			.consumers()
			.stream()
			.anyMatch((consumer) -> consumer.assigned().size() == 1 && consumer.status() == LeaseStatus.IDLE);
	}

	private static LeaseStatus status(ApplicationContext context) {
		return RunningContext.listener(context).status();
	}

	private static RepairState repair(ApplicationContext context) {
		return RunningContext.listener(context).consumers().get(0).repair();
	}

	@Configuration(proxyBeanMethods = false)
	static class Listeners {

		@KafkaListener(id = "payments", groupId = "${group}", topics = "${topic}")
		void listen(ConsumerRecord<String, String> record) {
		}

		@KafkaListener(id = "slow", groupId = "${group}", topics = "${slow-topic}", autoStartup = "false")
		void work(ConsumerRecord<String, String> record) throws InterruptedException {
			RELEASE.acquire();
		}

	}

}
