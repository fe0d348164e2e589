package io.leaseguard.autoconfigure;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.annotation.KafkaListener;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.Severity;
import io.leaseguard.startup.LeaseViolationException;
import io.leaseguard.startup.ListenerAssessments;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Start-up tests of batch splitting. No listener starts, so no broker is needed.
 */
class BatchSplittingAdmissionTests {

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(KafkaAutoConfiguration.class, LeaseGuardAutoConfiguration.class))
		.withUserConfiguration(Listeners.class);

	@Test
	void whenNotAskedForThenNothingIsFound() {
		this.contextRunner.run((context) -> {
			assertThat(findings(context, "records")).isEmpty();
			assertThat(findings(context, "batches")).isEmpty();
			assertThat(findings(context, "futures")).isEmpty();
		});
	}

	@Test
	void whenAskedForOfAllThenThoseThatCanNotAreTold() {
		this.contextRunner.withPropertyValues("lease-guard.batch-splitting.enabled=true").run((context) -> {
			assertThat(findings(context, "records")).isEmpty();
			assertThat(findings(context, "batches")).singleElement()
				.satisfies((finding) -> assertThat(finding.message()).contains("it is a batch listener"))
				.satisfies((finding) -> assertThat(finding.severity()).isEqualTo(Severity.WARNING));
			assertThat(findings(context, "futures")).singleElement()
				.satisfies((finding) -> assertThat(finding.message()).contains("asynchronous result"));
		});
	}

	@Test
	void whenSwitchedOffForThoseThatCanNotThenNothingIsFound() {
		this.contextRunner
			.withPropertyValues("lease-guard.batch-splitting.enabled=true",
					"lease-guard.listeners.batches.batch-splitting.enabled=false",
					"lease-guard.listeners.futures.batch-splitting.enabled=false")
			.run((context) -> {
				assertThat(findings(context, "batches")).isEmpty();
				assertThat(findings(context, "futures")).isEmpty();
			});
	}

	@Test
	void whenAskedForOfListenersThatCanNotThenTheApplicationIsRefused() {
		this.contextRunner
			.withPropertyValues("lease-guard.listeners.batches.batch-splitting.enabled=true",
					"lease-guard.listeners.futures.batch-splitting.enabled=true",
					"lease-guard.listeners.records.batch-splitting.enabled=true")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(LeaseViolationException.class)
				.hasMessageContaining("lease-guard.listeners.batches.batch-splitting.enabled is true")
				.hasMessageContaining("lease-guard.listeners.futures.batch-splitting.enabled is true"));
	}

	@Test
	void whenAcksAreAsynchronousThenBatchesCanNotBeSplit() {
		this.contextRunner
			.withPropertyValues("lease-guard.batch-splitting.enabled=true", "spring.kafka.listener.async-acks=true",
					"spring.kafka.listener.ack-mode=manual", "lease-guard.on-violation=warn")
			.run((context) -> assertThat(findings(context, "records")).singleElement()
				.satisfies((finding) -> assertThat(finding.message()).contains("asyncAcks")));
	}

	private static List<Finding> findings(ApplicationContext context, String listener) {
		return Objects.requireNonNull(context.getBean(ListenerAssessments.class).get(listener))
			.judgement()
			.findings()
			.stream()
			.filter((finding) -> finding.rule().equals("batch-splitting"))
			.toList();
	}

	@Configuration(proxyBeanMethods = false)
	static class Listeners {

		@KafkaListener(id = "records", topics = "t", autoStartup = "false")
		void records(String value) {
		}

		@KafkaListener(id = "batches", topics = "t", autoStartup = "false", batch = "true")
		void batches(List<String> values) {
		}

		@KafkaListener(id = "futures", topics = "t", autoStartup = "false")
		CompletableFuture<Void> futures(String value) {
			return CompletableFuture.completedFuture(null);
		}

	}

}
