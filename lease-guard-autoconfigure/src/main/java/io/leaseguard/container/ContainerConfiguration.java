package io.leaseguard.container;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;

import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.listener.AbstractMessageListenerContainer;
import org.springframework.kafka.listener.BatchMessageListener;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.adapter.AsyncRepliesAware;

import io.leaseguard.lease.LeaseSettings;
import io.leaseguard.lease.Pulse;
import io.leaseguard.lease.Setting;
import io.leaseguard.lease.SettingOrigin;
import io.leaseguard.lease.rule.BatchSplitting;
import io.leaseguard.lease.rule.ListenerFacts;

/**
 * The effective consumer configuration of one container: the configuration of the factory
 * that it really uses, overlaid with its own overrides, in the way that the container
 * does it when it creates its consumers.
 *
 * @since 0.1.0
 */
public final class ContainerConfiguration {

	private static final ConfigDef DEFINITION = ConsumerConfig.configDef();

	private static final String GROUP_PROTOCOL = "group.protocol";

	private final AbstractMessageListenerContainer<?, ?> container;

	private final Map<String, Object> values;

	private final List<InvalidSetting> invalid = new ArrayList<>();

	private ContainerConfiguration(AbstractMessageListenerContainer<?, ?> container, Map<String, Object> values) {
		this.container = container;
		this.values = values;
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
		Map<String, Object> values = new HashMap<>(factoryValues(container));
		Properties overrides = container.getContainerProperties().getKafkaConsumerProperties();
		overrides.stringPropertyNames().forEach((name) -> values.put(name, overrides.getProperty(name)));
		overrides.forEach((key, value) -> {
			if (key instanceof String name) {
				values.put(name, value);
			}
		});
		derived.forEach((key, value) -> {
			if (value.equals(values.get(key))) {
				values.remove(key);
				Object original = factoryValues(container).get(key);
				if (original != null) {
					values.put(key, original);
				}
			}
		});
		return new ContainerConfiguration(container, values);
	}

	private static Map<String, Object> factoryValues(AbstractMessageListenerContainer<?, ?> container) {
		ConsumerFactory<?, ?> factory = ContainerConsumerFactory.of(container);
		if (factory != null) {
			try {
				return factory.getConfigurationProperties();
			}
			catch (UnsupportedOperationException ex) {
				// A factory of the application need not tell.
			}
		}
		return Map.of();
	}

	/**
	 * Return the settings of the lease and the pulse. A value that Kafka will refuse is
	 * noted as {@linkplain #invalid() invalid} and its default taken in its place.
	 * @return the settings
	 */
	public LeaseSettings settings() {
		this.invalid.clear();
		boolean classic = isClassic();
		Setting records = setting(ConsumerConfig.MAX_POLL_RECORDS_CONFIG);
		Setting interval = setting(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG);
		Setting session = classic ? setting(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG) : null;
		Setting heartbeat = classic ? setting(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG) : null;
		return new LeaseSettings(records, interval, new Pulse(classic, isStaticMember(), session, heartbeat));
	}

	/**
	 * Return the values that Kafka will refuse, after {@link #settings()} was called.
	 * @return the values
	 */
	public List<InvalidSetting> invalid() {
		return List.copyOf(this.invalid);
	}

	private boolean isClassic() {
		Object protocol = this.values.get(GROUP_PROTOCOL);
		return protocol == null || !"consumer".equals(protocol.toString().trim().toLowerCase(Locale.ROOT));
	}

	private boolean isStaticMember() {
		Object instanceId = this.values.get(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG);
		return instanceId != null && !instanceId.toString().isBlank();
	}

	private Setting setting(String key) {
		ConfigDef.ConfigKey definition = DEFINITION.configKeys().get(key);
		if (definition == null || !(definition.defaultValue instanceof Integer byDefault)) {
			throw new IllegalStateException("Kafka has no integer setting '" + key + "'");
		}
		Object value = this.values.get(key);
		if (value == null) {
			return new Setting(byDefault, SettingOrigin.KAFKA_DEFAULT);
		}
		try {
			Object parsed = ConfigDef.parseType(key, value, definition.type);
			if (definition.validator != null) {
				definition.validator.ensureValid(key, parsed);
			}
			if (parsed instanceof Integer number) {
				return new Setting(number, SettingOrigin.APPLICATION);
			}
			this.invalid.add(new InvalidSetting(key, value, "A number is required"));
		}
		catch (ConfigException ex) {
			this.invalid.add(new InvalidSetting(key, value, reason(ex)));
		}
		return new Setting(byDefault, SettingOrigin.KAFKA_DEFAULT);
	}

	private static String reason(ConfigException ex) {
		String message = String.valueOf(ex.getMessage());
		int colon = message.indexOf(": ");
		return (colon > 0) ? message.substring(colon + 2) : message;
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
	 * @return the listener id, which is the bean name of a container that is a bean
	 */
	public static String listenerId(AbstractMessageListenerContainer<?, ?> container) {
		return container.getListenerId();
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
		String groupId = this.container.getGroupId();
		Object configured = this.values.get(ConsumerConfig.GROUP_ID_CONFIG);
		return (groupId != null) ? groupId : (configured != null) ? configured.toString() : null;
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
	 * @param splitting whether the application wants batches split
	 * @param own whether it wants it for this very listener
	 * @return the facts
	 */
	public ListenerFacts facts(boolean splitting, boolean own) {
		return new ListenerFacts(batchListener(),
				splitting ? new BatchSplitting(true, own, obstacle()) : BatchSplitting.OFF, this.values);
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
		ConsumerFactory<?, ?> factory = ContainerConsumerFactory.of(this.container);
		return (factory != null && LeaseConsumerPostProcessor.addTo(factory)) ? null : BatchSplitting.Obstacle.FACTORY;
	}

	/**
	 * Return how long the container sleeps between polls.
	 * @return milliseconds
	 */
	public long idleBetweenPollsMs() {
		return this.container.getContainerProperties().getIdleBetweenPolls();
	}

	/**
	 * A value that Kafka will refuse. Only ever one of the few keys that make the lease
	 * and the pulse, so that showing it gives no secret away.
	 *
	 * @param key the key
	 * @param value the value as it was given
	 * @param reason why Kafka refuses it
	 */
	public record InvalidSetting(String key, Object value, String reason) {
	}

}
