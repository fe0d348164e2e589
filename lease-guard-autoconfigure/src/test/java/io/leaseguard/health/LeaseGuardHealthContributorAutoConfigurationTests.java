package io.leaseguard.health;

import java.util.Objects;

import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.availability.ApplicationAvailabilityAutoConfiguration;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroup;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroups;
import org.springframework.boot.health.autoconfigure.actuate.endpoint.AvailabilityProbesAutoConfiguration;
import org.springframework.boot.health.autoconfigure.actuate.endpoint.HealthEndpointAutoConfiguration;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.autoconfigure.contributor.HealthContributorAutoConfiguration;
import org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.health.registry.HealthContributorRegistry;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import io.leaseguard.watchdog.LeaseGuard;
import io.leaseguard.watchdog.TestSnapshots;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LeaseGuardHealthContributorAutoConfiguration}.
 */
class LeaseGuardHealthContributorAutoConfigurationTests {

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(LeaseGuardHealthContributorAutoConfiguration.class,
				HealthContributorAutoConfiguration.class, HealthContributorRegistryAutoConfiguration.class));

	private final ApplicationContextRunner guardedRunner = this.contextRunner.withBean(LeaseGuard.class,
			() -> () -> TestSnapshots.of(TestSnapshots.listener("payments", TestSnapshots.stuck(0))));

	@Test
	void theContributorIsNamedLeaseGuardAndReadsTheGuard() {
		this.guardedRunner
			.run((context) -> assertThat(context.getBean(HealthContributorRegistry.class).getContributor("leaseGuard"))
				.asInstanceOf(InstanceOfAssertFactories.type(LeaseGuardHealthIndicator.class))
				.satisfies((indicator) -> assertThat(indicator.health().getStatus()).isEqualTo(Status.DOWN)));
	}

	@Test
	void theContributorIsInNeitherLivenessNorReadinessUnlessItIsPutThere() {
		ApplicationContextRunner runner = this.guardedRunner
			.withConfiguration(AutoConfigurations.of(HealthEndpointAutoConfiguration.class,
					AvailabilityProbesAutoConfiguration.class, ApplicationAvailabilityAutoConfiguration.class));
		runner.run((context) -> {
			HealthEndpointGroups groups = context.getBean(HealthEndpointGroups.class);
			assertThat(groups.getPrimary().isMember("leaseGuard")).isTrue();
			assertThat(group(groups, "liveness").isMember("leaseGuard")).isFalse();
			assertThat(group(groups, "liveness").isMember("livenessState")).isTrue();
			assertThat(group(groups, "readiness").isMember("leaseGuard")).isFalse();
		});
		runner.withPropertyValues("management.endpoint.health.group.readiness.include=readinessState,leaseGuard")
			.run((context) -> {
				HealthEndpointGroups groups = context.getBean(HealthEndpointGroups.class);
				assertThat(group(groups, "readiness").isMember("leaseGuard")).isTrue();
				assertThat(group(groups, "liveness").isMember("leaseGuard")).isFalse();
			});
	}

	private static HealthEndpointGroup group(HealthEndpointGroups groups, String name) {
		return Objects.requireNonNull(groups.get(name));
	}

	@Test
	void withoutGuardThereIsNoContributor() {
		this.contextRunner
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(LeaseGuardHealthIndicator.class));
	}

	@ParameterizedTest
	@ValueSource(classes = { AbstractHealthIndicator.class, ConditionalOnEnabledHealthIndicator.class })
	void withoutSpringBootHealthThereIsNoContributor(Class<?> missing) {
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(LeaseGuardHealthContributorAutoConfiguration.class))
			.withBean(LeaseGuard.class, () -> TestSnapshots::of)
			.withClassLoader(new FilteredClassLoader(missing))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean("leaseGuardHealthContributor"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "lease-guard", "leaseguard", "leaseGuard" })
	void whenDisabledByAnySpellingThereIsNoContributor(String spelling) {
		this.guardedRunner.withPropertyValues("management.health." + spelling + ".enabled=false")
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(LeaseGuardHealthIndicator.class));
	}

	@Test
	void whenHealthIsDisabledByDefaultThereIsNoContributor() {
		this.guardedRunner.withPropertyValues("management.health.defaults.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(LeaseGuardHealthIndicator.class));
	}

	@Test
	void whenEnabledThereIsAContributorAlthoughHealthIsDisabledByDefault() {
		this.guardedRunner
			.withPropertyValues("management.health.defaults.enabled=false",
					"management.health.lease-guard.enabled=true")
			.run((context) -> assertThat(context).hasSingleBean(LeaseGuardHealthIndicator.class));
	}

	@ParameterizedTest
	@ValueSource(strings = { "leaseGuardHealthIndicator", "leaseGuardHealthContributor" })
	void theContributorOfTheApplicationWins(String name) {
		HealthIndicator custom = () -> Health.unknown().build();
		this.guardedRunner.withBean(name, HealthIndicator.class, () -> custom)
			.run((context) -> assertThat(context).doesNotHaveBean(LeaseGuardHealthIndicator.class)
				.getBean(name)
				.isSameAs(custom));
	}

	@Test
	void aToggleThatIsNoBooleanFailsTheStart() {
		this.guardedRunner.withPropertyValues("management.health.lease-guard.enabled=perhaps")
			.run((context) -> assertThat(context).hasFailed()
				.getFailure()
				.rootCause()
				.hasMessage("Invalid boolean value 'perhaps'"));
	}

}
