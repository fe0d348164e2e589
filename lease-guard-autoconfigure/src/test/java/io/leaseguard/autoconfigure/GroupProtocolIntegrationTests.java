package io.leaseguard.autoconfigure;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.kafka.annotation.KafkaListener;

import io.leaseguard.watchdog.ConsumerSnapshot;
import io.leaseguard.watchdog.LeaseEvent;
import io.leaseguard.watchdog.LeaseStatus;
import io.leaseguard.watchdog.RepairState;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of heartbeats under cooperative rebalancing and under
 * {@code group.protocol=consumer} on a real broker.
 */
class GroupProtocolIntegrationTests {

	private static final Set<String> CONSUMED = ConcurrentHashMap.newKeySet();

	private static final List<LeaseEvent> EVENTS = new CopyOnWriteArrayList<>();

	private final String topic = "t-" + UUID.randomUUID();

	private final String group = "g-" + UUID.randomUUID();

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(KafkaAutoConfiguration.class, LeaseGuardAutoConfiguration.class))
		.withUserConfiguration(Listeners.class)
		.withPropertyValues("spring.kafka.bootstrap-servers=" + EmbeddedBroker.bootstrapServers(),
				"spring.kafka.consumer.auto-offset-reset=earliest", "spring.kafka.listener.poll-timeout=200ms",
				"lease-guard.watchdog.interval=200ms", "topic=" + this.topic, "group=" + this.group);

	@BeforeEach
	void prepare() {
		EmbeddedBroker.createTopic(this.topic, 4);
		CONSUMED.clear();
		EVENTS.clear();
	}

	@Test
	void waitForSlowMemberUnderCooperativeRebalancingIsNoLostHeartbeat() {
		cooperative().run((context) -> {
			try (KafkaConsumer<String, String> slow = member(); KafkaConsumer<String, String> third = member()) {
				RunningContext.await().until(() -> RunningContext.listener(context).status() == LeaseStatus.IDLE);
				RunningContext.await().until(() -> !poll(slow).isEmpty());
				RunningContext.await()
					.until(() -> RunningContext.listener(context).consumers().get(0).assigned().size() == 2);
				// The slow member works, and the group waits for it.
				Thread joining = new Thread(() -> RunningContext.await().until(() -> !poll(third).isEmpty()));
				joining.start();
				RunningContext.await().until(() -> heartbeatAgeMs(context) > 8000);
				assertThat(RunningContext.listener(context).consumers().get(0).assigned()).hasSize(2);
				assertThat(RunningContext.listener(context).down()).isFalse();
				assertThat(RunningContext.listener(context).status()).isEqualTo(LeaseStatus.REBALANCING);
				RunningContext.await().until(() -> {
					poll(slow);
					return heartbeatAgeMs(context) < 2000;
				});
				joining.join();
				assertThat(RunningContext.listener(context).recoveries()).isEmpty();
				assertThat(EVENTS).isEmpty();
			}
		});
	}

	@Test
	void membersOfTheConsumerProtocolAreWellIdleBusyStandingByAndRebalancing() {
		consumerProtocol().withPropertyValues("lease-guard.watchdog.progress-timeout=2s", "concurrency=3")
			.run((context) -> {
				RunningContext.await()
					.until(() -> RunningContext.listener(context)
						.consumers()
						.stream()
						.map(ConsumerSnapshot::status)
						.toList()
						.equals(List.of(LeaseStatus.IDLE, LeaseStatus.IDLE, LeaseStatus.IDLE)));
				staysUp(context);
				try (KafkaConsumer<String, String> other = member(Map.of("group.protocol", "consumer"))) {
					RunningContext.await().until(() -> !poll(other).isEmpty());
					RunningContext.await().until(() -> assigned(context) == 3);
					for (int i = 0; i < 40; i++) {
						RunningContext.send(context, this.topic, i % 4, "r-" + i);
					}
					RunningContext.await().during(Duration.ofSeconds(4)).until(() -> {
						poll(other);
						return !RunningContext.listener(context).down();
					});
				}
				RunningContext.await().until(() -> assigned(context) == 4);
				staysUp(context);
				assertThat(RunningContext.listener(context).consumers())
					.allSatisfy((consumer) -> assertThat(consumer.status()).isEqualTo(LeaseStatus.IDLE));
				assertThat(CONSUMED).isNotEmpty();
				assertThat(EVENTS).isEmpty();
			});
	}

	@Test
	void standbyOfTheConsumerProtocolIsWell() {
		consumerProtocol().withPropertyValues("concurrency=5", "lease-guard.watchdog.progress-timeout=2s")
			.run((context) -> {
				RunningContext.await()
					.until(() -> RunningContext.listener(context)
						.consumers()
						.stream()
						.map(ConsumerSnapshot::status)
						.sorted()
						.toList()
						.equals(List.of(LeaseStatus.IDLE, LeaseStatus.IDLE, LeaseStatus.IDLE, LeaseStatus.IDLE,
								LeaseStatus.STANDBY)));
				staysUp(context);
				assertThat(EVENTS).isEmpty();
			});
	}

	@Test
	void memberOfTheConsumerProtocolThatHasFailedForGoodIsFound() {
		consumerProtocol()
			.withPropertyValues("spring.kafka.consumer.properties.group.remote.assignor=none-of-that-name")
			.run((context) -> {
				ConsumerSnapshot lost = Awaitility.await()
					.atMost(Duration.ofMinutes(3))
					.until(() -> RunningContext.listener(context)
						.consumers()
						.stream()
						.filter((consumer) -> consumer.status() == LeaseStatus.HEARTBEAT_LOST
								&& consumer.repair() == RepairState.IMPOSSIBLE)
						.findFirst()
						.orElse(null), Objects::nonNull);
				assertThat(lost.down()).isTrue();
				RunningContext.await()
					.until(() -> String.valueOf(RunningContext.listener(context).consumers().get(0).detail())
						.contains("The consumer protocol has no rejoin"));
				assertThat(lost.detail()).contains("The last exception out of poll() was UnsupportedAssignorException");
			});
	}

	private ApplicationContextRunner cooperative() {
		return this.contextRunner.withPropertyValues("spring.kafka.consumer.properties.session.timeout.ms=3000",
				"spring.kafka.consumer.properties.heartbeat.interval.ms=500",
				"spring.kafka.consumer.properties.partition.assignment.strategy="
						+ CooperativeStickyAssignor.class.getName());
	}

	private ApplicationContextRunner consumerProtocol() {
		return this.contextRunner.withPropertyValues("spring.kafka.consumer.properties.group.protocol=consumer");
	}

	private KafkaConsumer<String, String> member() {
		return member(Map.of("partition.assignment.strategy", CooperativeStickyAssignor.class.getName()));
	}

	private KafkaConsumer<String, String> member(Map<String, Object> properties) {
		Map<String, Object> all = new HashMap<>(properties);
		all.put("bootstrap.servers", EmbeddedBroker.bootstrapServers());
		all.put("group.id", this.group);
		KafkaConsumer<String, String> consumer = new KafkaConsumer<>(all, new StringDeserializer(),
				new StringDeserializer());
		consumer.subscribe(List.of(this.topic));
		return consumer;
	}

	private Set<?> poll(KafkaConsumer<String, String> consumer) {
		consumer.poll(Duration.ofMillis(100));
		return consumer.assignment();
	}

	private long heartbeatAgeMs(ApplicationContext context) {
		return Objects.requireNonNullElse(RunningContext.listener(context).consumers().get(0).heartbeatAgeMs(), 0L);
	}

	private int assigned(ApplicationContext context) {
		return RunningContext.listener(context)
			.consumers()
			.stream()
			.mapToInt((consumer) -> consumer.assigned().size())
			.sum();
	}

	private void staysUp(ApplicationContext context) {
		RunningContext.await().during(Duration.ofSeconds(5)).until(() -> !RunningContext.listener(context).down());
	}

	@Configuration(proxyBeanMethods = false)
	static class Listeners {

		@KafkaListener(id = "payments", groupId = "${group}", topics = "${topic}", concurrency = "${concurrency:1}")
		void listen(ConsumerRecord<String, String> record) {
			CONSUMED.add(record.value());
		}

		@EventListener
		void event(LeaseEvent event) {
			EVENTS.add(event);
		}

	}

}
