package io.leaseguard.autoconfigure;

import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;

/**
 * A factory like any other, but for its consumers: they need no broker, and the
 * configuration that each was created with is kept.
 */
class CapturingConsumerFactory extends DefaultKafkaConsumerFactory<Object, Object> {

	private static final Map<String, Map<String, Object>> BY_GROUP = new ConcurrentHashMap<>();

	CapturingConsumerFactory(Map<String, Object> configuration) {
		super(configuration);
	}

	static Map<String, Object> ofGroup(String groupId) {
		Map<String, Object> configuration = BY_GROUP.get(groupId);
		if (configuration == null) {
			throw new IllegalStateException("No consumer of group '" + groupId + "' among " + BY_GROUP.keySet());
		}
		return configuration;
	}

	static boolean contains(String groupId) {
		return BY_GROUP.containsKey(groupId);
	}

	static void clear() {
		BY_GROUP.clear();
	}

	static Consumer<Object, Object> create(Map<String, Object> configuration) {
		BY_GROUP.put(String.valueOf(configuration.get("group.id")),
				Collections.unmodifiableMap(new HashMap<>(configuration)));
		return new QuietConsumer();
	}

	@Override
	protected Consumer<Object, Object> createRawConsumer(Map<String, Object> configuration) {
		return create(configuration);
	}

	/**
	 * A consumer that never gets a record and does not spin.
	 */
	static class QuietConsumer extends MockConsumer<Object, Object> {

		QuietConsumer() {
			super("latest");
		}

		@Override
		public ConsumerRecords<Object, Object> poll(Duration timeout) {
			try {
				Thread.sleep(Math.min(timeout.toMillis(), 20));
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
			return super.poll(timeout);
		}

	}

}
