package io.leaseguard.container;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Properties;

import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The version of the Kafka client on the class path, as the client itself states it. The
 * class that knows it is not to be relied on: Kafka 4.4 has moved it.
 *
 * @since 0.1.0
 */
public final class KafkaClientVersion {

	static final String RESOURCE = "kafka/kafka-version.properties";

	private static final String CLASS = "KafkaConsumer.class";

	private KafkaClientVersion() {
	}

	/**
	 * Return the version, read once.
	 * @return the version, for example {@code 4.2.1}; {@code null} when the client does
	 * not tell
	 */
	public static @Nullable String read() {
		return Client.VERSION;
	}

	private static @Nullable String find() {
		URL location = KafkaConsumer.class.getResource(CLASS);
		return (location != null) ? read(location) : null;
	}

	private static @Nullable String read(URL location) {
		String path = KafkaConsumer.class.getPackageName().replace('.', '/') + "/" + CLASS;
		String root = location.toString().substring(0, location.toString().length() - path.length());
		// The jars of a broker have such a resource too, hence the one of the very jar
		// that the consumer comes from.
		try (InputStream stream = new URL(root + RESOURCE).openStream()) {
			Properties properties = new Properties();
			properties.load(stream);
			return properties.getProperty("version");
		}
		catch (IOException ex) {
			return null;
		}
	}

	/**
	 * Reads once, and only when asked.
	 */
	private static final class Client {

		private static final @Nullable String VERSION = find();

	}

}
