package io.leaseguard.endpoint;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import io.leaseguard.recovery.LeaseRecoveries;
import io.leaseguard.recovery.RecoveryAnswer;
import io.leaseguard.watchdog.LeaseGuard;
import io.leaseguard.watchdog.TestSnapshots;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LeasesEndpointAutoConfiguration}.
 */
class LeasesEndpointAutoConfigurationTests {

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(LeasesEndpointAutoConfiguration.class));

	private final ApplicationContextRunner guardedRunner = this.contextRunner.withBean(LeaseGuard.class,
			() -> () -> TestSnapshots.of(TestSnapshots.listener("payments")));

	private final ApplicationContextRunner exposedRunner = this.guardedRunner
		.withPropertyValues("management.endpoints.web.exposure.include=leases");

	@Test
	void whenExposedTheEndpointReadsTheGuard() {
		this.exposedRunner.run((context) -> assertThat(context).getBean(LeasesEndpoint.class)
			.satisfies((endpoint) -> assertThat(endpoint.leases().listeners()).containsOnlyKeys("payments")));
	}

	@Test
	void whenExposedOverHttpThereIsItsWebExtension() {
		this.exposedRunner.run((context) -> assertThat(context).hasSingleBean(LeasesEndpointWebExtension.class));
	}

	@Test
	void requestsGoToWhoeverRepairs() {
		this.exposedRunner
			.withBean(LeaseRecoveries.class,
					() -> (listenerId, consumerIndex, action) -> List.of(new RecoveryAnswer(0, true, listenerId)))
			.run((context) -> assertThat(context).getBean(LeasesEndpoint.class)
				.satisfies((endpoint) -> assertThat(endpoint.recover("payments", "restart", null).consumers())
					.containsExactly(new RecoveryDescriptor.AnswerDescriptor(0, true, "payments"))));
	}

	@Test
	void whenNotExposedThereIsNoEndpoint() {
		this.guardedRunner.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(LeasesEndpoint.class));
	}

	@Test
	void whenExposedOverJmxThereIsAnEndpoint() {
		this.guardedRunner
			.withPropertyValues("spring.jmx.enabled=true", "management.endpoints.jmx.exposure.include=leases")
			.run((context) -> assertThat(context).hasSingleBean(LeasesEndpoint.class)
				.doesNotHaveBean(LeasesEndpointWebExtension.class));
	}

	@Test
	void whenAccessIsDeniedThereIsNoEndpoint() {
		this.exposedRunner.withPropertyValues("management.endpoint.leases.access=NONE")
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(LeasesEndpoint.class));
	}

	@Test
	void withoutGuardThereIsNoEndpoint() {
		this.contextRunner.withPropertyValues("management.endpoints.web.exposure.include=leases")
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(LeasesEndpoint.class));
	}

	@ParameterizedTest
	@ValueSource(classes = { Endpoint.class, ConditionalOnAvailableEndpoint.class })
	void withoutActuatorThereIsNoEndpoint(Class<?> missing) {
		this.exposedRunner.withClassLoader(new FilteredClassLoader(missing))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean("leasesEndpoint"));
	}

	@Test
	void theEndpointOfTheApplicationWins() {
		LeasesEndpoint custom = new LeasesEndpoint(TestSnapshots::of);
		this.exposedRunner.withBean("custom", LeasesEndpoint.class, () -> custom)
			.run((context) -> assertThat(context).getBean(LeasesEndpoint.class).isSameAs(custom));
	}

	@Test
	void anAccessThatDoesNotExistFailsTheStart() {
		this.exposedRunner.withPropertyValues("management.endpoint.leases.access=PERHAPS")
			.run((context) -> assertThat(context).hasFailed()
				.getFailure()
				.rootCause()
				.hasMessageContaining("No enum constant org.springframework.boot.actuate.endpoint.Access.PERHAPS"));
	}

}
