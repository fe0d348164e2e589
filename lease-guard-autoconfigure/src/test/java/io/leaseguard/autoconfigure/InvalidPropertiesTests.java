package io.leaseguard.autoconfigure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.ConfigDataApplicationContextInitializer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.MapPropertySource;
import org.springframework.kafka.annotation.KafkaListener;

import io.leaseguard.annotation.LeaseTerms;
import io.leaseguard.watchdog.LeaseGuard;
import io.leaseguard.watchdog.LeaseWatchdog;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What an application is told that has written a property of the guard wrongly. No
 * broker.
 */
@ExtendWith(OutputCaptureExtension.class)
class InvalidPropertiesTests {

	private static final String PREFIX = "lease-guard.";

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
				FailureAnalysis analysis = StartupFailure.analyze(context.getStartupFailure());
				assertThat(analysis.getDescription()).contains(
						"lease-guard.record-timeout is '0s', but it must be above zero."
								+ " Its origin is \"lease-guard.record-timeout\" from property source \"test\".",
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
	@ValueSource(strings = { "4ms", "1us" })
	void timeoutThatNoThreadKeepsIsRefused(String value) {
		this.contextRunner
			.withPropertyValues("lease-guard.record-timeout=" + value,
					"lease-guard.listeners.invoices.batch-timeout=" + value)
			.run((context) -> {
				FailureAnalysis analysis = StartupFailure.analyze(context.getStartupFailure());
				assertThat(analysis.getDescription()).contains(
						"lease-guard.record-timeout is '" + value
								+ "', but it must be at least 5ms: a pause of the garbage collector takes as long.",
						"lease-guard.listeners.invoices.batch-timeout is '" + value + "', but it must be at least 5ms");
				assertThat(analysis.getAction()).contains("Set lease-guard.record-timeout to 2s, for example");
			});
	}

	@Test
	void valueOutOfRangeOfAnIdWithDotsIsNamedAsItIsWritten() {
		this.contextRunner.withPropertyValues("lease-guard.listeners.[my.id].safety-factor=0.5")
			.run((context) -> assertThat(StartupFailure.analyze(context.getStartupFailure()).getDescription())
				.contains("lease-guard.listeners[my.id].safety-factor is '0.5', but it must be at least 1."
						+ " Its origin is \"lease-guard.listeners"));
	}

	@Test
	void shortestPlausibleTimeoutIsAccepted() {
		this.contextRunner.withPropertyValues("lease-guard.record-timeout=5ms")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@ParameterizedTest
	@ValueSource(strings = { "watchdog.interval=-1s", "watchdog.progress-timeout=-5s", "recovery.cool-down=-5s",
			"recovery.max-attempts=0", "recovery.window=-1s" })
	void eachValueOfWatchdogAndRecoveryIsExplained(String property) {
		for (boolean watched : List.of(true, false)) {
			this.contextRunner.withPropertyValues("lease-guard." + property, "lease-guard.watchdog.enabled=" + watched)
				.run((context) -> assertThat(StartupFailure.analyze(context.getStartupFailure()).getDescription())
					.contains("lease-guard." + property.replace("=", " is '") + "', but it must "));
		}
	}

	@Test
	void problemsOfEveryKindAreToldInOneRefusal() {
		for (String policy : List.of("fail", "warn", "wran")) {
			for (boolean watched : List.of(true, false)) {
				this.contextRunner
					.withPropertyValues("lease-guard.on-violation=" + policy, "lease-guard.watchdog.enabled=" + watched,
							"lease-guard.record-timout=secret", "lease-guard.max-detection-delay=10",
							"lease-guard.min-lease=soon", "lease-guard.safety-factor=0.5",
							"lease-guard.listeners.invoices.record-timeout=30",
							"lease-guard.listeners.invoices.batch-timeout=40",
							"lease-guard.listeners.my.id.record-timeout=2s", "lease-guard.recovery.max-attempts=many")
					.run((context) -> {
						FailureAnalysis analysis = StartupFailure.analyze(context.getStartupFailure());
						assertThat(analysis.getDescription()).contains("refuses " + (policy.equals("wran") ? 9 : 8),
								"[unknown-property]: lease-guard.record-timout is no property of Lease Guard",
								"[invalid-terms]: lease-guard.max-detection-delay is '10', but it must have a unit.",
								"lease-guard.min-lease is 'soon', but it must be a duration, for example 2s.",
								"lease-guard.safety-factor is '0.5', but it must be at least 1.",
								"lease-guard.listeners.invoices.record-timeout is '30', but it must have a unit.",
								"lease-guard.listeners.invoices.batch-timeout is '40', but it must have a unit.",
								"lease-guard.listeners.my.id.record-timeout is no property of Lease Guard",
								"lease-guard.recovery.max-attempts is 'many', but it must be a whole number.");
						assertThat(analysis.getAction())
							.contains("Write lease-guard.record-timeout if that is what is meant", "Write 10s or 10ms.",
									"lease-guard.listeners[my.id].record-timeout")
							.doesNotContain("You can also set 'lease-guard.on-violation'");
						assertThat(analysis.getDescription() + analysis.getAction()).doesNotContain("secret");
					});
			}
		}
	}

	@Test
	void valuesOutOfRangeOfTheWatchdogAreToldWithTheOtherKinds() {
		this.contextRunner
			.withPropertyValues("lease-guard.record-timout=2s", "lease-guard.watchdog.interval=-1s",
					"lease-guard.watchdog.progress-timeout=5")
			.run((context) -> assertThat(StartupFailure.analyze(context.getStartupFailure()).getDescription()).contains(
					"refuses 3 settings that can't be meant as they are written:",
					"lease-guard.record-timout is no property", "lease-guard.watchdog.interval is '-1s'",
					"lease-guard.watchdog.progress-timeout is '5', but it must have a unit."));
	}

	@Test
	void mixtureWithABrokenLeaseIsCalledBoth() {
		this.contextRunner
			.withPropertyValues("lease-guard.record-timout=2s", "spring.kafka.consumer.max-poll-interval=24d")
			.run((context) -> {
				FailureAnalysis analysis = StartupFailure.analyze(context.getStartupFailure());
				assertThat(analysis.getDescription())
					.contains("2 settings that can't be meant as they are written or would break a consumer's lease:");
				assertThat(analysis.getAction()).as("a warning would not do")
					.doesNotContain("You can also set 'lease-guard.on-violation'");
			});
	}

	@Test
	void settingOfTheConsumerIsNoCureForAnAnnotationThatIsWrittenWrongly() {
		this.contextRunner.withUserConfiguration(BareTerms.class)
			.withPropertyValues("spring.kafka.consumer.heartbeat-interval=9s")
			.run((context) -> {
				String action = StartupFailure.analyze(context.getStartupFailure()).getAction();
				assertThat(action).contains("Write 5s or 5ms.").doesNotContain("@KafkaListener");
			});
	}

	@Test
	void applicationWithoutListenersIsRefusedAsWell() {
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(KafkaAutoConfiguration.class, LeaseGuardAutoConfiguration.class))
			.withPropertyValues("lease-guard.record-timout=2s")
			.run((context) -> assertThat(StartupFailure.analyze(context.getStartupFailure()).getDescription())
				.contains("lease-guard.record-timout"));
	}

	@ParameterizedTest
	@CsvSource({ "record-timout, lease-guard.record-timeout", "recordTimout, lease-guard.record-timeout",
			"recovery.cooldwn, lease-guard.recovery.cool-down", "max-attempts, lease-guard.recovery.max-attempts",
			"listeners.invoices.record-timout, lease-guard.listeners.invoices.record-timeout",
			"listener.invoices.record-timout, lease-guard.listeners.invoices.record-timeout",
			"listeners.invoices.batch-splitting.enabld, lease-guard.listeners.invoices.batch-splitting.enabled",
			"listeners.[my.id].record-timout, lease-guard.listeners[my.id].record-timeout" })
	void misspelledNameIsRefusedWithTheOneThatIsMeant(String name, String meant) {
		this.contextRunner.withInitializer((context) -> with(context, "application.yaml", Map.of(PREFIX + name, "2s")))
			.run((context) -> {
				FailureAnalysis analysis = StartupFailure.analyze(context.getStartupFailure());
				assertThat(analysis.getDescription())
					.contains("[unknown-property]: lease-guard." + name.replace(".[", "[") + " is no property of Lease "
							+ "Guard, so it sets nothing. Its origin is \"lease-guard." + name
							+ "\" from property source \"application.yaml\".")
					.doesNotContain("2s");
				assertThat(analysis.getAction())
					.contains("Write " + meant + " if that is what is meant, else remove ",
							"docs/rules.md#unknown-property")
					.doesNotContain("needs brackets");
			});
	}

	@ParameterizedTest
	@ValueSource(strings = { "recovery.cooldown-time", "foo", "listeners.invoices.foo", "listeners.a.b.c" })
	void nameThatResemblesNoneIsRefused(String name) {
		this.contextRunner.withPropertyValues(PREFIX + name + "=2s")
			.run((context) -> assertThat(StartupFailure.analyze(context.getStartupFailure()).getAction())
				.contains("Remove lease-guard." + name + ", or write one of the names in docs/properties.md."));
	}

	@ParameterizedTest
	@ValueSource(strings = { "record-timeout", "enabled", "batch-splitting.enabled" })
	void idWithDotsNeedsBrackets(String term) {
		this.contextRunner.withPropertyValues("lease-guard.listeners.my.own.id." + term + "=${none:true}")
			.run((context) -> assertThat(StartupFailure.analyze(context.getStartupFailure()).getAction()).contains(
					"An id with dots, or signs other than - and _, needs brackets. Write lease-guard.listeners[my.own.id]."
							+ term));
	}

	@Test
	void nameInSeveralSourcesIsToldOnceWithAllItsOrigins() {
		this.contextRunner.withInitializer((context) -> {
			with(context, "one.yaml", Map.of("lease-guard.record-timout", "2s"));
			with(context, "two.yaml", Map.of("lease-guard.recordTimout", "3s"));
		})
			.run((context) -> assertThat(StartupFailure.analyze(context.getStartupFailure()).getDescription()).contains(
					"refuses a setting that can't be meant as it is written:",
					"Its origins are \"lease-guard.recordTimout\" from property source \"two.yaml\" and "
							+ "\"lease-guard.record-timout\" from property source \"one.yaml\"."));
	}

	@Test
	void originIsFileAndLine(@TempDir Path directory) throws IOException {
		Path file = directory.resolve("application.yaml");
		Files.writeString(file, "lease-guard:\n  record-timout: 2s\n  min-lease: soon\n  record-timeout: 30\n");
		this.contextRunner.withInitializer(new ConfigDataApplicationContextInitializer())
			.withPropertyValues("spring.config.location=" + file.toUri())
			.run((context) -> assertThat(StartupFailure.analyze(context.getStartupFailure()).getDescription())
				.contains("- 2:18.", "- 3:14.", "- 4:19."));
	}

	@ParameterizedTest
	@ValueSource(strings = { "record-timeout", "batch-timeout", "record-overhead", "max-detection-delay", "min-lease",
			"retry-backoff", "recovery-timeout", "watchdog.interval", "watchdog.progress-timeout", "recovery.window",
			"recovery.cool-down", "listeners.invoices.record-timeout", "listeners.[my.id].retry-backoff" })
	void durationWithoutItsUnitIsRefused(String name) {
		for (Object value : List.of("30", 30, "+30", "${none:30}")) {
			this.contextRunner.withInitializer((context) -> with(context, "p", Map.of(PREFIX + name, value)))
				.run((context) -> {
					FailureAnalysis analysis = StartupFailure.analyze(context.getStartupFailure());
					String number = value.toString().contains("+") ? "+30" : "30";
					assertThat(analysis.getDescription()).contains("refuses a setting",
							PREFIX + name.replace(".[", "[") + " is '" + number + "', but it must have a unit.");
					assertThat(analysis.getAction()).contains("Write " + number + "s or " + number + "ms.");
				});
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "0", "00", "0s", "PT30S", "30ms" })
	void zeroAndDurationsWithUnitAreAccepted(String value) {
		this.contextRunner.withPropertyValues("lease-guard.record-overhead=" + value)
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@ParameterizedTest
	@CsvSource({ "record-timeout, 1m30s, 'be a duration, for example 2s', Write one number with one unit",
			"safety-factor, much, be a number, Write a number such as 1.5",
			"recovery.max-attempts, 2.5, be a whole number, Write a number such as 3",
			"apply, maybe, be true or false, Write true or false",
			"watchdog.enabled, maybe, be true or false, Write true or false",
			"enabled, ture, be true or false, Write true or false",
			"listeners.invoices.enabled, maybe, be true or false, Write true or false",
			"on-violation, wran, 'be one of fail, warn', Write warn if that is what is meant",
			"on-violation, panic, 'be one of fail, warn', Write one of them",
			"recovery.mode, rejion, 'be one of none, rejoin, restart', Write rejoin if that is what is meant",
			"record-timeout, '', have a value, Write a value", "min-lease, ${nowhere}, be possible to resolve, Define",
			"batch-splitting, true, have names below it, Write lease-guard.batch-splitting.enabled",
			"recovery, none, have names below it, Write lease-guard.recovery.mode",
			"safety-factor, Infinity, be at least 1 and finite., Set lease-guard.safety-factor to 1.5",
			"listeners, 2s, have names below it, Write lease-guard.listeners.<id>.record-timeout",
			"listeners.min-lease, 2s, have names below it, Write lease-guard.listeners.<id>.min-lease",
			"listeners.invoices, 2s, have names below it, Write lease-guard.listeners.invoices.record-timeout" })
	void valueThatCannotBeConvertedIsRefused(String name, String value, String rule, String fix) {
		this.contextRunner.withPropertyValues(PREFIX + name + "=" + value).run((context) -> {
			FailureAnalysis analysis = StartupFailure.analyze(context.getStartupFailure());
			assertThat(analysis.getDescription()).contains("refuses a setting",
					"[invalid-terms]: " + PREFIX + name + " is '" + value + "', but it must " + rule,
					"Its origin is \"lease-guard." + name + "\" from property source \"test\".");
			assertThat(analysis.getAction()).contains(fix);
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "false", "off", "no", "FALSE", "${nowhere:off}" })
	void everySpellingOfFalseSwitchesOff(String value) {
		this.contextRunner.withPropertyValues("lease-guard.watchdog.enabled=" + value).run((context) -> {
			assertThat(context).hasSingleBean(LeaseGuard.class).doesNotHaveBean(LeaseWatchdog.class);
			assertThat(context.getBean(LeaseGuardProperties.class).watchdog().enabled()).isFalse();
		});
		this.contextRunner.withPropertyValues("lease-guard.enabled=" + value)
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(LeaseGuard.class));
	}

	@ParameterizedTest
	@ValueSource(strings = { "true", "on", "yes" })
	void everySpellingOfTrueLeavesOn(String value) {
		this.contextRunner.withPropertyValues("lease-guard.enabled=" + value, "lease-guard.watchdog.enabled=" + value)
			.run((context) -> assertThat(context).hasSingleBean(LeaseWatchdog.class));
	}

	@Test
	void valueOnTheSectionItselfIsRefusedUnlessItIsEmpty() {
		this.contextRunner.withPropertyValues("lease-guard=2s").run((context) -> {
			FailureAnalysis analysis = StartupFailure.analyze(context.getStartupFailure());
			assertThat(analysis.getDescription())
				.contains("lease-guard is '2s', but it must have names below it and no value of its own.");
			assertThat(analysis.getAction()).contains("Write lease-guard.record-timeout, for example, in its place.");
		});
		this.contextRunner.withPropertyValues("lease-guard=").run((context) -> assertThat(context).hasNotFailed());
	}

	@ParameterizedTest
	@CsvSource({ "record-timeout[0], record-timeout", "apply.always, apply",
			"listeners.invoices.min-lease[1], listeners.invoices.min-lease" })
	void moreThanOneValueIsRefused(String name, String parent) {
		this.contextRunner.withPropertyValues(PREFIX + name + "=2s")
			.run((context) -> assertThat(StartupFailure.analyze(context.getStartupFailure()).getAction())
				.contains("Write one value into " + PREFIX + parent + ", which is no list and has no names below it, "
						+ "or remove " + PREFIX + name + "."));
	}

	@Test
	void longValueIsCut() {
		this.contextRunner.withPropertyValues("lease-guard.record-timeout=" + "x".repeat(101))
			.run((context) -> assertThat(StartupFailure.analyze(context.getStartupFailure()).getDescription())
				.contains("lease-guard.record-timeout is '" + "x".repeat(100) + "...', but"));
	}

	@Test
	void idsOfEverySpellingAreBound() {
		this.contextRunner
			.withPropertyValues("lease-guard.listeners.[my.id].record-timeout=1s",
					"lease-guard.listeners.[my_id].batch-splitting.enabled=true",
					"lease-guard.listeners.myId.recordTimeout=3s", "lease-guard.listeners.an-id.record_timeout=4s",
					"lease-guard.listeners.late_invoices.record-timeout=2s", "lease-guard.listeners.an#0.min-lease=2s")
			.run((context) -> assertThat(context.getBean(LeaseGuardProperties.class).listeners())
				.containsOnlyKeys("my.id", "my_id", "myId", "an-id", "late_invoices", "an0"));
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

	@Test
	void idWithSignsIsReportedWithTheBracketsItNeeds(CapturedOutput output) {
		this.contextRunner.withUserConfiguration(Numbered.class)
			.withPropertyValues("lease-guard.listeners.late#0.record-timeout=2s")
			.run((context) -> assertThat(output)
				.contains("Write '[late#0]' in place of 'late0' if that is what is meant."));
	}

	private static void with(ConfigurableApplicationContext context, String source, Map<String, Object> properties) {
		context.getEnvironment().getPropertySources().addFirst(new MapPropertySource(source, properties));
	}

	@Configuration(proxyBeanMethods = false)
	static class Invoices {

		@KafkaListener(id = "invoices", topics = "invoices")
		void listen(String value) {
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class BareTerms {

		@LeaseTerms(recordTimeout = "5")
		@KafkaListener(id = "bare", topics = "bare")
		void listen(String value) {
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Numbered {

		@KafkaListener(id = "late#0", topics = "invoices")
		void listen(String value) {
		}

	}

}
