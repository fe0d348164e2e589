package io.leaseguard.test.broker;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import io.leaseguard.test.fault.ClusterFixture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link BrokerProcess} and {@link SharedBroker}.
 */
class BrokerProcessIntegrationTests {

	private static final Duration LIMIT = Duration.ofMinutes(1);

	private static BrokerProcess broker;

	private static ClusterFixture cluster;

	@BeforeAll
	static void startBroker() {
		broker = BrokerProcess.builder().start();
		cluster = new ClusterFixture(broker.bootstrapServers());
	}

	@AfterAll
	static void closeBroker() {
		cluster.close();
		broker.close();
	}

	@Test
	void brokerTakesAndGivesRecords() {
		String topic = cluster.createTopic(2);
		cluster.produce(topic, 10);
		try (Consumer<String, String> consumer = consumer("plain-" + topic)) {
			consumer.subscribe(List.of(topic));
			List<String> values = new ArrayList<>();
			await().atMost(LIMIT).until(() -> poll(consumer, values), (all) -> all.size() >= 10);
			consumer.commitSync();
			assertThat(values).hasSize(10).contains("record-0", "record-9");
			assertThat(cluster.members("plain-" + topic)).hasSize(1);
			assertThat(cluster.assignments("plain-" + topic).values())
				.containsExactly(Set.of(new TopicPartition(topic, 0), new TopicPartition(topic, 1)));
		}
		assertThat(cluster.committedOffsets("plain-" + topic)).containsOnly(Map.entry(new TopicPartition(topic, 0), 5L),
				Map.entry(new TopicPartition(topic, 1), 5L));
		assertThat(cluster.members("unknown")).isEmpty();
	}

	@Test
	void restartKeepsPortAndData() {
		String topic = cluster.createTopic(1);
		cluster.produce(topic, 3);
		String address = broker.bootstrapServers();
		long pid = broker.pid();
		broker.stop();
		assertThat(broker.isAlive()).isFalse();
		assertThat(broker.folder().resolve("data/.kafka_cleanshutdown")).exists();
		broker.restart();
		assertThat(broker.bootstrapServers()).isEqualTo(address);
		assertThat(broker.pid()).isNotEqualTo(pid);
		cluster.produce(topic, 1);
		assertThat(endOffset(topic)).isEqualTo(4);
	}

	@Test
	void killEndsTheProcessAndStartKeepsWhatWasWritten() {
		String topic = cluster.createTopic(1);
		cluster.produce(topic, 3);
		ProcessHandle process = ProcessHandle.of(broker.pid()).orElseThrow();
		broker.kill();
		assertThat(process.isAlive()).isFalse();
		assertThat(broker.isAlive()).isFalse();
		assertThatIllegalStateException().isThrownBy(broker::freeze).withMessage("The broker is not running");
		broker.start();
		assertThat(endOffset(topic)).isEqualTo(3);
	}

	@Test
	void frozenBrokerAnswersNobodyUntilItIsThawed() throws Exception {
		try (Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers(),
				AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, 1500, AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
				2000))) {
			assertThat(admin.describeCluster().nodes().get()).hasSize(1);
			broker.freeze();
			try {
				assertThat(broker.isAlive()).isTrue();
				assertThatExceptionOfType(ExecutionException.class)
					.isThrownBy(() -> admin.describeCluster().nodes().get())
					.withCauseInstanceOf(TimeoutException.class);
			}
			finally {
				broker.thaw();
			}
			await().atMost(LIMIT)
				.ignoreExceptions()
				.untilAsserted(() -> assertThat(admin.describeCluster().nodes().get()).hasSize(1));
		}
		String topic = cluster.createTopic(1);
		cluster.produce(topic, 1);
		assertThat(endOffset(topic)).isEqualTo(1);
	}

	@Test
	void closeLeavesNeitherProcessNorFolder() {
		BrokerProcess other = BrokerProcess.builder().start();
		ProcessHandle process = ProcessHandle.of(other.pid()).orElseThrow();
		Path folder = other.folder();
		assertThat(process.isAlive()).isTrue();
		assertThat(folder).isDirectory();
		other.freeze();
		other.close();
		assertThat(process.isAlive()).isFalse();
		assertThat(folder).doesNotExist();
		other.close();
		assertThatIllegalStateException().isThrownBy(other::start).withMessage("The broker is closed");
	}

	@Test
	void brokerThatCanNotStartSaysWhy() {
		BrokerProcess.Builder builder = BrokerProcess.builder().property("log.retention.bytes", "many");
		assertThatIllegalStateException().isThrownBy(builder::start)
			.withMessageContaining("Invalid value many for configuration log.retention.bytes");
	}

	@Test
	void secondBrokerJoinsTheFirst() {
		String topic = "replicated";
		try (BrokerProcess first = BrokerProcess.builder().start();
				BrokerProcess second = BrokerProcess.builder().joining(first).start();
				ClusterFixture both = new ClusterFixture(first.bootstrapServers())) {
			await().atMost(LIMIT)
				.untilAsserted(() -> assertThat(both.admin().describeCluster().nodes().get()).extracting(Node::port)
					.containsExactlyInAnyOrder(first.port(), second.port()));
			both.createTopic(new NewTopic(topic, Map.of(0, List.of(2, 1))));
			both.produce(topic, 5);
			second.kill();
			both.produce(topic, 5);
			assertThat(both.endOffset(new TopicPartition(topic, 0))).isEqualTo(10);
		}
	}

	@Test
	void sharedBrokerIsOneForAll() {
		String address = SharedBroker.bootstrapServers();
		assertThat(SharedBroker.bootstrapServers()).isEqualTo(address).isNotEqualTo(broker.bootstrapServers());
		try (ClusterFixture shared = new ClusterFixture(address)) {
			shared.produce(shared.createTopic(1), 1);
		}
	}

	@Test
	void classPathOfTheBrokerIsItsOwn() {
		assertThat(BrokerClasspath.get().split(System.getProperty("path.separator")))
			.allSatisfy((entry) -> assertThat(Files.exists(Path.of(entry))).as(entry).isTrue())
			.filteredOn((entry) -> entry.contains("kafka-clients"))
			.hasSize(1);
	}

	private static List<String> poll(Consumer<String, String> consumer, List<String> values) {
		consumer.poll(Duration.ofMillis(200)).forEach((record) -> values.add(record.value()));
		return values;
	}

	private static long endOffset(String topic) {
		return cluster.endOffset(new TopicPartition(topic, 0));
	}

	private static Consumer<String, String> consumer(String group) {
		return new KafkaConsumer<>(
				Map.of(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers(),
						ConsumerConfig.GROUP_ID_CONFIG, group, ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest"),
				new StringDeserializer(), new StringDeserializer());
	}

}
