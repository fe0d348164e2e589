package io.leaseguard.test.fault;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.MessageListener;
import org.springframework.kafka.listener.MessageListenerContainer;

import io.leaseguard.test.broker.SharedBroker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The control experiment: what a dead heartbeat does to a listener that nobody guards.
 * The heartbeat of one of two consumers is ended once, and every test looks at one
 * symptom. Tests of the guard inflict the same fault and show the opposite.
 */
class HeartbeatControlIntegrationTests {

	private static final Duration LIMIT = Duration.ofMinutes(1);

	private static final Duration SESSION_TIMEOUT = Duration.ofSeconds(6);

	private static final Duration CPU_WINDOW = Duration.ofSeconds(4);

	private static final String LISTENER = "control";

	private static ClusterFixture cluster;

	private static String topic;

	private static String group;

	private static ConcurrentMessageListenerContainer<String, String> container;

	private static Thread endedHeartbeat;

	private static String sick;

	private static String healthy;

	@BeforeAll
	static void startListenerAndEndOneHeartbeat() {
		cluster = new ClusterFixture(SharedBroker.bootstrapServers());
		topic = cluster.createTopic(2);
		group = "group-of-" + topic;
		container = unguardedContainer();
		container.start();
		await().atMost(LIMIT)
			.untilAsserted(() -> assertThat(clientIds()).hasSize(2)
				.allSatisfy((client) -> assertThat(metric(client, "assigned-partitions")).isOne())
				.allSatisfy((client) -> assertThat(metric(client, "heartbeat-total")).isPositive()));
		endedHeartbeat = HeartbeatThreads.interruptOne(group);
		await().atMost(LIMIT).until(() -> !endedHeartbeat.isAlive());
		sick = awaitSickClient();
		healthy = clientIds().stream().filter((client) -> !client.equals(sick)).findFirst().orElseThrow();
	}

	@AfterAll
	static void stopListener() {
		container.stop();
		cluster.close();
	}

	@Test
	void heartbeatNeverComesBack() {
		double heartbeats = metric(sick, "heartbeat-total");
		double age = metric(sick, "last-heartbeat-seconds-ago");
		assertThat(age).isGreaterThan(SESSION_TIMEOUT.toSeconds());
		await().atMost(LIMIT).until(() -> metric(sick, "last-heartbeat-seconds-ago") > age + 2);
		assertThat(metric(sick, "heartbeat-total")).isEqualTo(heartbeats);
		assertThat(metric(healthy, "last-heartbeat-seconds-ago")).isLessThan(SESSION_TIMEOUT.toSeconds());
		assertThat(HeartbeatThreads.ofGroup(group)).hasSize(1).doesNotContain(endedHeartbeat);
	}

	@Test
	void consumerThreadSpins() {
		CpuWatch sickCpu = CpuWatch.start(consumerThread(sick));
		CpuWatch healthyCpu = CpuWatch.start(consumerThread(healthy));
		// A share of a machine that others use, too, tells only beside another one.
		await().atMost(LIMIT)
			.pollDelay(CPU_WINDOW)
			.until(() -> sickCpu.share() > 0.05 && sickCpu.share() > 10 * healthyCpu.share());
	}

	@Test
	void containerLooksHealthy() {
		assertThat(container.isRunning()).isTrue();
		assertThat(container.isInExpectedState()).isTrue();
		assertThat(container.getContainers()).hasSize(2).allMatch(MessageListenerContainer::isRunning);
		assertThat(metric(sick, "last-poll-seconds-ago")).isLessThan(SESSION_TIMEOUT.toSeconds());
	}

	@Test
	void brokerGivesThePartitionsAwayAndTheConsumerDoesNotNotice() {
		await().atMost(LIMIT)
			.untilAsserted(() -> assertThat(cluster.assignments(group)).hasSize(1)
				.doesNotContainKey(sick)
				.containsValue(Set.of(new TopicPartition(topic, 0), new TopicPartition(topic, 1))));
		assertThat(metric(sick, "assigned-partitions")).isOne();
	}

	private static ConcurrentMessageListenerContainer<String, String> unguardedContainer() {
		Map<String, Object> properties = new HashMap<>();
		properties.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, SharedBroker.bootstrapServers());
		properties.put(ConsumerConfig.GROUP_ID_CONFIG, group);
		properties.put(ConsumerConfig.CLIENT_ID_CONFIG, LISTENER);
		properties.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, (int) SESSION_TIMEOUT.toMillis());
		properties.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, 1000);
		ContainerProperties containerProperties = new ContainerProperties(topic);
		containerProperties.setMessageListener((MessageListener<String, String>) (record) -> {
		});
		ConcurrentMessageListenerContainer<String, String> unguarded = new ConcurrentMessageListenerContainer<>(
				new DefaultKafkaConsumerFactory<>(properties, new StringDeserializer(), new StringDeserializer()),
				containerProperties);
		unguarded.setConcurrency(2);
		unguarded.setBeanName(LISTENER);
		return unguarded;
	}

	private static Set<String> clientIds() {
		return container.metrics().keySet();
	}

	private static String awaitSickClient() {
		return await().atMost(LIMIT)
			.until(HeartbeatControlIntegrationTests::silentClients, (silent) -> silent.size() == 1)
			.get(0);
	}

	private static List<String> silentClients() {
		return clientIds().stream()
			.filter((client) -> metric(client, "last-heartbeat-seconds-ago") > SESSION_TIMEOUT.toSeconds() + 1)
			.toList();
	}

	private static double metric(String client, String name) {
		Map<MetricName, ? extends Metric> metrics = container.metrics().getOrDefault(client, Map.of());
		List<Double> values = metrics.values()
			.stream()
			.filter((metric) -> metric.metricName().name().equals(name)
					&& !metric.metricName().tags().containsKey("topic"))
			.map((metric) -> (Double) metric.metricValue())
			.toList();
		assertThat(values).as(name + " of " + client).hasSize(1);
		return values.get(0);
	}

	/**
	 * The child of index {@code n} has a client id that ends with {@code -n} and a thread
	 * {@code control-n-C-1}.
	 */
	private static String consumerThread(String client) {
		return LISTENER + client.substring(client.lastIndexOf('-')) + "-C-1";
	}

}
