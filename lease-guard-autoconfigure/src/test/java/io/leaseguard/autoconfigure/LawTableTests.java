package io.leaseguard.autoconfigure;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.env.SystemEnvironmentPropertySource;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.Judgement;
import io.leaseguard.lease.Verdict;
import io.leaseguard.startup.LeaseViolationException;
import io.leaseguard.startup.ListenerAssessment;
import io.leaseguard.startup.ListenerAssessments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

/**
 * The table of the law: (configuration, wiring) to (verdict, findings, settings that the
 * consumer really got). Violations are only warned about, so that every row ends with a
 * consumer. The consumers are mocks that need no broker; what the real one would say to
 * its configuration is asked of the client itself.
 */
class LawTableTests {

	/**
	 * What can't be cured by writing a setting: something is to be taken away.
	 */
	private static final List<String> UNREMEDIED = List.of("group-protocol", "nested-map", "duration-overflow",
			"invalid-terms");

	private static final Pattern SETTING = Pattern.compile("\"([a-z.]+=[^\"]*)\"");

	static Stream<LawRow> rows() {
		return LawTable.rows();
	}

	@Test
	void theTableIsLongEnough() {
		assertThat(rows()).hasSizeGreaterThanOrEqualTo(80);
		assertThat(rows().map(LawRow::toString)).doesNotHaveDuplicates();
	}

	@ParameterizedTest
	@MethodSource("rows")
	void row(LawRow row) {
		// What is refused would be refused once more, by the container.
		run(row)
			.withPropertyValues("lease-guard.on-violation=warn",
					"spring.kafka.listener.auto-startup=" + !row.findings.contains("invalid-value"))
			.run((context) -> check(row, context));
	}

	static Stream<LawRow> refused() {
		return rows().filter(
				(row) -> row.verdict == Verdict.VIOLATION && row.curable && row.wiring == LawWirings.Annotated.class)
			.filter((row) -> row.findings.stream().noneMatch(UNREMEDIED::contains));
	}

	@ParameterizedTest
	@MethodSource("refused")
	void whoPastesTheLineStarts(LawRow row) {
		String line = remedy(row);
		Matcher setting = SETTING.matcher(line);
		List<String> overrides = setting.results().map((result) -> result.group(1)).toList();
		LawRow cured = row.with("overrides=" + String.join("\n", overrides));
		if (line.startsWith("lease-guard.")) {
			cured.with(line.split(" and ")[0]);
		}
		run(cured).run((context) -> assertThat(context).as("After %s", line).hasNotFailed());
	}

	private String remedy(LawRow row) {
		List<String> lines = new ArrayList<>();
		run(row).run((context) -> {
			Throwable failure = NestedExceptionUtils
				.getMostSpecificCause(Objects.requireNonNull(context.getStartupFailure()));
			assertThat(failure).isInstanceOf(LeaseViolationException.class);
			lines.addAll(((LeaseViolationException) failure).remedies().values());
		});
		assertThat(lines).hasSize(1);
		return lines.get(0);
	}

	private ApplicationContextRunner run(LawRow row) {
		CapturingConsumerFactory.clear();
		LawWirings.factoryValues = row.factory;
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(KafkaAutoConfiguration.class, LeaseGuardAutoConfiguration.class))
			.withUserConfiguration(row.wiring)
			.withInitializer((context) -> context.getEnvironment()
				.getPropertySources()
				.addFirst(new SystemEnvironmentPropertySource("test-systemEnvironment", row.variables)))
			.withPropertyValues("spring.kafka.bootstrap-servers=127.0.0.1:1")
			.withPropertyValues(row.properties.toArray(String[]::new));
	}

	private void check(LawRow row, AssertableApplicationContext context) {
		assertThat(context).hasNotFailed();
		ListenerAssessments assessments = context.getBean(ListenerAssessments.class);
		if (row.verdict != null) {
			assertThat(assessments.all()).extracting(ListenerAssessment::listenerId).contains(row.listener);
			Judgement judgement = Objects.requireNonNull(assessments.get(row.listener)).judgement();
			assertThat(judgement.findings()).as(judgement.findings().toString())
				.extracting(Finding::rule)
				.containsExactlyInAnyOrderElementsOf(row.findings);
			assertThat(judgement.verdict()).isEqualTo(row.verdict);
			if (judgement.verdict() != Verdict.VIOLATION) {
				assertThatTheClientAgrees(CapturingConsumerFactory.ofGroup(group(row.listener)));
			}
		}
		row.got
			.forEach((key, value) -> assertThat(CapturingConsumerFactory.ofGroup(group(row.listener)).get(key)).as(key)
				.isEqualTo(value));
	}

	private static String group(String listener) {
		return listener.contains("@") ? listener.substring(0, listener.indexOf('@')) : listener;
	}

	private void assertThatTheClientAgrees(Map<String, Object> got) {
		Map<String, Object> configuration = new HashMap<>(got);
		configuration.putIfAbsent("bootstrap.servers", "127.0.0.1:1");
		configuration.putIfAbsent("key.deserializer", StringDeserializer.class);
		configuration.putIfAbsent("value.deserializer", StringDeserializer.class);
		assertThatNoException().isThrownBy(() -> new ConsumerConfig(configuration));
	}

}
