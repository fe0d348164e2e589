package io.leaseguard.container;

import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.jspecify.annotations.Nullable;

import io.leaseguard.lease.LeaseKeys;

/**
 * Tells which name somebody meant who wrote another. Of the keys of Kafka only those of
 * the lease, the pulse and their timeouts are looked for: keys of serializers,
 * registries, interceptors and the like are nobody's mistake.
 *
 * @since 0.1.0
 */
public final class KeyResemblance {

	private static final Set<String> SUBJECTS = Set.of("heartbeat", "session", "poll", "polling");

	private static final Set<String> WORDS = Set.of("heartbeat", "session", "poll", "polling", "max", "min", "interval",
			"timeout", "time", "delay", "ms", "millis", "milliseconds", "s", "sec", "seconds", "records", "record",
			"size", "count", "batch");

	private static final Set<String> QUANTITIES = Set.of("records", "record", "size", "count", "batch");

	private static final Set<String> TIMES = Set.of("interval", "timeout", "time", "delay");

	private static final List<String> PREFIXES = List.of("springkafkaconsumerproperties", "springkafkaconsumer",
			"springkafkaproperties", "springkafka", "kafkaconsumer", "kafka");

	private static final int SLIPS = 2;

	private static final int LETTERS_PER_SLIP = 3;

	/**
	 * Every key of the consumer that is about time or polling, and those that tell what
	 * member it is, by its bare letters.
	 */
	private static final Map<String, String> FAMILY = family();

	private KeyResemblance() {
	}

	private static Map<String, String> family() {
		Map<String, String> family = new LinkedHashMap<>();
		LeaseKeys.NUMBERS.forEach((key) -> family.put(bare(key), key));
		for (String key : ConsumerConfig.configNames()) {
			if (key.contains("timeout") || key.contains("interval") || key.contains("poll")
					|| key.equals(LeaseKeys.GROUP_PROTOCOL) || key.equals(LeaseKeys.GROUP_INSTANCE_ID)) {
				family.put(bare(key), key);
			}
		}
		return family;
	}

	/**
	 * Find the key of the consumer that a name in another place stands for.
	 * @param name the name, which may be the key itself
	 * @return the key, or {@code null} when the name looks like none
	 */
	public static @Nullable String of(String name) {
		return ConsumerConfig.configNames().contains(name) ? FAMILY.get(bare(name)) : meant(name);
	}

	/**
	 * Find the name that comes nearest to one that is not known. Signs between letters,
	 * and whether these are capital, make no difference.
	 * @param name the name
	 * @param known the names that are known
	 * @return one of them, or {@code null} when none resembles it
	 */
	public static @Nullable String nearest(String name, Collection<String> known) {
		String bare = bare(name);
		String nearest = null;
		// In a short name few letters make another one.
		int fewest = Math.min(SLIPS, bare.length() / LETTERS_PER_SLIP) + 1;
		for (String candidate : new TreeSet<>(known)) {
			int slips = distance(bare, bare(candidate));
			if (slips < fewest && !bare.isEmpty()) {
				fewest = slips;
				nearest = candidate;
			}
		}
		return nearest;
	}

	/**
	 * Find the key that was meant.
	 * @param key a key that Kafka does not know
	 * @return the key that it knows, or {@code null} when the key looks like none
	 */
	static @Nullable String meant(String key) {
		String bare = withoutPrefix(bare(key));
		String same = FAMILY.get(bare);
		if (same == null) {
			same = misspelt(bare);
		}
		return (same != null) ? same : invented(key);
	}

	private static @Nullable String misspelt(String bare) {
		for (String key : LeaseKeys.NUMBERS) {
			String right = bare(key);
			String unitless = right.endsWith("ms") ? right.substring(0, right.length() - 2) : right;
			if (distance(bare, right) <= SLIPS || distance(bare, unitless) <= SLIPS) {
				return key;
			}
		}
		return null;
	}

	private static @Nullable String invented(String key) {
		List<String> words = words(key);
		if (words.size() < 2 || !WORDS.containsAll(words) || words.stream().noneMatch(SUBJECTS::contains)) {
			return null;
		}
		if (words.contains("heartbeat")) {
			return LeaseKeys.HEARTBEAT_INTERVAL;
		}
		if (words.contains("session")) {
			return LeaseKeys.SESSION_TIMEOUT;
		}
		if (words.stream().anyMatch(QUANTITIES::contains)) {
			return LeaseKeys.MAX_POLL_RECORDS;
		}
		// 'poll.ms' alone is a key of Kafka Streams.
		return words.stream().anyMatch(TIMES::contains) ? LeaseKeys.MAX_POLL_INTERVAL : null;
	}

	private static String withoutPrefix(String bare) {
		for (String prefix : PREFIXES) {
			if (bare.startsWith(prefix) && bare.length() > prefix.length()) {
				return bare.substring(prefix.length());
			}
		}
		return bare;
	}

	private static List<String> words(String key) {
		return Arrays.stream(key.split("(?<=[a-z])(?=[A-Z])|[^A-Za-z]+"))
			.filter((word) -> !word.isEmpty())
			.map((word) -> word.toLowerCase(Locale.ROOT))
			.toList();
	}

	static String bare(String key) {
		return key.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
	}

	// Letters too many, missing, wrong, or swapped with their neighbour.
	static int distance(String a, String b) {
		if (Math.abs(a.length() - b.length()) > SLIPS) {
			return SLIPS + 1;
		}
		int[][] slips = new int[a.length() + 1][b.length() + 1];
		for (int i = 0; i <= a.length(); i++) {
			for (int j = 0; j <= b.length(); j++) {
				slips[i][j] = (i == 0 || j == 0) ? i + j : slips(slips, a, b, i, j);
			}
		}
		return slips[a.length()][b.length()];
	}

	private static int slips(int[][] slips, String a, String b, int i, int j) {
		int wrong = (a.charAt(i - 1) != b.charAt(j - 1)) ? 1 : 0;
		int fewest = Math.min(Math.min(slips[i - 1][j], slips[i][j - 1]) + 1, slips[i - 1][j - 1] + wrong);
		boolean swapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
		return swapped ? Math.min(fewest, slips[i - 2][j - 2] + 1) : fewest;
	}

}
