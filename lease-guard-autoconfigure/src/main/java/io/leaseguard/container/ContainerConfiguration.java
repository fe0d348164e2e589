package io.leaseguard.container;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;

import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.listener.AbstractMessageListenerContainer;
import org.springframework.kafka.listener.BatchMessageListener;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.adapter.AsyncRepliesAware;
import org.springframework.kafka.support.TopicPartitionOffset;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.FixedCosts;
import io.leaseguard.lease.LeaseKeys;
import io.leaseguard.lease.LeaseSettings;
import io.leaseguard.lease.rule.BatchSplitting;
import io.leaseguard.lease.rule.ContainerFacts;
import io.leaseguard.lease.rule.ListenerFacts;

/**
 * The effective consumer configuration of one container: the configuration of the factory
 * that it really uses, overlaid with its own overrides, in the way that the container
 * does it when it creates its consumers.
 *
 * @since 0.1.0
 */
public final class ContainerConfiguration {

	/**
	 * What spring-kafka calls a container that nobody has named.
	 */
	private static final String NO_NAME = "noBeanNameSet";

	private final AbstractMessageListenerContainer<?, ?> container;

	private final Map<String, Object> values;

	private final Set<String> overridden;

	private final @Nullable String unreadable;

	private final ConsumerSettings settings;

	private BatchSplitting splitting = BatchSplitting.OFF;

	private ContainerConfiguration(AbstractMessageListenerContainer<?, ?> container, Map<String, Object> values,
			Set<String> overridden, @Nullable String unreadable) {
		this.container = container;
		this.values = values;
		this.overridden = overridden;
		this.unreadable = unreadable;
		this.settings = new ConsumerSettings(values);
	}

	/**
	 * Read the configuration of a container.
	 * @param container the container, the parent where it is concurrent
	 * @param derived settings that the guard itself has written before, as strings by
	 * key; not taken for settings of the application
	 * @return the configuration
	 */
	public static ContainerConfiguration of(AbstractMessageListenerContainer<?, ?> container,
			Map<String, String> derived) {
		FactoryConfiguration factory = FactoryConfiguration.of(ContainerConsumerFactory.of(container));
		Map<String, Object> values = new HashMap<>(factory.values());
		Set<String> overridden = new HashSet<>();
		overrides(container).forEach((key, value) -> {
			// What the guard has written is not the application's, and the factory lets
			// no override name the group.
			if (!value.equals(derived.get(key)) && !key.equals(ConsumerConfig.GROUP_ID_CONFIG)) {
				values.put(key, value);
				overridden.add(key);
			}
		});
		return new ContainerConfiguration(container, values, overridden, factory.unreadable());
	}

	private static Map<String, Object> overrides(AbstractMessageListenerContainer<?, ?> container) {
		Properties properties = container.getContainerProperties().getKafkaConsumerProperties();
		Map<String, Object> overrides = new HashMap<>();
		properties.forEach((key, value) -> {
			if (key instanceof String name) {
				overrides.put(name, value);
			}
		});
		// Strings last: the container takes them from the defaults of the properties too.
		properties.stringPropertyNames().forEach((name) -> overrides.put(name, properties.getProperty(name)));
		return overrides;
	}

	/**
	 * Return the settings of the lease and the pulse, with the default of Kafka in the
	 * place of a value that it will refuse.
	 * @return the settings
	 */
	public LeaseSettings settings() {
		return this.settings.settings();
	}

	/**
	 * Return the values that Kafka will refuse.
	 * @return the values
	 */
	public List<InvalidSetting> invalid() {
		return this.settings.invalid();
	}

	/**
	 * Return what is wrong with the configuration as such, whatever the terms.
	 * @return the findings
	 */
	public List<Finding> findings() {
		List<Finding> findings = new ArrayList<>();
		invalid().forEach((setting) -> findings.add(setting.finding(listenerId())));
		findings.addAll(IgnoredKeys.find(listenerId(), this.values));
		if (this.unreadable != null) {
			findings.add(FactoryConfiguration.finding(listenerId(), this.unreadable));
		}
		return findings;
	}

	/**
	 * Return the factory that the container really uses.
	 * @return the factory, or {@code null} when it can't be read
	 */
	public @Nullable ConsumerFactory<?, ?> factory() {
		return ContainerConsumerFactory.of(this.container);
	}

	/**
	 * Return what a factory tells of its configuration.
	 * @param factory the factory
	 * @return the configuration, empty when it does not tell
	 */
	public static Map<String, Object> valuesOf(ConsumerFactory<?, ?> factory) {
		return FactoryConfiguration.of(factory).values();
	}

	/**
	 * Return whether a key has a value, which may be one that is not to be shown.
	 * @param key the key
	 * @param value the value as text
	 * @return whether it has
	 */
	public boolean holds(String key, String value) {
		return value.equals(LeaseKeys.text(this.values, key));
	}

	/**
	 * Return the value of a key that may be shown.
	 * @param key one of {@link LeaseKeys}
	 * @return the value as text, {@code null} when it is not set
	 */
	public @Nullable String text(String key) {
		return LeaseKeys.text(this.values, key);
	}

	/**
	 * Return whether a key is set in the container itself, whatever its factory holds.
	 * @param key the key
	 * @return whether the application has set it there
	 */
	public boolean overrides(String key) {
		return this.overridden.contains(key);
	}

	/**
	 * Return the id of the listener.
	 * @return the listener id, which is the bean name of a container that is a bean
	 */
	public String listenerId() {
		return listenerId(this.container);
	}

	/**
	 * Return the id of the listener of a container.
	 * @param container the container, the parent where it is concurrent
	 * @return the listener id, which is the bean name of a container that is a bean;
	 * where it has neither, group and topics as {@code group@topic}
	 */
	public static String listenerId(AbstractMessageListenerContainer<?, ?> container) {
		String listenerId = container.getListenerId();
		return (listenerId != null && !listenerId.equals(NO_NAME)) ? listenerId : unnamed(container);
	}

	private static String unnamed(AbstractMessageListenerContainer<?, ?> container) {
		ContainerProperties properties = container.getContainerProperties();
		String groupId = properties.getGroupId();
		String[] topics = properties.getTopics();
		TopicPartitionOffset[] partitions = properties.getTopicPartitions();
		Object source = (topics != null) ? String.join(",", topics)
				: (partitions != null) ? Arrays.stream(partitions)
					.map(TopicPartitionOffset::getTopic)
					.distinct()
					.collect(Collectors.joining(",")) : properties.getTopicPattern();
		return ((groupId != null) ? groupId : "unnamed") + "@" + source;
	}

	/**
	 * Return the id of the listener that a retry topic belongs to.
	 * @return the main listener id, or {@code null} when it is no retry topic
	 */
	public @Nullable String mainListenerId() {
		return this.container.getMainListenerId();
	}

	/**
	 * Return the consumer group.
	 * @return the group id, or {@code null} when there is none
	 */
	public @Nullable String groupId() {
		// Not the container's own accessor: it fails where the factory does not tell.
		String groupId = this.container.getContainerProperties().getGroupId();
		return (groupId != null) ? groupId : LeaseKeys.text(this.values, ConsumerConfig.GROUP_ID_CONFIG);
	}

	/**
	 * Return which cluster the consumers belong to, as far as the configuration tells.
	 * For comparing only, never to be shown.
	 * @return the bootstrap servers in a fixed order, empty when they are not known
	 */
	public List<String> bootstrapServers() {
		Object servers = this.values.get(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG);
		if (servers == null) {
			return List.of();
		}
		Collection<?> parts = (servers instanceof Collection<?> collection) ? collection
				: List.of(servers.toString().split(","));
		return parts.stream().map((part) -> part.toString().trim()).sorted().toList();
	}

	/**
	 * Return whether the listener takes whole batches.
	 * @return whether it is a batch listener
	 */
	public boolean batchListener() {
		return this.container.getContainerProperties().getMessageListener() instanceof BatchMessageListener;
	}

	/**
	 * Return what rules may want to know beside the settings.
	 * @return the facts
	 */
	public ListenerFacts facts() {
		ContainerProperties properties = this.container.getContainerProperties();
		ContainerFacts facts = new ContainerFacts(properties.getIdleBetweenPolls(),
				properties.isRestartAfterAuthExceptions(), Acknowledgments.never(this.container),
				costs().retriesForever(), Transactions.timeoutMs(this.container), KafkaClientVersion.read(),
				Advisories.ofClient());
		return new ListenerFacts(batchListener(), this.values, facts, this.splitting);
	}

	/**
	 * Note that the application wants batches of this listener split.
	 * @param own whether it wants it for this very listener, not for all
	 */
	public void splittingWanted(boolean own) {
		this.splitting = new BatchSplitting(true, own, obstacle());
	}

	/**
	 * Return whether batches are split.
	 * @return whether it is wanted and possible
	 */
	public boolean splitting() {
		return this.splitting.possible();
	}

	private BatchSplitting.@Nullable Obstacle obstacle() {
		ContainerProperties properties = this.container.getContainerProperties();
		if (batchListener()) {
			return BatchSplitting.Obstacle.BATCH_LISTENER;
		}
		if (properties.getMessageListener() instanceof AsyncRepliesAware listener && listener.isAsyncReplies()) {
			return BatchSplitting.Obstacle.ASYNC_RETURN;
		}
		if (properties.isAsyncAcks()) {
			return BatchSplitting.Obstacle.ASYNC_ACKS;
		}
		return switch (ContainerTaps.tap(this.container)) {
			case IN -> null;
			case FACTORY_HIDDEN -> BatchSplitting.Obstacle.FACTORY_HIDDEN;
			case NOT_SUPPORTED -> BatchSplitting.Obstacle.FACTORY;
		};
	}

	/**
	 * Return what can block the consumer thread once per poll cycle, as far as it can be
	 * read.
	 * @return the costs
	 */
	public FixedCosts fixedCosts() {
		return costs().read();
	}

	private FixedCostsReader costs() {
		return new FixedCostsReader(this.container, this.values, batchListener());
	}

	/**
	 * Return how long a broker may hold a fetch that has nothing to return.
	 * @return milliseconds of {@code fetch.max.wait.ms}
	 */
	public int fetchMaxWaitMs() {
		return (int) KafkaKeys.millis(ConsumerConfig.configDef(), this.values, ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG);
	}

}
