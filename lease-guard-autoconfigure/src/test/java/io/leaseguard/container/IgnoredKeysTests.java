package io.leaseguard.container;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.Severity;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link IgnoredKeys} and {@link KeyResemblance}.
 */
class IgnoredKeysTests {

	@ParameterizedTest
	@CsvSource({ "max-poll-interval-ms, max.poll.interval.ms", "max-poll-interval, max.poll.interval.ms",
			"maxPollIntervalMs, max.poll.interval.ms", "max_poll_records, max.poll.records",
			"MAX_POLL_RECORDS, max.poll.records", "' max.poll.records', max.poll.records",
			"max.poll.interval, max.poll.interval.ms", "session-timeout, session.timeout.ms",
			"sessionTimeout, session.timeout.ms", "session.timout.ms, session.timeout.ms",
			"max.pol.interval.ms, max.poll.interval.ms", "max.poll.intervall.ms, max.poll.interval.ms",
			"max.poll.record, max.poll.records", "max.poll.interval.sm, max.poll.interval.ms",
			"heartbeat.timeout.ms, heartbeat.interval.ms", "heartbeat.interval, heartbeat.interval.ms",
			"poll.interval.ms, max.poll.interval.ms", "poll.timeout.ms, max.poll.interval.ms",
			"max.poll.size, max.poll.records", "session.interval.ms, session.timeout.ms",
			"spring.kafka.consumer.max-poll-records, max.poll.records", "kafka.session.timeout.ms, session.timeout.ms",
			"group-protocol, group.protocol", "group.instance-id, group.instance.id",
			"request-timeout-ms, request.timeout.ms", "default-api-timeout-ms, default.api.timeout.ms" })
	void keyThatLooksLikeOneOfKafkaIsNamedWithTheOneThatWasMeant(String key, String meant) {
		List<Finding> findings = IgnoredKeys.find("payments", Map.of(key, "secret"));
		assertThat(findings).singleElement().satisfies((finding) -> {
			assertThat(finding.rule()).isEqualTo("ignored-key");
			assertThat(finding.severity()).isEqualTo(Severity.WARNING);
			assertThat(finding.message()).isEqualTo("'%s' is no key of a Kafka consumer: it has no effect.", key);
			assertThat(finding.fix()).isEqualTo("Write %s if that is what is meant, else remove %s.", meant, key);
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "schema.registry.url", "basic.auth.user.info", "specific.avro.reader",
			"spring.json.trusted.packages", "spring.deserializer.value.delegate.class", "my.interceptor.poll.interval",
			"my.interceptor.session.timeout.ms", "zookeeper.session.timeout.ms", "apicurio.registry.request.timeout",
			"poll.ms", "consumer.max.poll.records", "main.consumer.max.poll.interval.ms", "request.timeout",
			"sasl.oauthbearer.token.endpoint.url", "ssl.keystore.password", "max.retries", "interval", "timeout",
			"aws.glue.timeout", "retry.max.attempts", "processing.timeout.ms", "batch.size.max",
			"org.springframework.boot.ssl.SslBundle", "tracing.sampling.interval.ms", "heartbeat.topic",
			"session.token", "session.id", "poll", "max.records", "batch.timeout.ms", "idle.timeout",
			"internal.leave.group.on.close" })
	void keysOfOthersAreNobodysMistake(String key) {
		assertThat(IgnoredKeys.find("payments", Map.of(key, "value"))).isEmpty();
	}

	@Test
	void keysOfAnyClientAreSilentForTheyAreSharedByAll() {
		Map<String, Object> configuration = new HashMap<>();
		ConsumerConfig.configNames().forEach((name) -> configuration.put(name, ""));
		ProducerConfig.configNames().forEach((name) -> configuration.put(name, ""));
		AdminClientConfig.configNames().forEach((name) -> configuration.put(name, ""));
		assertThat(IgnoredKeys.find("payments", configuration)).isEmpty();
	}

	@Test
	void settingOfTheBrokerHasNoEffectHere() {
		assertThat(IgnoredKeys.find("payments", Map.of("group.max.session.timeout.ms", 1))).singleElement()
			.satisfies((finding) -> {
				assertThat(finding.message()).isEqualTo(
						"'group.max.session.timeout.ms' is a setting of the broker: in a consumer it has no effect.");
				assertThat(finding.severity()).isEqualTo(Severity.WARNING);
			});
	}

	@Test
	void valuesAreNeverShown() {
		assertThat(IgnoredKeys.find("payments", Map.of("session-timeout", "hunter2")).toString())
			.doesNotContain("hunter2");
	}

	@ParameterizedTest
	@CsvSource({ "abc, abc, 0", "abc, abd, 1", "abc, acb, 1", "abc, ab, 1", "abc, abcd, 1", "abc, xbz, 2",
			"abc, xyz, 3", "abc, abcdefg, 3" })
	void slipsAreCounted(String a, String b, int slips) {
		assertThat(KeyResemblance.distance(a, b)).isEqualTo(slips);
	}

}
