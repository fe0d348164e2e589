package io.leaseguard.autoconfigure;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.annotation.BackOff;
import org.springframework.kafka.annotation.EnableKafkaRetryTopic;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.annotation.RetryableTopic;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.DeadLetterPublishingRecoverer;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.kafka.support.Acknowledgment;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;
import org.springframework.util.backoff.BackOffExecution;
import org.springframework.util.backoff.FixedBackOff;

import io.leaseguard.container.Advisories;
import io.leaseguard.container.KafkaClientVersion;
import io.leaseguard.lease.Finding;
import io.leaseguard.lease.FixedCosts;
import io.leaseguard.lease.Severity;
import io.leaseguard.startup.LeaseViolationException;
import io.leaseguard.startup.ListenerAssessment;
import io.leaseguard.startup.ListenerAssessments;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of what a container costs and of the rules about it, on a real broker: an
 * application that breaks the rule, what it is told, and the same application put right
 * as it was told.
 */
class LeaseCostsIntegrationTests {

	private static final String MAX_POLL_INTERVAL = "max.poll.interval.ms";

	private static final String TWO_SECONDS = "lease-guard.record-timeout=2s";

	private static final String FIVE_MINUTES = "spring.kafka.consumer.max-poll-interval=300000ms";

	private final String topic = "t-" + UUID.randomUUID();

	private final String client = "c-" + UUID.randomUUID();

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(KafkaAutoConfiguration.class, LeaseGuardAutoConfiguration.class))
		.withPropertyValues("spring.kafka.bootstrap-servers=" + EmbeddedBroker.bootstrapServers(),
				"spring.kafka.consumer.properties.metric.reporters=" + ClientConfigurations.class.getName(),
				"topic=" + this.topic, "client=" + this.client);

	@BeforeEach
	void createTopic() {
		EmbeddedBroker.createTopic(this.topic, 1);
	}

	@Test
	void defaultsOfBootAndKafkaCostNothingAndBreakNoRule() {
		run(List.of(RecordListener.class), List.of(TWO_SECONDS), (context) -> {
			assertThat(clientLease()).isEqualTo("1576000");
			assertThat(assessment(context).judgement().terms().fixedCosts()).isEqualTo(FixedCosts.NONE);
			assertThat(assessment(context).judgement().findings()).isEmpty();
		});
		run(List.of(RecordListener.class), List.of(), (context) -> {
			assertThat(clientLease()).isNull();
			assertThat(assessment(context).judgement().findings()).isEmpty();
		});
	}

	@Test
	void costsMakeTheDerivedLeaseOfTheClientLonger() {
		assertLease("1586000", List.of(RecordListener.class, BackOffHandler.class), "backoff=10000");
		assertLease("1766000", List.of(RecordListener.class, DeadLetterHandler.class));
		assertLease("1586000", List.of(RecordListener.class),
				"spring.kafka.listener.auth-exception-retry-interval=10s");
		assertLease("1591000", List.of(RecordListener.class), "spring.kafka.listener.idle-between-polls=10s");
	}

	@Test
	void declaredCostsWin() {
		assertLease("1577000", List.of(RecordListener.class, BackOffHandler.class), "backoff=10000",
				"lease-guard.listeners.one.retry-backoff=1s");
		assertLease("1581000", List.of(RecordListener.class, DeadLetterHandler.class),
				"lease-guard.recovery-timeout=5s");
	}

	@Test
	void retryTopicsCostNoBackOff() {
		run(List.of(RetryTopicListener.class), List.of(TWO_SECONDS), (context) -> {
			FixedCosts costs = assessment(context).judgement().terms().fixedCosts();
			assertThat(costs.parts()).isEmpty();
			assertThat(costs.unknown()).containsExactly(FixedCosts.RECOVERY);
			assertThat(clientLease()).isEqualTo("1576000");
		});
	}

	@Test
	void restartDoesNotTakeTheCommitTimeoutOfTheContainerForOneOfTheApplication() {
		run(List.of(RecordListener.class), List.of(TWO_SECONDS), (context) -> {
			ConfigurableApplicationContext source = context
				.getSourceApplicationContext(ConfigurableApplicationContext.class);
			source.stop();
			source.start();
			assertThat(assessment(context).judgement().terms().fixedCosts()).isEqualTo(FixedCosts.NONE);
			assertThat(assessment(context).judgement().leaseMs()).isEqualTo(1_576_000);
		});
	}

	@Test
	void retryBackoffTooLong() {
		List<Class<?>> application = List.of(RecordListener.class, BackOffHandler.class);
		Finding finding = refused("retry-backoff-too-long", application, "backoff=900000");
		assertThat(finding.fix()).startsWith("Bring the back-off of the error handler to less than 5m");
		admitted("retry-backoff-too-long", application, "backoff=299000");
		admitted("retry-backoff-too-long", application, "backoff=900000", "lease-guard.listeners.one.retry-backoff=1s");
	}

	@Test
	void backoffAndBatchMustFitTheLeaseTogether() {
		// spring-kafka issue 2542: 297 s of back-off beside 5 s of work
		List<Class<?>> application = List.of(RecordListener.class, BackOffHandler.class);
		String[] lease = { FIVE_MINUTES, "spring.kafka.consumer.max-poll-records=1", "lease-guard.safety-factor=1",
				"lease-guard.record-overhead=0s", "lease-guard.record-timeout=5s" };
		Finding finding = refused("lease-too-short", application, concat(lease, "backoff=297000"));
		assertThat(finding.message()).endsWith("The fixed cost is retryBackoff 4m57s.");
		assertThat(finding.fix()).contains("max.poll.interval.ms to 303000");
		admitted("lease-too-short", application, concat(lease, "backoff=294999"));
	}

	@Test
	void recoveryTooLong() {
		List<Class<?>> application = List.of(RecordListener.class, DeadLetterHandler.class);
		String lease = "spring.kafka.consumer.max-poll-interval=120s";
		Finding finding = refused("recovery-too-long", application, lease);
		assertThat(finding.message()).contains("may take 3m10s");
		assertThat(finding.fix()).startsWith("Bring it to less than 2m")
			.contains("max.block.ms", "delivery.timeout.ms");
		admitted("recovery-too-long", application, lease, "spring.kafka.producer.properties.max.block.ms=10000",
				"spring.kafka.producer.properties.delivery.timeout.ms=60000");
		admitted("recovery-too-long", application, lease, "lease-guard.recovery-timeout=5s");
	}

	@Test
	void authRetryTooLong() {
		List<Class<?>> application = List.of(RecordListener.class);
		Finding finding = refused("auth-retry-too-long", application,
				"spring.kafka.listener.auth-exception-retry-interval=600s");
		assertThat(finding.fix()).isEqualTo("Set spring.kafka.listener.auth-exception-retry-interval to less than 5m.");
		admitted("auth-retry-too-long", application, "spring.kafka.listener.auth-exception-retry-interval=299s");
	}

	@Test
	void idleBetweenPollsTooLong() {
		List<Class<?>> application = List.of(RecordListener.class);
		Finding finding = reported("idle-between-polls-too-long", Severity.WARNING, application,
				"spring.kafka.listener.idle-between-polls=300s");
		assertThat(finding.fix()).isEqualTo(
				"Set spring.kafka.listener.idle-between-polls to 295s or less, or max.poll.interval.ms to 305000 or more.");
		admitted("idle-between-polls-too-long", application, "spring.kafka.listener.idle-between-polls=295s");
		admitted("idle-between-polls-too-long", application, "spring.kafka.listener.idle-between-polls=300s",
				"spring.kafka.consumer.max-poll-interval=305s");
	}

	@Test
	void transactionTooLong() {
		List<Class<?>> application = List.of(BatchListener.class);
		String transactions = "spring.kafka.producer.transaction-id-prefix=tx-" + this.topic;
		Finding finding = refused("transaction-too-long", application, transactions, TWO_SECONDS);
		assertThat(finding.message()).startsWith("The transaction of one batch may take 17m30s (26m15s with head-room)")
			.contains("transaction.timeout.ms of its producer is 60000");
		assertThat(finding.fix()).startsWith("Set max.poll.records to 19 or less, or transaction.timeout.ms");
		admitted("transaction-too-long", application, transactions, TWO_SECONDS,
				"spring.kafka.consumer.max-poll-records=19");
		admitted("transaction-too-long", List.of(RecordListener.class), transactions, TWO_SECONDS);
	}

	@Test
	void asyncAcksUnacknowledged() {
		Finding finding = refused("async-acks-unacknowledged", List.of(RecordListener.class),
				"spring.kafka.listener.async-acks=true");
		assertThat(finding.fix()).startsWith("Add a parameter of type Acknowledgment to the listener");
		admitted("async-acks-unacknowledged", List.of(AcknowledgingListener.class),
				"spring.kafka.listener.async-acks=true", "spring.kafka.listener.ack-mode=manual");
		admitted("async-acks-unacknowledged", List.of(RecordListener.class), "spring.kafka.listener.async-acks=false");
	}

	@Test
	void connectionsMaxIdleTooShort() {
		String key = "spring.kafka.consumer.properties.connections.max.idle.ms=";
		Finding finding = reported("connections-max-idle-too-short", Severity.WARNING, List.of(RecordListener.class),
				key + "180000");
		assertThat(finding.fix()).startsWith("Set connections.max.idle.ms to 300000 or more.");
		admitted("connections-max-idle-too-short", List.of(RecordListener.class), key + "300000");
	}

	@Test
	void authRetryWithoutRestart() {
		boolean affected = Advisories.ofClient().get(0).affected();
		String interval = "spring.kafka.listener.auth-exception-retry-interval=10s";
		if (affected) {
			Finding finding = reported("auth-retry-without-restart", Severity.WARNING, List.of(RecordListener.class),
					interval);
			assertThat(finding.message()).contains(Objects.requireNonNull(KafkaClientVersion.read()), "KAFKA-20253");
		}
		else {
			admitted("auth-retry-without-restart", List.of(RecordListener.class), interval);
		}
		admitted("auth-retry-without-restart", List.of(RecordListener.class));
	}

	@Test
	void endlessRetry() {
		List<Class<?>> application = List.of(RecordListener.class, BackOffHandler.class);
		Finding finding = reported("endless-retry", Severity.WARNING, application, "backoff=1000",
				"attempts=" + FixedBackOff.UNLIMITED_ATTEMPTS);
		assertThat(finding.fix()).startsWith("Give the back-off an end (maxAttempts");
		admitted("endless-retry", application, "backoff=1000", "attempts=9");
	}

	@Test
	void unknownRetryBackoff() {
		List<Class<?>> application = List.of(RecordListener.class, UnreadableHandler.class);
		Finding finding = reported("unknown-retry-backoff", Severity.WARNING, application, TWO_SECONDS);
		assertThat(finding.fix()).contains("lease-guard.listeners.one.retry-backoff");
		admitted("unknown-retry-backoff", application, TWO_SECONDS, "lease-guard.listeners.one.retry-backoff=3s");
	}

	@Test
	void unknownRecovery() {
		List<Class<?>> application = List.of(RecordListener.class, UnreadableHandler.class);
		Finding finding = reported("unknown-recovery", Severity.INFO, application, TWO_SECONDS);
		assertThat(finding.fix()).contains("lease-guard.listeners.one.recovery-timeout");
		admitted("unknown-recovery", application, TWO_SECONDS, "lease-guard.listeners.one.recovery-timeout=0s");
	}

	@Test
	void staticMember() {
		String member = "spring.kafka.consumer.properties.group.instance.id=" + this.client;
		Finding finding = reported("static-member", Severity.INFO, List.of(RecordListener.class), member);
		assertThat(finding.message()).contains("KIP-345",
				"for 5m45s, the lease of 5m and then the session timeout of 45s");
		admitted("static-member", List.of(RecordListener.class));
	}

	private void assertLease(String lease, List<Class<?>> application, String... properties) {
		run(application, List.of(concat(properties, TWO_SECONDS)),
				(context) -> assertThat(clientLease()).isEqualTo(lease));
	}

	private Finding refused(String rule, List<Class<?>> application, String... properties) {
		Finding[] found = new Finding[1];
		runner(application, List.of(properties)).run((context) -> {
			Throwable failure = context.getStartupFailure();
			while (failure != null && !(failure instanceof LeaseViolationException)) {
				failure = failure.getCause();
			}
			assertThat(failure).as("start-up failure").isInstanceOf(LeaseViolationException.class);
			found[0] = find(rule, ((LeaseViolationException) Objects.requireNonNull(failure)).findings());
		});
		assertThat(found[0]).as(rule).isNotNull();
		assertThat(found[0].severity()).isEqualTo(Severity.ERROR);
		return found[0];
	}

	private Finding reported(String rule, Severity severity, List<Class<?>> application, String... properties) {
		Finding[] found = new Finding[1];
		run(application, List.of(properties),
				(context) -> found[0] = find(rule, assessment(context).judgement().findings()));
		assertThat(found[0]).as(rule).isNotNull();
		assertThat(found[0].severity()).isEqualTo(severity);
		return found[0];
	}

	private void admitted(String rule, List<Class<?>> application, String... properties) {
		run(application, List.of(properties), (context) -> {
			assertThat(find(rule, assessment(context).judgement().findings())).isNull();
			assertThat(ClientConfigurations.contains(this.client + "-0")).isTrue();
		});
	}

	private @Nullable Finding find(String rule, List<Finding> findings) {
		return findings.stream().filter((finding) -> finding.rule().equals(rule)).findFirst().orElse(null);
	}

	private void run(List<Class<?>> application, List<String> properties,
			Consumer<AssertableApplicationContext> consumer) {
		runner(application, properties).run((context) -> {
			assertThat(context).hasNotFailed();
			consumer.accept(context);
		});
	}

	private ApplicationContextRunner runner(List<Class<?>> application, List<String> properties) {
		return this.contextRunner.withUserConfiguration(application.toArray(Class<?>[]::new))
			.withPropertyValues(properties.toArray(String[]::new));
	}

	private static String[] concat(String[] properties, String... more) {
		return Stream.of(properties, more).flatMap(Arrays::stream).toArray(String[]::new);
	}

	private @Nullable String clientLease() {
		Map<String, ?> configuration = ClientConfigurations.ofClient(this.client + "-0");
		Object lease = configuration.get(MAX_POLL_INTERVAL);
		return (lease != null) ? lease.toString() : null;
	}

	private ListenerAssessment assessment(AssertableApplicationContext context) {
		return Objects.requireNonNull(context.getBean(ListenerAssessments.class).get("one"));
	}

	@Configuration(proxyBeanMethods = false)
	static class RecordListener {

		@KafkaListener(id = "one", topics = "${topic}", clientIdPrefix = "${client}")
		void listen(ConsumerRecord<String, String> record) {
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class BatchListener {

		@KafkaListener(id = "one", topics = "${topic}", clientIdPrefix = "${client}", batch = "true")
		void listen(List<String> values) {
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class AcknowledgingListener {

		@KafkaListener(id = "one", topics = "${topic}", clientIdPrefix = "${client}")
		void listen(String value, Acknowledgment acknowledgment) {
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableKafkaRetryTopic
	static class RetryTopicListener {

		@RetryableTopic(backOff = @BackOff(delay = 60_000), attempts = "2")
		@KafkaListener(id = "one", topics = "${topic}", clientIdPrefix = "${client}")
		void listen(ConsumerRecord<String, String> record) {
		}

		@Bean
		static ThreadPoolTaskScheduler taskScheduler() {
			return new ThreadPoolTaskScheduler();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class BackOffHandler {

		@Bean
		DefaultErrorHandler errorHandler(@Value("${backoff}") long backoff, @Value("${attempts:2}") long attempts) {
			return new DefaultErrorHandler(new FixedBackOff(backoff, attempts));
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class DeadLetterHandler {

		@Bean
		DefaultErrorHandler errorHandler(KafkaTemplate<?, ?> template) {
			return new DefaultErrorHandler(new DeadLetterPublishingRecoverer(template));
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class UnreadableHandler {

		@Bean
		DefaultErrorHandler errorHandler() {
			return new DefaultErrorHandler((record, exception) -> {
			}, () -> () -> BackOffExecution.STOP);
		}

	}

}
