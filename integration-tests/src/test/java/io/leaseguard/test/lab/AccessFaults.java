package io.leaseguard.test.lab;

import java.time.Duration;
import java.util.Locale;
import java.util.stream.Stream;

import org.apache.kafka.common.resource.ResourceType;

import io.leaseguard.test.lab.Scenario.Cure;

/**
 * Access that is taken away while the subject runs, and given back.
 */
final class AccessFaults {

	private static final String CLASSIC = "classic";

	private static final String CONSUMER = "consumer";

	/**
	 * Under the consumer protocol the session timeout belongs to the broker, and a client
	 * can't ask for it: the guard assumes Kafka's default. So does the heartbeat
	 * interval, whose default is 5 s.
	 */
	private static final Duration ASSUMED_SESSION = Duration.ofSeconds(45);

	private static final Duration ASSUMED_HEARTBEAT = Duration.ofSeconds(5);

	/**
	 * A refused heartbeat is a heartbeat for the client: it gives its coordinator up
	 * after a session timeout of refusals, and only then falls silent.
	 */
	private static final Duration REFUSED_SESSION = Timings.SESSION.multipliedBy(2);

	/**
	 * The client hears of a topic that it may not read when it next asks for metadata,
	 * and is asked again a second later each time.
	 */
	private static final Duration METADATA = Duration.ofSeconds(2);

	private static final Duration RETRY = Duration.ofSeconds(1);

	private AccessFaults() {
	}

	static Stream<Scenario> all() {
		return Stream.of(revoked(CLASSIC, ResourceType.GROUP).between(Timings.SESSION, REFUSED_SESSION),
				revoked(CLASSIC, ResourceType.TOPIC),
				revoked(CONSUMER, ResourceType.GROUP)
					.between(ASSUMED_SESSION.minus(ASSUMED_HEARTBEAT), ASSUMED_SESSION.plus(ASSUMED_HEARTBEAT))
					.onlyInTheLongRun(),
				revoked(CONSUMER, ResourceType.TOPIC).onlyInTheLongRun(), revokedForGood(CLASSIC, ResourceType.GROUP),
				revokedForGood(CLASSIC, ResourceType.TOPIC), revokedForGood(CONSUMER, ResourceType.GROUP),
				revokedForGood(CONSUMER, ResourceType.TOPIC).onlyInTheLongRun());
	}

	/**
	 * An application that has said that it wants to try again.
	 */
	private static Scenario revoked(String protocol, ResourceType type) {
		return scenario(name(protocol, type) + ", retried", protocol, type)
			.foundAs("HEARTBEAT_LOST", "PROGRESS_STALLED", "LEASE_EXPIRED")
			.between(Timings.SESSION.minus(Timings.HEARTBEAT), Timings.SESSION.plus(METADATA).plus(RETRY))
			.with("spring.kafka.listener.auth-exception-retry-interval", RETRY.toMillis() + "ms")
			.with("lease-guard.recovery.mode", "restart")
			.with("lease-guard.recovery.cool-down", "2s")
			.mend((trial) -> trial.cluster().allow(trial.id(), type, resource(trial, type)));
	}

	/**
	 * By default spring-kafka stops such a container.
	 */
	private static Scenario revokedForGood(String protocol, ResourceType type) {
		return scenario(name(protocol, type), protocol, type).foundAs("STOPPED")
			.between(Duration.ZERO, ASSUMED_HEARTBEAT)
			.cure(Cure.PERSON);
	}

	private static Scenario scenario(String name, String protocol, ResourceType type) {
		return Scenario.of(name)
			.withLogin()
			.with("spring.kafka.consumer.properties.group.protocol", protocol)
			.with("spring.kafka.consumer.properties.metadata.max.age.ms", METADATA.toMillis())
			.fault((trial) -> {
				trial.cluster().disallow(trial.id(), type, resource(trial, type));
				trial.bites();
				trial.produce(2);
			});
	}

	private static String name(String protocol, ResourceType type) {
		return "%s ACL revoked, %s protocol".formatted(type.name().toLowerCase(Locale.ROOT), protocol);
	}

	private static String resource(Trial trial, ResourceType type) {
		return (type == ResourceType.GROUP) ? trial.id() : trial.topic();
	}

}
