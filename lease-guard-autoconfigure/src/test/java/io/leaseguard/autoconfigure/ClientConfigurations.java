package io.leaseguard.autoconfigure;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.metrics.KafkaMetric;
import org.apache.kafka.common.metrics.MetricsReporter;

/**
 * Collects, from inside the Kafka client, the configuration that each consumer was really
 * created with. Configured as a metrics reporter.
 */
public class ClientConfigurations implements MetricsReporter {

	private static final Map<String, Map<String, ?>> BY_CLIENT = new ConcurrentHashMap<>();

	static Map<String, ?> ofClient(String clientId) {
		Map<String, ?> configuration = BY_CLIENT.get(clientId);
		if (configuration == null) {
			throw new IllegalStateException("No consumer '" + clientId + "' among " + BY_CLIENT.keySet());
		}
		return configuration;
	}

	static boolean contains(String clientId) {
		return BY_CLIENT.containsKey(clientId);
	}

	@Override
	public void configure(Map<String, ?> configs) {
		BY_CLIENT.put(String.valueOf(configs.get(ConsumerConfig.CLIENT_ID_CONFIG)), configs);
	}

	@Override
	public void init(List<KafkaMetric> metrics) {
	}

	@Override
	public void metricChange(KafkaMetric metric) {
	}

	@Override
	public void metricRemoval(KafkaMetric metric) {
	}

	@Override
	public void close() {
	}

}
