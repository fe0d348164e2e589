package io.leaseguard.container;

import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;

import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.KafkaMessageListenerContainer;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.FixedCosts;
import io.leaseguard.lease.LeaseTerms;
import io.leaseguard.lease.Severity;
import io.leaseguard.lease.rule.LeaseLaw;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Throws anything at every key that the guard reads. It must answer with findings and
 * with nothing else, and find exactly what the client itself would refuse.
 */
class ContainerConfigurationFuzzTests {

	private static final long SEED = 20260928;

	private static final int ROUNDS = 6_000;

	private static final List<String> KEYS = List.of("max.poll.records", "max.poll.interval.ms", "session.timeout.ms",
			"heartbeat.interval.ms", "group.protocol", "group.instance.id", "group.remote.assignor",
			"partition.assignment.strategy");

	private static final List<String> REFUSALS = List.of("invalid-value", "group-protocol", "heartbeat-interval");

	private final Random random = new Random(SEED);

	@Test
	void whateverIsConfiguredThereAreFindingsAndNothingElse() {
		for (int round = 0; round < ROUNDS; round++) {
			Map<String, Object> configuration = new HashMap<>();
			Properties overrides = new Properties();
			for (int i = this.random.nextInt(4); i >= 0; i--) {
				String key = KEYS.get(this.random.nextInt(KEYS.size()));
				if (this.random.nextBoolean()) {
					configuration.put(key, value());
				}
				else {
					overrides.put(key, value());
				}
			}
			List<Finding> findings = findings(configuration, overrides);
			assertThat(findings).allSatisfy((finding) -> {
				assertThat(finding.message()).isNotBlank();
				assertThat(finding.fix()).isNotBlank();
			});
			overrides.forEach((key, value) -> configuration.put(key.toString(), value));
			boolean refused = findings.stream()
				.anyMatch((finding) -> REFUSALS.contains(finding.rule()) && finding.severity() == Severity.ERROR);
			assertThat(refused).as("%s gives %s", describe(configuration), findings)
				.isEqualTo(clientRefuses(configuration));
		}
	}

	private List<Finding> findings(Map<String, Object> configuration, Properties overrides) {
		ContainerProperties properties = new ContainerProperties("t");
		properties.setKafkaConsumerProperties(overrides);
		ContainerConfiguration container = ContainerConfiguration.of(
				new KafkaMessageListenerContainer<>(new DefaultKafkaConsumerFactory<>(configuration), properties),
				Map.of());
		LeaseTerms terms = new LeaseTerms(this.random.nextBoolean() ? Duration.ofSeconds(2) : null, null, Duration.ZERO,
				1.5, Duration.ofMinutes(30), Duration.ZERO, FixedCosts.NONE);
		List<Finding> findings = new ArrayList<>(container.findings());
		findings.addAll(LeaseLaw
			.judge(container.listenerId(), terms, container.settings(), this.random.nextBoolean(), container.facts())
			.findings());
		return findings;
	}

	private Object value() {
		return switch (this.random.nextInt(16)) {
			case 0 -> this.random.nextInt();
			case 1 -> this.random.nextInt(600_000);
			case 2 -> this.random.nextLong();
			case 3 -> Integer.toString(this.random.nextInt(600_000));
			case 4 -> this.random.nextInt(1_000) + "s";
			case 5 -> Duration.ofMillis(this.random.nextInt(600_000));
			case 6 -> this.random.nextDouble();
			case 7 ->
				List.of("consumer", "CONSUMER", " Classic ", "classic", "streams", "").get(this.random.nextInt(6));
			case 8 -> Map.of("ms", 5);
			case 9 -> new ArrayList<>(Arrays.asList("a", null));
			case 10 -> BigInteger.valueOf(this.random.nextLong()).pow(5);
			case 11 -> text();
			case 12 -> new Unprintable();
			case 13 -> String.class;
			case 14 -> new byte[] { 1 };
			default -> this.random.nextBoolean();
		};
	}

	private String text() {
		StringBuilder text = new StringBuilder();
		for (int i = this.random.nextInt(20); i > 0; i--) {
			text.appendCodePoint(this.random.nextInt(0x250));
		}
		return text.toString();
	}

	private static boolean clientRefuses(Map<String, Object> configuration) {
		Map<String, Object> complete = new HashMap<>(configuration);
		complete.put("bootstrap.servers", "127.0.0.1:1");
		complete.put("key.deserializer", StringDeserializer.class);
		complete.put("value.deserializer", StringDeserializer.class);
		try {
			QuietConfig parsed = new QuietConfig(complete);
			int heartbeat = parsed.getInt("heartbeat.interval.ms");
			boolean classic = !"consumer".equalsIgnoreCase(parsed.getString("group.protocol"));
			Object lease = configuration.get("max.poll.interval.ms");
			boolean untrimmed = lease instanceof String text && !text.equals(text.trim());
			return untrimmed || (classic && (heartbeat < 0 || heartbeat >= parsed.getInt("session.timeout.ms")));
		}
		catch (RuntimeException ex) {
			return true;
		}
	}

	private static String describe(Map<String, Object> configuration) {
		StringBuilder text = new StringBuilder();
		configuration.forEach((key, value) -> text.append(key)
			.append("=")
			.append((value instanceof Unprintable) ? "?" : value + " (" + value.getClass().getSimpleName() + ")")
			.append(" "));
		return text.toString();
	}

	static class QuietConfig extends ConsumerConfig {

		QuietConfig(Map<String, Object> configuration) {
			super(configuration, false);
		}

	}

	static class Unprintable {

		@Override
		public String toString() {
			throw new Refusal();
		}

		static class Refusal extends RuntimeException {

			private static final long serialVersionUID = 1L;

		}

	}

}
