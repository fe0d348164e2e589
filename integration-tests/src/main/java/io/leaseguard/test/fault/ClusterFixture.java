package io.leaseguard.test.fault;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.NewPartitionReassignment;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;

/**
 * What a test does to a cluster and asks of it besides the consumers under test: topics,
 * records, committed offsets, members of a group. Every method waits for the answer of
 * the broker.
 *
 * @since 0.1.0
 */
public final class ClusterFixture implements AutoCloseable {

	private static final Duration LIMIT = Duration.ofSeconds(60);

	private final Admin admin;

	private final Producer<String, String> producer;

	/**
	 * Connect to a cluster.
	 * @param bootstrapServers its address
	 */
	public ClusterFixture(String bootstrapServers) {
		this.admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers));
		this.producer = new KafkaProducer<>(Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers),
				new StringSerializer(), new StringSerializer());
	}

	/**
	 * Make a topic with a name that no other has.
	 * @param partitions number of its partitions
	 * @return the name
	 */
	public String createTopic(int partitions) {
		String name = "topic-" + UUID.randomUUID();
		createTopic(new NewTopic(name, partitions, (short) 1));
		return name;
	}

	/**
	 * Make a topic, and wait until its partitions have leaders.
	 * @param topic the topic
	 */
	public void createTopic(NewTopic topic) {
		await(this.admin.createTopics(List.of(topic)).all());
		Awaitility.await()
			.atMost(LIMIT)
			.until(() -> this.admin.describeTopics(List.of(topic.name())).allTopicNames(), this::haveLeaders);
	}

	private boolean haveLeaders(KafkaFuture<Map<String, TopicDescription>> topics) {
		try {
			return await(topics).values()
				.stream()
				.flatMap((topic) -> topic.partitions().stream())
				.allMatch((partition) -> partition.leader() != null);
		}
		catch (IllegalStateException ex) {
			if (ex.getCause() instanceof UnknownTopicOrPartitionException) {
				return false;
			}
			throw ex;
		}
	}

	/**
	 * Write records, one partition after the other. Their values are {@code record-0},
	 * {@code record-1} and so on.
	 * @param topic name of the topic
	 * @param count number of records
	 */
	public void produce(String topic, int count) {
		int partitions = this.producer.partitionsFor(topic).size();
		List<Future<RecordMetadata>> sent = new ArrayList<>();
		for (int i = 0; i < count; i++) {
			sent.add(this.producer.send(new ProducerRecord<>(topic, i % partitions, null, "record-" + i)));
		}
		sent.forEach(ClusterFixture::await);
	}

	/**
	 * Write records to one partition, with values as {@link #produce(String, int)}.
	 * @param partition the partition
	 * @param count number of records
	 */
	public void produce(TopicPartition partition, int count) {
		List<Future<RecordMetadata>> sent = new ArrayList<>();
		for (int i = 0; i < count; i++) {
			sent.add(this.producer
				.send(new ProducerRecord<>(partition.topic(), partition.partition(), null, "record-" + i)));
		}
		sent.forEach(ClusterFixture::await);
	}

	/**
	 * Return the offset that the next record of a partition will get.
	 * @param partition the partition
	 * @return the offset
	 */
	public long endOffset(TopicPartition partition) {
		return await(this.admin.listOffsets(Map.of(partition, OffsetSpec.latest())).partitionResult(partition))
			.offset();
	}

	/**
	 * Return what a group has committed.
	 * @param group id of the group
	 * @return the offset of the next record by partition, without the partitions that
	 * have no commit
	 */
	public Map<TopicPartition, Long> committedOffsets(String group) {
		return await(this.admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata()).entrySet()
			.stream()
			.filter((entry) -> entry.getValue() != null)
			.collect(Collectors.toMap(Map.Entry::getKey, (entry) -> entry.getValue().offset()));
	}

	/**
	 * Return whom the broker takes for a member of a group.
	 * @param group id of the group
	 * @return the members, none if there is no such group
	 */
	public Collection<MemberDescription> members(String group) {
		KafkaFuture<Collection<MemberDescription>> members = this.admin.describeConsumerGroups(List.of(group))
			.describedGroups()
			.values()
			.iterator()
			.next()
			.thenApply((description) -> description.members());
		try {
			return await(members);
		}
		catch (IllegalStateException ex) {
			if (ex.getCause() instanceof GroupIdNotFoundException) {
				return List.of();
			}
			throw ex;
		}
	}

	/**
	 * Return whom the broker has given the partitions of a group.
	 * @param group id of the group
	 * @return the partitions by client id
	 */
	public Map<String, Set<TopicPartition>> assignments(String group) {
		return members(group).stream()
			.collect(Collectors.toMap(MemberDescription::clientId, (member) -> member.assignment().topicPartitions()));
	}

	/**
	 * Allow a user all operations on a topic or a group.
	 * @param user name of the user
	 * @param type whether it is a topic or a group
	 * @param name name of the topic or the group
	 */
	public void allow(String user, ResourceType type, String name) {
		await(this.admin.createAcls(List.of(entry(user, type, name))).all());
	}

	/**
	 * Take back what {@link #allow} has given. The broker denies it soon afterwards.
	 * @param user name of the user
	 * @param type whether it is a topic or a group
	 * @param name name of the topic or the group
	 */
	public void disallow(String user, ResourceType type, String name) {
		await(this.admin.deleteAcls(List.of(entry(user, type, name).toFilter())).all());
	}

	private static AclBinding entry(String user, ResourceType type, String name) {
		return new AclBinding(new ResourcePattern(type, name, PatternType.LITERAL),
				new AccessControlEntry("User:" + user, "*", AclOperation.ALL, AclPermissionType.ALLOW));
	}

	/**
	 * Move a partition to one broker.
	 * @param partition the partition
	 * @param nodeId id of the broker
	 */
	public void move(TopicPartition partition, int nodeId) {
		await(this.admin
			.alterPartitionReassignments(Map.of(partition, Optional.of(new NewPartitionReassignment(List.of(nodeId)))))
			.all());
		Awaitility.await()
			.atMost(LIMIT)
			.until(() -> await(this.admin.listPartitionReassignments(Set.of(partition)).reassignments()).isEmpty());
	}

	/**
	 * Return the client for anything else.
	 * @return the client, closed with this fixture
	 */
	public Admin admin() {
		return this.admin;
	}

	@Override
	public void close() {
		this.producer.close();
		this.admin.close();
	}

	private static <T> T await(Future<T> future) {
		try {
			return future.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException("The broker refused: " + ex.getCause(), ex.getCause());
		}
		catch (TimeoutException ex) {
			throw new IllegalStateException("The broker did not answer within " + LIMIT.toSeconds() + " s", ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while waiting for the broker", ex);
		}
	}

}
