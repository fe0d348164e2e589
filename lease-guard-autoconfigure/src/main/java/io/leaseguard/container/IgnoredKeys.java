package io.leaseguard.container;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.Severity;

/**
 * Keys in a consumer configuration that the client takes no notice of although they look
 * like its own: the setting that somebody wrote is not the one in force. The client hands
 * every key it does not know to serializers and interceptors, so it can't complain.
 */
final class IgnoredKeys {

	static final String ID = "ignored-key";

	private static final Set<String> OF_THE_BROKER = Set.of("group.min.session.timeout.ms",
			"group.max.session.timeout.ms", "group.consumer.session.timeout.ms", "group.consumer.heartbeat.interval.ms",
			"group.consumer.min.session.timeout.ms", "group.consumer.max.session.timeout.ms",
			"group.consumer.min.heartbeat.interval.ms", "group.consumer.max.heartbeat.interval.ms");

	private static final Set<String> KNOWN = known();

	private IgnoredKeys() {
	}

	private static Set<String> known() {
		// 'spring.kafka.properties' are for all clients alike.
		Set<String> known = new TreeSet<>(ConsumerConfig.configNames());
		known.addAll(ProducerConfig.configNames());
		known.addAll(AdminClientConfig.configNames());
		return known;
	}

	/**
	 * Find the keys. Their values are nobody's business: they may be anything.
	 * @param listener the listener id
	 * @param configuration the effective configuration
	 * @return the findings, warnings
	 */
	static List<Finding> find(String listener, Map<String, Object> configuration) {
		List<Finding> findings = new ArrayList<>();
		for (String key : new TreeSet<>(configuration.keySet())) {
			// A map has a rule of its own.
			if (KNOWN.contains(key) || configuration.get(key) instanceof Map) {
				continue;
			}
			if (OF_THE_BROKER.contains(key)) {
				findings.add(new Finding(ID, Severity.WARNING, listener,
						"'%s' is a setting of the broker: in a consumer it has no effect.".formatted(key),
						"Remove %s from the consumer and set it on the broker.".formatted(key), Map.of()));
				continue;
			}
			String meant = KeyResemblance.meant(key);
			if (meant != null) {
				findings.add(new Finding(ID, Severity.WARNING, listener,
						"'%s' is no key of a Kafka consumer: it has no effect.".formatted(key),
						"Write %s if that is what is meant, else remove %s.".formatted(meant, key), Map.of()));
			}
		}
		return findings;
	}

}
