package io.leaseguard.test.lab;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.resource.ResourceType;
import org.jspecify.annotations.Nullable;

import io.leaseguard.test.broker.BrokerProcess;
import io.leaseguard.test.fault.ClusterFixture;
import io.leaseguard.test.fault.SwitchableLogin;

import static org.awaitility.Awaitility.await;

/**
 * One subject on one topic of a cluster, for as long as a scenario lasts.
 */
final class Trial implements AutoCloseable {

	private static final AtomicInteger COUNTER = new AtomicInteger();

	private final BrokerProcess broker;

	private final ClusterFixture cluster;

	private final String topic;

	private final int partitions;

	private final int concurrency;

	private final String id = "subject-" + COUNTER.incrementAndGet();

	private final Subject subject;

	private final @Nullable StatusWatch watch;

	private final List<AutoCloseable> others = new ArrayList<>();

	private volatile long biteNanos;

	Trial(BrokerProcess broker, Scenario scenario, boolean guarded) {
		this.broker = broker;
		this.cluster = new ClusterFixture(broker.bootstrapServers());
		this.partitions = scenario.partitions();
		this.concurrency = scenario.concurrency();
		this.topic = this.cluster.createTopic(this.partitions);
		Map<String, String> properties = new LinkedHashMap<>(Timings.properties(guarded));
		properties.put("laboratory.topic", this.topic);
		properties.put("laboratory.concurrency", Integer.toString(this.concurrency));
		properties.put("spring.kafka.bootstrap-servers",
				scenario.login() ? broker.saslBootstrapServers() : broker.bootstrapServers());
		if (scenario.login()) {
			SwitchableLogin.clientProperties(this.id)
				.forEach((key, value) -> properties.put("spring.kafka.properties." + key, value.toString()));
			this.cluster.allow(this.id, ResourceType.TOPIC, this.topic);
			this.cluster.allow(this.id, ResourceType.GROUP, this.id);
		}
		properties.putAll(scenario.properties());
		if ("consumer".equals(properties.get("spring.kafka.consumer.properties.group.protocol"))) {
			// These belong to the broker there, and the client refuses them
			properties.remove("spring.kafka.consumer.properties.session.timeout.ms");
			properties.remove("spring.kafka.consumer.properties.heartbeat.interval.ms");
		}
		this.subject = Subject.start(this.id, properties, scenario.beans());
		this.watch = guarded ? new StatusWatch(this.subject) : null;
	}

	/**
	 * Wait until the subject is at work: settled in its group, and done with a first
	 * record of each partition.
	 */
	void awaitHealth() {
		await().atMost(Timings.LIMIT).until(() -> this.subject.settled(this.partitions, this.concurrency));
		produce(this.partitions);
		awaitAllFinished();
		await().atMost(Timings.LIMIT).until(() -> this.watch == null || !this.subject.listener().down());
	}

	/**
	 * Write records, to one partition after the other.
	 */
	void produce(int count) {
		this.cluster.produce(this.topic, count);
	}

	TopicPartition partition(int index) {
		return new TopicPartition(this.topic, index);
	}

	List<TopicPartition> allPartitions() {
		return IntStream.range(0, this.partitions).mapToObj(this::partition).toList();
	}

	/**
	 * Say that the fault bites from now on: found sooner, it would be a guess.
	 */
	void bites() {
		this.biteNanos = System.nanoTime();
	}

	long biteNanos() {
		return this.biteNanos;
	}

	/**
	 * Return the number of records that nobody has finished yet.
	 */
	long unfinished() {
		return allPartitions().stream()
			.mapToLong((partition) -> this.subject.work().ledger.missingBelow(partition,
					this.cluster.endOffset(partition)))
			.sum();
	}

	/**
	 * Return the number of records that nobody has finished and nobody ever will: they
	 * are committed.
	 */
	long lost() {
		Map<TopicPartition, Long> committed = this.cluster.committedOffsets(this.id);
		return committed.entrySet()
			.stream()
			.filter((entry) -> entry.getKey().topic().equals(this.topic))
			.mapToLong((entry) -> this.subject.work().ledger.missingBelow(entry.getKey(), entry.getValue()))
			.sum();
	}

	void awaitAllFinished() {
		await().atMost(Timings.LIMIT).until(() -> unfinished() == 0);
	}

	/**
	 * Let time pass.
	 */
	void live(Duration time) {
		long start = System.nanoTime();
		await().atMost(time.plus(Timings.LIMIT)).until(() -> System.nanoTime() - start > time.toNanos());
	}

	/**
	 * Let something be closed with this trial.
	 */
	<T extends AutoCloseable> T with(T other) {
		this.others.add(other);
		return other;
	}

	Subject subject() {
		return this.subject;
	}

	Work work() {
		return this.subject.work();
	}

	/**
	 * Return the id of the subject, which is its group and its user as well.
	 */
	String id() {
		return this.id;
	}

	String topic() {
		return this.topic;
	}

	BrokerProcess broker() {
		return this.broker;
	}

	ClusterFixture cluster() {
		return this.cluster;
	}

	/**
	 * Return the number of members that the broker knows.
	 */
	int members() {
		return this.cluster.members(this.id).size();
	}

	StatusWatch watch() {
		if (this.watch == null) {
			throw new IllegalStateException("The subject is not guarded");
		}
		return this.watch;
	}

	@Override
	public void close() throws Exception {
		SwitchableLogin.accept(this.id);
		this.subject.work().release();
		for (AutoCloseable other : this.others) {
			other.close();
		}
		if (this.watch != null) {
			this.watch.close();
		}
		this.subject.close();
		this.cluster.close();
	}

}
