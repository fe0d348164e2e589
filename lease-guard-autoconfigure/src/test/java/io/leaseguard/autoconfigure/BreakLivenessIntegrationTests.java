package io.leaseguard.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.availability.ApplicationAvailabilityAutoConfiguration;
import org.springframework.boot.availability.ApplicationAvailability;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.LivenessState;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.kafka.annotation.KafkaListener;

import io.leaseguard.watchdog.ConsumerSnapshot;
import io.leaseguard.watchdog.LeaseEvent;
import io.leaseguard.watchdog.LeaseStatus;
import io.leaseguard.watchdog.RecoveryCount;
import io.leaseguard.watchdog.RepairState;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@code lease-guard.recovery.break-liveness} on a real broker: a listener that
 * blocks for ever, and beside it one that is merely slow. The lease is 3 s.
 */
class BreakLivenessIntegrationTests {

	private static final int SLOW_RECORDS = 12;

	private static final long SLOW_MS = 1000;

	private static final Semaphore RELEASE = new Semaphore(0);

	private static final List<Long> SLOW = new CopyOnWriteArrayList<>();

	private static final List<LivenessState> LIVENESS = new CopyOnWriteArrayList<>();

	private static final List<LeaseEvent> EXHAUSTED = new CopyOnWriteArrayList<>();

	private final String topic = "t-" + UUID.randomUUID();

	private final String slowTopic = "t-" + UUID.randomUUID();

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(KafkaAutoConfiguration.class,
				ApplicationAvailabilityAutoConfiguration.class, LeaseGuardAutoConfiguration.class))
		.withUserConfiguration(Listeners.class)
		.withPropertyValues("spring.kafka.bootstrap-servers=" + EmbeddedBroker.bootstrapServers(),
				"spring.kafka.consumer.auto-offset-reset=earliest",
				"spring.kafka.consumer.properties.session.timeout.ms=3000",
				"spring.kafka.consumer.properties.heartbeat.interval.ms=500", "lease-guard.watchdog.interval=200ms",
				"lease-guard.record-timeout=50ms", "lease-guard.min-lease=3s",
				"spring.kafka.consumer.max-poll-records=" + SLOW_RECORDS, "lease-guard.recovery.break-liveness=true",
				"topic=" + this.topic, "slow-topic=" + this.slowTopic);

	@BeforeEach
	void prepare() {
		EmbeddedBroker.createTopic(this.topic, 1);
		EmbeddedBroker.createTopic(this.slowTopic, 1);
		RELEASE.drainPermits();
		SLOW.clear();
		LIVENESS.clear();
		EXHAUSTED.clear();
	}

	@AfterEach
	void release() {
		RELEASE.release(100);
	}

	@Test
	void stuckThreadBreaksLivenessUntilItPollsAgainAndASlowBatchNeverDoes() {
		this.contextRunner.run((context) -> {
			assertThat(context).hasNotFailed();
			for (int i = 0; i < SLOW_RECORDS; i++) {
				RunningContext.send(context, this.slowTopic, "slow-" + i);
			}
			RunningContext.send(context, this.topic, "stuck");
			RunningContext.container(context, "slow").start();
			RunningContext.await().until(() -> SLOW.size() == SLOW_RECORDS);
			assertThat(SLOW.get(SLOW_RECORDS - 1) - SLOW.get(0)).as("the time of the batch")
				.isGreaterThan(3 * Duration.ofSeconds(3).toNanos());
			RunningContext.await().until(() -> RunningContext.listener(context, "slow").expirations() > 0);
			assertThat(LIVENESS).isEmpty();
			RunningContext.container(context, "payments").start();
			SLOW.clear();
			for (int i = 0; i < SLOW_RECORDS; i++) {
				RunningContext.send(context, this.slowTopic, "slower-" + i);
			}
			RunningContext.await().until(() -> liveness(context) == LivenessState.BROKEN);
			ConsumerSnapshot stuck = RunningContext.await()
				.until(() -> consumer(context, "payments"), (consumer) -> consumer.repair() == RepairState.EXHAUSTED);
			assertThat(stuck.status()).isEqualTo(LeaseStatus.LEASE_EXPIRED);
			assertThat(stuck.detail()).contains(this.topic + "-0@0 in flight for")
				.contains("only a restart of the application helps");
			assertThat(RunningContext.listener(context, "payments").recoveries())
				.containsExactly(new RecoveryCount("restart", "exhausted", 1));
			RunningContext.await().until(() -> SLOW.size() >= SLOW_RECORDS);
			assertThat(LIVENESS).containsExactly(LivenessState.BROKEN);
			RELEASE.release(100);
			RunningContext.await().until(() -> liveness(context) == LivenessState.CORRECT);
			RunningContext.await().until(() -> consumer(context, "payments").repair() == RepairState.NONE);
			assertThat(LIVENESS).containsExactly(LivenessState.BROKEN, LivenessState.CORRECT);
			assertThat(EXHAUSTED)
				.containsExactly(new LeaseEvent.RecoveryExhausted("payments", 0, LeaseStatus.LEASE_EXPIRED, 0));
			assertThat(RunningContext.listener(context, "slow").recoveries()).isEmpty();
		});
	}

	private static LivenessState liveness(ApplicationContext context) {
		return context.getBean(ApplicationAvailability.class).getLivenessState();
	}

	private static ConsumerSnapshot consumer(ApplicationContext context, String id) {
		return RunningContext.listener(context, id).consumers().get(0);
	}

	@Configuration(proxyBeanMethods = false)
	static class Listeners {

		@KafkaListener(id = "payments", topics = "${topic}", autoStartup = "false")
		void block(ConsumerRecord<String, String> record) throws InterruptedException {
			RELEASE.acquire();
		}

		@KafkaListener(id = "slow", topics = "${slow-topic}", autoStartup = "false")
		void work(ConsumerRecord<String, String> record) throws InterruptedException {
			Thread.sleep(SLOW_MS);
			SLOW.add(System.nanoTime());
		}

		@EventListener
		void liveness(AvailabilityChangeEvent<LivenessState> event) {
			// The application itself tells of its start.
			if (event.getSource() instanceof ApplicationContext) {
				return;
			}
			LIVENESS.add(event.getState());
		}

		@EventListener
		void exhausted(LeaseEvent.RecoveryExhausted event) {
			EXHAUSTED.add(event);
		}

	}

}
