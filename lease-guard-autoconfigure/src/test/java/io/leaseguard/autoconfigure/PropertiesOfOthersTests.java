package io.leaseguard.autoconfigure;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;

import io.leaseguard.startup.LeaseViolationException;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The guard listens in while properties are bound: those of others are bound and refused
 * as ever.
 */
class PropertiesOfOthersTests {

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(KafkaAutoConfiguration.class, LeaseGuardAutoConfiguration.class))
		.withPropertyValues("spring.kafka.bootstrap-servers=127.0.0.1:1", "lease-guard.record-timeout=2s");

	@Test
	void bareNumbersOfOthersAreBound() {
		this.contextRunner.withUserConfiguration(Others.class)
			.withPropertyValues("others.time=30")
			.run((context) -> assertThat(context.getBean(Strict.class).time()).isEqualTo(Duration.ofMillis(30)));
	}

	@Test
	void unknownNamesOfOthersAreRefusedBySpringBoot() {
		this.contextRunner.withUserConfiguration(Others.class)
			.withPropertyValues("others.tiem=30")
			.run((context) -> assertThat(context).getFailure()
				.hasRootCauseInstanceOf(UnboundConfigurationPropertiesException.class)
				.rootCause()
				.hasMessageContaining("others.tiem"));
	}

	@Test
	void valuesOfOthersThatCannotBeConvertedAreRefusedBySpringBoot() {
		this.contextRunner.withUserConfiguration(Others.class)
			.withPropertyValues("others.time=soon")
			.run((context) -> assertThat(context).getFailure()
				.hasStackTraceContaining(BindException.class.getName())
				.hasStackTraceContaining("others.time"));
	}

	@Test
	void typeOfTheApplicationMayReadTheNamesOfTheGuardAsItLikes() {
		this.contextRunner.withUserConfiguration(SameNames.class)
			.withPropertyValues("lease-guard.min-lease=60s")
			.run((context) -> assertThat(context.getBean(Lenient.class).minLease()).isEqualTo("60s"));
	}

	@Test
	void childRefusesItsOwnAndParentStaysAsItIs() {
		this.contextRunner.run((parent) -> this.contextRunner.withParent(parent)
			.withPropertyValues("lease-guard.record-timout=3s")
			.run((child) -> assertThat(child).getFailure()
				.hasRootCauseInstanceOf(LeaseViolationException.class)
				.rootCause()
				.hasMessageContaining("lease-guard.record-timout")));
	}

	@ConfigurationProperties(prefix = "others", ignoreUnknownFields = false)
	record Strict(Duration time) {
	}

	@ConfigurationProperties("lease-guard")
	record Lenient(String minLease) {
	}

	@Configuration(proxyBeanMethods = false)
	@EnableConfigurationProperties(Strict.class)
	static class Others {

	}

	@Configuration(proxyBeanMethods = false)
	@EnableConfigurationProperties(Lenient.class)
	static class SameNames {

	}

}
