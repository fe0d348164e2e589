package io.leaseguard.test.lab;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The short timings of all subjects, and whether this is the long run.
 */
final class Timings {

	/**
	 * The longest that a test waits for anything: it is no measure of what is expected.
	 */
	static final Duration LIMIT = Duration.ofMinutes(2);

	static final Duration LEASE = Duration.ofSeconds(6);

	static final Duration SESSION = Duration.ofSeconds(6);

	/**
	 * How old the last heartbeat may be when the heartbeats end.
	 */
	static final Duration HEARTBEAT = Duration.ofSeconds(1);

	/**
	 * What a poll may wait for records: spring-kafka's default.
	 */
	static final Duration POLL = Duration.ofSeconds(5);

	/**
	 * The time between two looks of the watchdog: its default.
	 */
	static final Duration TICK = Duration.ofSeconds(1);

	/**
	 * What is tolerated beyond the goal before a test fails: a machine with too much to
	 * do may take it for anything. The table tells what it was.
	 */
	static final Duration SLACK = Duration.ofSeconds(20);

	/**
	 * Whether to take the time that the whole laboratory needs.
	 */
	static final boolean LONG_RUN = Boolean.getBoolean("laboratory");

	/**
	 * How long a fault lasts at least. At its defaults spring-kafka's own monitor looks
	 * every 30 s for consumers that have not polled for 15 s, so in the long run each
	 * fault lasts long enough for it.
	 */
	static final Duration HOLD = LONG_RUN ? Duration.ofSeconds(50) : Duration.ZERO;

	private Timings() {
	}

	/**
	 * Return the properties of an application with these timings. The lease follows from
	 * them when the guard is on, and is set to the same value when it is off.
	 */
	static Map<String, String> properties(boolean guarded) {
		Map<String, String> properties = new LinkedHashMap<>();
		properties.put("spring.kafka.consumer.max-poll-records", "3");
		properties.put("spring.kafka.consumer.properties.session.timeout.ms", millis(SESSION));
		properties.put("spring.kafka.consumer.properties.heartbeat.interval.ms", millis(HEARTBEAT));
		if (guarded) {
			properties.put("lease-guard.record-timeout", "1s");
			properties.put("lease-guard.record-overhead", "0s");
			properties.put("lease-guard.min-lease", millis(LEASE) + "ms");
		}
		else {
			properties.put("lease-guard.enabled", "false");
			properties.put("spring.kafka.consumer.max-poll-interval", millis(LEASE));
		}
		return properties;
	}

	private static String millis(Duration duration) {
		return Long.toString(duration.toMillis());
	}

}
