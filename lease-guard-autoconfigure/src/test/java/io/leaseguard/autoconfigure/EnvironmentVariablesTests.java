package io.leaseguard.autoconfigure;

import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.kafka.annotation.KafkaListener;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What an application is told that has set properties of the guard by variables of the
 * system, which Spring Boot reads in few spellings. No broker.
 */
class EnvironmentVariablesTests {

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(KafkaAutoConfiguration.class, LeaseGuardAutoConfiguration.class))
		.withUserConfiguration(Invoices.class)
		.withPropertyValues("spring.kafka.bootstrap-servers=127.0.0.1:1", "spring.kafka.listener.auto-startup=false");

	@ParameterizedTest
	@ValueSource(strings = { "LEASE_GUARD_RECORD_TIMEOUT", "LEASEGUARD_RECORDTIMEOUT" })
	void environmentVariablesAreBoundAndRefusedAlike(String variable) {
		this.contextRunner.withInitializer((context) -> withVariables(context, Map.of(variable, "3s")))
			.run((context) -> assertThat(context.getBean(LeaseGuardProperties.class).recordTimeout())
				.isEqualTo(Duration.ofSeconds(3)));
		this.contextRunner.withInitializer((context) -> withVariables(context, Map.of(variable, "30")))
			.run((context) -> assertThat(StartupFailure.analyze(context.getStartupFailure()).getDescription())
				.contains("lease-guard.record-timeout is '30', but it must have a unit.", "\"" + variable + "\""));
	}

	@Test
	void environmentVariablesOfOthersAreNotRefused() {
		this.contextRunner
			.withInitializer((context) -> withVariables(context,
					Map.of("LEASE_GUARD_SERVICE_HOST", "10.0.0.1", "LEASE_GUARD_PORT_8080_TCP", "tcp://10.0.0.1:8080",
							"LEASE_GUARD_PORT", "tcp://10.0.0.1:8080", "LEASEGUARD", "1", "LEASE_GUARD", "2")))
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@ParameterizedTest
	@CsvSource({ "LEASE_GUARD_RECORDTIMEOUT, LEASEGUARD_RECORDTIMEOUT",
			"LEASEGUARD_RECORD_TIMEOUT, LEASEGUARD_RECORDTIMEOUT",
			"LEASE_GUARD_WATCHDOG_PROGRESSTIMEOUT, LEASEGUARD_WATCHDOG_PROGRESSTIMEOUT",
			"LEASE_GUARD_LISTENERS_A_RECORD_TIMEOUT, LEASEGUARD_LISTENERS_A_RECORDTIMEOUT",
			"LEASE_GUARD_LISTENERS_A_BATCH_SPLITTING_ENABLED, LEASEGUARD_LISTENERS_A_BATCHSPLITTING_ENABLED" })
	void variableInASpellingThatIsNotReadIsRefused(String variable, String right) {
		this.contextRunner.withPropertyValues("lease-guard.record-timeout=2s")
			.withInitializer((context) -> withVariables(context, Map.of(variable, "true")))
			.run((context) -> {
				assertThat(StartupFailure.analyze(context.getStartupFailure()).getDescription()).contains(
						"[unknown-property]: The environment variable " + variable + " is no spelling of lease-guard.",
						" that Spring Boot reads, so it sets nothing.");
				assertThat(StartupFailure.analyze(context.getStartupFailure()).getAction())
					.contains("Write " + right + " if that is what is meant, else remove " + variable + ".");
			});
		this.contextRunner
			.withInitializer(
					(context) -> withVariables(context, Map.of(right, right.endsWith("ENABLED") ? "true" : "3s")))
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void variableForAnIdOfSeveralWordsIsReadOnlyWhereTheIdIsDeclaredElsewhere() {
		ApplicationContextRunner runner = this.contextRunner.withInitializer(
				(context) -> withVariables(context, Map.of("LEASE_GUARD_LISTENERS_MY_ID_RECORD_TIMEOUT", "3s")));
		runner.run((context) -> assertThat(StartupFailure.analyze(context.getStartupFailure()).getAction())
			.contains("SPRING_APPLICATION_JSON"));
		runner.withPropertyValues("lease-guard.listeners.my-id.min-lease=1m")
			.run((context) -> assertThat(context.getBean(LeaseGuardProperties.class).listeners().values())
				.extracting(LeaseGuardProperties.Listener::recordTimeout)
				.containsExactly(Duration.ofSeconds(3)));
	}

	@Test
	void emptyVariableDeclaresNothing() {
		this.contextRunner
			.withInitializer((context) -> withVariables(context,
					Map.of("LEASE_GUARD_RECORD_TIMEOUT", "", "LEASE_GUARD_RECORDTIMEOUT", "")))
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void variableForSingleListenerIsRefusedByTheNameOfItsProperty() {
		this.contextRunner
			.withInitializer(
					(context) -> withVariables(context, Map.of("LEASEGUARD_LISTENERS_INVOICES_RECORDTIMEOUT", "30")))
			.run((context) -> assertThat(StartupFailure.analyze(context.getStartupFailure()).getDescription())
				.contains("- lease-guard.listeners.invoices.record-timeout [invalid-terms]: "
						+ "lease-guard.listeners.invoices.record-timeout is '30', but it must have a unit."));
	}

	private static void withVariables(ConfigurableApplicationContext context, Map<String, Object> variables) {
		String name = StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME;
		context.getEnvironment()
			.getPropertySources()
			.replace(name, new SystemEnvironmentPropertySource(name, variables));
	}

	@Configuration(proxyBeanMethods = false)
	static class Invoices {

		@KafkaListener(id = "invoices", topics = "invoices")
		void listen(String value) {
		}

	}

}
