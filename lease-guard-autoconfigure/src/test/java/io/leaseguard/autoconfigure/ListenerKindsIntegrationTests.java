package io.leaseguard.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Predicate;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.core.KafkaTemplate;

import io.leaseguard.watchdog.ConsumerSnapshot;
import io.leaseguard.watchdog.LeaseGuard;
import io.leaseguard.watchdog.LeaseStatus;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A stuck listener of every kind is found, and loses no record when it is released.
 */
class ListenerKindsIntegrationTests {

	private static final Set<String> CONSUMED = ConcurrentHashMap.newKeySet();

	private static final Semaphore GATE = new Semaphore(0);

	private final String topic = "t-" + UUID.randomUUID();

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(KafkaAutoConfiguration.class, LeaseGuardAutoConfiguration.class))
		.withPropertyValues("spring.kafka.bootstrap-servers=" + EmbeddedBroker.bootstrapServers(),
				"spring.kafka.consumer.auto-offset-reset=earliest",
				"spring.kafka.consumer.properties.session.timeout.ms=3000",
				"spring.kafka.consumer.properties.heartbeat.interval.ms=500", "lease-guard.watchdog.interval=100ms",
				"lease-guard.record-overhead=0s", "lease-guard.min-lease=2s", "topic=" + this.topic);

	@BeforeEach
	void prepare() {
		EmbeddedBroker.createTopic(this.topic, 1);
		CONSUMED.clear();
		GATE.drainPermits();
	}

	@Test
	void batchListenerWithBatchTimeout() {
		this.contextRunner.withUserConfiguration(BatchListener.class)
			.withPropertyValues("lease-guard.batch-timeout=500ms")
			.run((context) -> stuckAndReleased(context, "batch"));
	}

	@Test
	void batchListenerWithRecordTimeout() {
		this.contextRunner.withUserConfiguration(BatchListener.class)
			.withPropertyValues("lease-guard.record-timeout=100ms", "spring.kafka.consumer.max-poll-records=5")
			.run((context) -> stuckAndReleased(context, "batch"));
	}

	@Test
	void recordListenerWithTransactions() {
		this.contextRunner.withUserConfiguration(RecordListener.class)
			.withPropertyValues("lease-guard.record-timeout=100ms", "spring.kafka.consumer.max-poll-records=5",
					"spring.kafka.producer.transaction-id-prefix=tx-" + this.topic)
			.run((context) -> stuckAndReleased(context, "record"));
	}

	@Test
	@EnabledForJreRange(min = JRE.JAVA_21)
	void recordListenerOnVirtualThread() {
		this.contextRunner.withUserConfiguration(RecordListener.class)
			.withPropertyValues("lease-guard.record-timeout=100ms", "spring.kafka.consumer.max-poll-records=5",
					"spring.threads.virtual.enabled=true")
			.run((context) -> stuckAndReleased(context, "record"));
	}

	private void stuckAndReleased(ApplicationContext context, String listenerId) {
		@SuppressWarnings("unchecked")
		KafkaTemplate<String, String> template = context.getBean(KafkaTemplate.class);
		template.setAllowNonTransactional(true);
		List<String> values = List.of("a", "b", "c");
		values.forEach((value) -> template.send(this.topic, value).join());
		await(context, listenerId, LeaseStatus.OVERDUE);
		// Not merely expired: the first transaction may take longer than the lease.
		ConsumerSnapshot expired = await(context, listenerId,
				(consumer) -> consumer.status() == LeaseStatus.LEASE_EXPIRED
						&& consumer.stack().stream().anyMatch((frame) -> frame.contains("Listener.listen")));
		assertThat(expired.position()).isEqualTo(this.topic + "-0@0");
		assertThat(expired.recordsRemaining()).isPositive();
		GATE.release(1000);
		await(context, listenerId, LeaseStatus.IDLE);
		Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> CONSUMED.containsAll(values));
	}

	private ConsumerSnapshot await(ApplicationContext context, String listenerId, LeaseStatus status) {
		return await(context, listenerId, (consumer) -> consumer.status() == status);
	}

	private ConsumerSnapshot await(ApplicationContext context, String listenerId, Predicate<ConsumerSnapshot> state) {
		return Awaitility.await()
			.atMost(Duration.ofSeconds(60))
			.pollInterval(Duration.ofMillis(20))
			.until(() -> Objects
				.requireNonNull(context.getBean(LeaseGuard.class).snapshot().listeners().get(listenerId))
				.consumers()
				.stream()
				.filter(state)
				.findFirst()
				.orElse(null), Objects::nonNull);
	}

	@Configuration(proxyBeanMethods = false)
	static class BatchListener {

		@KafkaListener(id = "batch", topics = "${topic}", batch = "true")
		void listen(List<String> values) throws InterruptedException {
			GATE.acquire();
			CONSUMED.addAll(values);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class RecordListener {

		@KafkaListener(id = "record", topics = "${topic}")
		void listen(ConsumerRecord<String, String> record) throws InterruptedException {
			GATE.acquire();
			CONSUMED.add(record.value());
		}

	}

}
