package io.leaseguard.lease;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * The keys of a Kafka consumer that make its lease, its pulse and its membership. Only
 * values of these keys are ever shown: a consumer configuration holds secrets.
 *
 * @since 0.1.0
 */
public final class LeaseKeys {

	/**
	 * The batch size.
	 */
	public static final String MAX_POLL_RECORDS = "max.poll.records";

	/**
	 * The lease, milliseconds.
	 */
	public static final String MAX_POLL_INTERVAL = "max.poll.interval.ms";

	/**
	 * The session timeout, milliseconds.
	 */
	public static final String SESSION_TIMEOUT = "session.timeout.ms";

	/**
	 * The heartbeat interval, milliseconds.
	 */
	public static final String HEARTBEAT_INTERVAL = "heartbeat.interval.ms";

	/**
	 * The group protocol, {@code classic} or {@code consumer} in any letter case.
	 */
	public static final String GROUP_PROTOCOL = "group.protocol";

	/**
	 * The id of a static member.
	 */
	public static final String GROUP_INSTANCE_ID = "group.instance.id";

	/**
	 * The assignor of the broker, for the consumer protocol only.
	 */
	public static final String GROUP_REMOTE_ASSIGNOR = "group.remote.assignor";

	/**
	 * The assignors of the client, for the classic protocol only.
	 */
	public static final String ASSIGNMENT_STRATEGY = "partition.assignment.strategy";

	/**
	 * The settings of the lease and the pulse, each a number.
	 */
	public static final List<String> NUMBERS = List.of(MAX_POLL_RECORDS, MAX_POLL_INTERVAL, SESSION_TIMEOUT,
			HEARTBEAT_INTERVAL);

	/**
	 * The default of {@link #MAX_POLL_RECORDS}.
	 */
	public static final int DEFAULT_RECORDS = 500;

	/**
	 * The default of {@link #MAX_POLL_INTERVAL}.
	 */
	public static final int DEFAULT_LEASE_MS = 300_000;

	/**
	 * The default of {@link #HEARTBEAT_INTERVAL}.
	 */
	public static final int DEFAULT_HEARTBEAT_MS = 3_000;

	private LeaseKeys() {
	}

	/**
	 * Return a value as text, whatever it is.
	 * @param configuration the configuration
	 * @param key the key
	 * @return the text without white space at its ends; {@code null} when there is none,
	 * or a blank one, which Kafka takes for none
	 */
	public static @Nullable String text(Map<String, Object> configuration, String key) {
		Object value = configuration.get(key);
		String text = (value != null) ? text(value).trim() : "";
		return text.isEmpty() ? null : text;
	}

	/**
	 * Return a value as text, whatever it is.
	 * @param value the value
	 * @return the text, or the type of a value that can't be written as text
	 */
	public static String text(Object value) {
		try {
			return String.valueOf((Object) value.toString());
		}
		catch (RuntimeException ex) {
			return value.getClass().getName();
		}
	}

}
