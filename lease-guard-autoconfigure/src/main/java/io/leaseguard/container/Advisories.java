package io.leaseguard.container;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import io.leaseguard.lease.rule.Advisory;

/**
 * What is known of faults of the Kafka client, by version. Advisories are data: the
 * versions that are affected are listed one by one, because a later version need not have
 * a fix that an earlier one has. They are kept in
 * {@code kafka-client-advisories.properties} beside this class.
 *
 * @since 0.1.0
 */
public final class Advisories {

	static final String RESOURCE = "kafka-client-advisories.properties";

	private static final Pattern RELEASE = Pattern.compile("(\\d+\\.\\d+\\.\\d+).*");

	private Advisories() {
	}

	/**
	 * Return the advisories for a version of the client.
	 * @param version the version, for example {@code 4.2.1}; a suffix of a vendor does
	 * not count. {@code null} when the client does not tell
	 * @return all advisories, each with whether that version is affected; one that is in
	 * no list is not
	 */
	public static List<Advisory> of(@Nullable String version) {
		Properties data = load();
		String release = release(version);
		return list(data, "advisories").stream()
			.map((id) -> new Advisory(id, list(data, id + ".affected").contains(release),
					data.getProperty(id + ".summary", ""), list(data, id + ".fixed-in")))
			.toList();
	}

	private static String release(@Nullable String version) {
		Matcher matcher = RELEASE.matcher((version != null) ? version.trim() : "");
		return matcher.matches() ? matcher.group(1) : "";
	}

	private static List<String> list(Properties data, String key) {
		return Arrays.stream(data.getProperty(key, "").split(","))
			.map(String::trim)
			.filter((element) -> !element.isEmpty())
			.toList();
	}

	/**
	 * Return the advisories for the client on the class path.
	 * @return all advisories, read once
	 */
	public static List<Advisory> ofClient() {
		return Client.ADVISORIES;
	}

	private static Properties load() {
		Properties properties = new Properties();
		try (InputStream stream = Advisories.class.getResourceAsStream(RESOURCE)) {
			if (stream != null) {
				properties.load(stream);
			}
		}
		catch (IOException ex) {
			// Without advisories the application is no worse off than without the guard.
			return new Properties();
		}
		return properties;
	}

	/**
	 * Reads once, and only when asked.
	 */
	private static final class Client {

		private static final List<Advisory> ADVISORIES = of(KafkaClientVersion.read());

	}

}
