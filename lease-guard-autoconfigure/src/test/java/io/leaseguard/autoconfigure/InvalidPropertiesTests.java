package io.leaseguard.autoconfigure;

import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.kafka.annotation.KafkaListener;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What an application is told that has written a property of the guard wrongly. No
 * broker.
 */
@ExtendWith(OutputCaptureExtension.class)
class InvalidPropertiesTests {

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(KafkaAutoConfiguration.class, LeaseGuardAutoConfiguration.class))
		.withUserConfiguration(Invoices.class)
		.withPropertyValues("spring.kafka.bootstrap-servers=127.0.0.1:1", "spring.kafka.listener.auto-startup=false");

	@Test
	void valuesOutOfRangeAreRefusedAllAtOnce() {
		this.contextRunner
			.withPropertyValues("lease-guard.record-timeout=0", "lease-guard.listeners.invoices.min-lease=-1d",
					"lease-guard.watchdog.interval=-250us", "lease-guard.watchdog.progress-timeout=-90s",
					"lease-guard.recovery.cool-down=-5s", "lease-guard.recovery.max-attempts=-1",
					"lease-guard.recovery.window=-1500ms")
			.run((context) -> {
				FailureAnalysis analysis = analyze(context);
				assertThat(analysis.getDescription()).contains(
						"lease-guard.record-timeout is '0s', but it must be above zero.",
						"lease-guard.listeners.invoices.min-lease is '-1d', but it must not be negative.",
						"lease-guard.watchdog.interval is '-250us', but it must be above zero.",
						"lease-guard.watchdog.progress-timeout is '-90s', but it must be above zero.",
						"lease-guard.recovery.cool-down is '-5s', but it must not be negative.",
						"lease-guard.recovery.max-attempts is '-1', but it must be at least 1.",
						"lease-guard.recovery.window is '-1500ms', but it must be above zero.");
				assertThat(analysis.getAction()).contains(
						"Set lease-guard.listeners.invoices.min-lease to 1m, for example, or remove it.",
						"Set lease-guard.recovery.cool-down to 30s, for example, or remove it.",
						"Set lease-guard.recovery.max-attempts to 3, for example, or remove it.");
			});
	}

	@ParameterizedTest
	@ValueSource(strings = { "2", "4ms", "1us" })
	void timeoutThatLacksItsUnitIsRefusedWithAHint(String value) {
		String shown = value.equals("2") ? "2ms" : value;
		this.contextRunner
			.withPropertyValues("lease-guard.record-timeout=" + value,
					"lease-guard.listeners.invoices.batch-timeout=" + value)
			.run((context) -> {
				FailureAnalysis analysis = analyze(context);
				assertThat(analysis.getDescription()).contains(
						"lease-guard.record-timeout is '" + shown
								+ "', but it must be at least 5ms: a number without a unit counts milliseconds.",
						"lease-guard.listeners.invoices.batch-timeout is '" + shown + "', but it must be at least 5ms");
				assertThat(analysis.getAction()).contains("Set lease-guard.record-timeout to 2s, for example");
			});
	}

	@Test
	void shortestPlausibleTimeoutIsAccepted() {
		this.contextRunner.withPropertyValues("lease-guard.record-timeout=5")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@ParameterizedTest
	@ValueSource(strings = { "watchdog.interval=-1s", "watchdog.progress-timeout=-5s", "recovery.cool-down=-5s",
			"recovery.max-attempts=0", "recovery.window=-1s" })
	void eachValueOfWatchdogAndRecoveryIsExplained(String property) {
		for (boolean watched : List.of(true, false)) {
			this.contextRunner.withPropertyValues("lease-guard." + property, "lease-guard.watchdog.enabled=" + watched)
				.run((context) -> assertThat(analyze(context).getDescription())
					.contains("lease-guard." + property.replace("=", " is '") + "', but it must "));
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "lease-guard.record-timout", "lease-guard.listeners.invoices.record-timout",
			"lease-guard.recovery.cooldown-time", "lease-guard.listeners.my.id.record-timeout" })
	void misspelledNameIsRefused(String name) {
		this.contextRunner
			.withInitializer((context) -> context.getEnvironment()
				.getPropertySources()
				.addFirst(new MapPropertySource("application.yaml", Map.of(name, "2s"))))
			.run((context) -> assertThat(analyze(context).getDescription()).contains("Property: " + name,
					"Value: \"2s\"", "\"application.yaml\"", "left unbound"));
	}

	@Test
	void idsOfEverySpellingAreBound() {
		this.contextRunner
			.withPropertyValues("lease-guard.listeners.[my.id].record-timeout=1s",
					"lease-guard.listeners.[my_id].batch-splitting.enabled=true",
					"lease-guard.listeners.myId.recordTimeout=3s", "lease-guard.listeners.an-id.record_timeout=4s")
			.run((context) -> assertThat(context.getBean(LeaseGuardProperties.class).listeners())
				.containsOnlyKeys("my.id", "my_id", "myId", "an-id"));
	}

	@Test
	void idWithoutAListenerIsReportedWithTheOneThatIsMeant(CapturedOutput output) {
		this.contextRunner
			.withPropertyValues("lease-guard.listeners.invoice.record-timeout=2s",
					"lease-guard.listeners.payments.record-timeout=2s")
			.run((context) -> assertThat(output)
				.contains("'lease-guard.listeners' declares terms: [invoice, payments]. "
						+ "Write 'invoices' in place of 'invoice' if that is what is meant.")
				.doesNotContain("in place of 'payments'"));
	}

	private static FailureAnalysis analyze(AssertableApplicationContext context) {
		assertThat(context).hasFailed();
		return SpringFactoriesLoader.forDefaultResourceLocation()
			.load(FailureAnalyzer.class, SpringFactoriesLoader.FailureHandler.handleMessage((message, ex) -> {
			}))
			.stream()
			.map((analyzer) -> analyzer.analyze(Objects.requireNonNull(context.getStartupFailure())))
			.filter(Objects::nonNull)
			.findFirst()
			.orElseThrow();
	}

	@Configuration(proxyBeanMethods = false)
	static class Invoices {

		@KafkaListener(id = "invoices", topics = "invoices")
		void listen(String value) {
		}

	}

}
