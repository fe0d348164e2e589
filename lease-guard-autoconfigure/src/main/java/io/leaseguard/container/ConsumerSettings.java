package io.leaseguard.container;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.jspecify.annotations.Nullable;

import io.leaseguard.lease.LeaseKeys;
import io.leaseguard.lease.LeaseSettings;
import io.leaseguard.lease.Pulse;
import io.leaseguard.lease.Setting;
import io.leaseguard.lease.SettingOrigin;

/**
 * Reads the settings of the lease and the pulse out of a consumer configuration in the
 * way that the client will, before it does. What it would refuse is noted, and its
 * default taken in its place.
 */
final class ConsumerSettings {

	private static final ConfigDef DEFINITION = ConsumerConfig.configDef();

	private static final List<String> TEXTS = List.of(LeaseKeys.GROUP_PROTOCOL, LeaseKeys.GROUP_INSTANCE_ID,
			LeaseKeys.GROUP_REMOTE_ASSIGNOR);

	/**
	 * What the client lets pass when it joins: the legal names of topics (KIP-345).
	 */
	private static final Pattern INSTANCE_ID = Pattern.compile("(?!\\.{1,2}$)[a-zA-Z0-9._-]{1,249}");

	private final Map<String, Object> values;

	private final LeaseSettings settings;

	private final List<InvalidSetting> invalid = new ArrayList<>();

	ConsumerSettings(Map<String, Object> values) {
		this.values = values;
		boolean classic = isClassic();
		Setting records = setting(LeaseKeys.MAX_POLL_RECORDS);
		Setting interval = interval();
		Setting session = classic ? setting(LeaseKeys.SESSION_TIMEOUT) : null;
		Setting heartbeat = classic ? heartbeat() : null;
		TEXTS.forEach(this::examineText);
		if (classic) {
			examineText(LeaseKeys.ASSIGNMENT_STRATEGY);
		}
		boolean staticMember = LeaseKeys.text(values, LeaseKeys.GROUP_INSTANCE_ID) != null;
		this.settings = new LeaseSettings(records, interval, new Pulse(classic, staticMember, session, heartbeat));
	}

	LeaseSettings settings() {
		return this.settings;
	}

	List<InvalidSetting> invalid() {
		return List.copyOf(this.invalid);
	}

	private boolean isClassic() {
		String protocol = LeaseKeys.text(this.values, LeaseKeys.GROUP_PROTOCOL);
		return protocol == null || !"consumer".equals(protocol.toLowerCase(Locale.ROOT));
	}

	private Setting interval() {
		if (this.values.get(LeaseKeys.MAX_POLL_INTERVAL) instanceof String text && !text.equals(text.trim())) {
			// Kafka would take it, but the container reads it too.
			refuse(LeaseKeys.MAX_POLL_INTERVAL, text, "Spring Kafka takes no white space around the number");
			return byDefault(LeaseKeys.MAX_POLL_INTERVAL);
		}
		return setting(LeaseKeys.MAX_POLL_INTERVAL);
	}

	private Setting heartbeat() {
		Setting heartbeat = setting(LeaseKeys.HEARTBEAT_INTERVAL);
		if (heartbeat.value() < 0) {
			// Its definition lets it pass, the client itself does not.
			refuse(LeaseKeys.HEARTBEAT_INTERVAL, heartbeat.value(), "A heartbeat can't be negative");
			return byDefault(LeaseKeys.HEARTBEAT_INTERVAL);
		}
		return heartbeat;
	}

	private Setting setting(String key) {
		Object value = this.values.get(key);
		if (value == null) {
			return byDefault(key);
		}
		return (parse(key, value) instanceof Integer number) ? new Setting(number, SettingOrigin.APPLICATION)
				: byDefault(key);
	}

	private Setting byDefault(String key) {
		if (definition(key).defaultValue instanceof Integer byDefault) {
			return new Setting(byDefault, SettingOrigin.KAFKA_DEFAULT);
		}
		throw new IllegalStateException("'" + key + "' of Kafka is no integer");
	}

	private ConfigDef.ConfigKey definition(String key) {
		ConfigDef.ConfigKey definition = DEFINITION.configKeys().get(key);
		if (definition == null) {
			throw new IllegalStateException("Kafka has no setting '" + key + "'");
		}
		return definition;
	}

	private void examineText(String key) {
		Object value = this.values.get(key);
		if (value == null || !DEFINITION.configKeys().containsKey(key)) {
			return;
		}
		Object parsed = parse(key, value);
		if (key.equals(LeaseKeys.GROUP_INSTANCE_ID) && parsed instanceof String id
				&& !INSTANCE_ID.matcher(id).matches()) {
			refuse(key, value, "The id of a static member is named like a topic");
		}
	}

	private @Nullable Object parse(String key, Object value) {
		ConfigDef.ConfigKey definition = definition(key);
		try {
			Object parsed = ConfigDef.parseType(key, value, definition.type);
			if (definition.validator != null) {
				definition.validator.ensureValid(key, parsed);
			}
			return parsed;
		}
		catch (RuntimeException ex) {
			refuse(key, value, reason(ex));
			return null;
		}
	}

	private void refuse(String key, Object value, String reason) {
		if (!LeaseKeys.NUMBERS.contains(key)) {
			this.invalid.add(new InvalidSetting(key, value, reason, accepted(key), null));
			return;
		}
		boolean records = key.equals(LeaseKeys.MAX_POLL_RECORDS);
		Integer meant = ReadableNumber.of(value, !records);
		int example = (meant != null) ? meant : byDefault(key).value();
		this.invalid
			.add(new InvalidSetting(key, value, reason, (records ? "a whole number" : "a whole number of milliseconds")
					+ " from 1 to 2147483647, as an int or a string of digits", Integer.toString(example)));
	}

	private static String accepted(String key) {
		return switch (key) {
			case LeaseKeys.GROUP_PROTOCOL -> "'classic' or 'consumer', as a string";
			case LeaseKeys.ASSIGNMENT_STRATEGY -> "a list of assignor classes, or remove it";
			case LeaseKeys.GROUP_INSTANCE_ID -> "1 to 249 letters, digits, dots, underscores or hyphens, or remove it";
			default -> "a string, or remove it";
		};
	}

	private static String reason(RuntimeException ex) {
		String message = String.valueOf(ex.getMessage());
		int colon = message.indexOf(": ");
		return (colon > 0) ? message.substring(colon + 2) : message;
	}

}
