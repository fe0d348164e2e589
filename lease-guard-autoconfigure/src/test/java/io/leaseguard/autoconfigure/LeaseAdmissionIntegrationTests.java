package io.leaseguard.autoconfigure;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.assertj.core.groups.Tuple;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.config.ConcurrentKafkaListenerContainerFactory;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.config.MethodKafkaListenerEndpoint;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.MessageListener;
import org.springframework.messaging.handler.annotation.support.DefaultMessageHandlerMethodFactory;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.Setting;
import io.leaseguard.lease.SettingOrigin;
import io.leaseguard.lease.Verdict;
import io.leaseguard.startup.LeaseViolationException;
import io.leaseguard.startup.ListenerAssessment;
import io.leaseguard.startup.ListenerAssessments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Start-up tests of {@link LeaseGuardAutoConfiguration} on a real broker: what counts is
 * the configuration that the Kafka client was created with.
 */
@ExtendWith(OutputCaptureExtension.class)
class LeaseAdmissionIntegrationTests {

	private static final String MAX_POLL_INTERVAL = "max.poll.interval.ms";

	private static final String MAX_POLL_RECORDS = "max.poll.records";

	private static final Properties SHARED = new Properties();

	private static final List<String> CONSUMED = new CopyOnWriteArrayList<>();

	private final String topic = "t-" + UUID.randomUUID();

	private final String client = "c-" + UUID.randomUUID();

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(KafkaAutoConfiguration.class, LeaseGuardAutoConfiguration.class))
		.withPropertyValues("spring.kafka.bootstrap-servers=" + EmbeddedBroker.bootstrapServers(),
				"spring.kafka.consumer.auto-offset-reset=earliest",
				"spring.kafka.consumer.properties.metric.reporters=" + ClientConfigurations.class.getName(),
				"topic=" + this.topic, "client=" + this.client);

	@BeforeEach
	void createTopic() {
		EmbeddedBroker.createTopic(this.topic, 2);
		CONSUMED.clear();
	}

	@Test
	void whenOnlyRecordTimeoutIsDeclaredTheClientGetsDerivedLease() {
		this.contextRunner.withUserConfiguration(OneListener.class)
			.withPropertyValues("lease-guard.record-timeout=2s")
			.run((context) -> {
				assertThat(context).hasNotFailed();
				Map<String, ?> configuration = ClientConfigurations.ofClient(this.client + "-0");
				assertThat(configuration.get(MAX_POLL_INTERVAL)).hasToString("1576000");
				assertThat(configuration.get(MAX_POLL_RECORDS)).isNull();
				ListenerAssessment assessment = assessment(context, "one");
				assertThat(assessment.judgement().verdict()).isEqualTo(Verdict.DERIVED);
				assertThat(assessment.judgement().settings().maxPollRecords())
					.isEqualTo(new Setting(500, SettingOrigin.KAFKA_DEFAULT));
				assertThat(assessment.groupId()).isEqualTo("one");
			});
	}

	@Test
	void whenDetectionDelayIsTightTheClientGetsSmallerBatch() {
		this.contextRunner.withUserConfiguration(OneListener.class)
			.withPropertyValues("lease-guard.record-timeout=2s", "lease-guard.max-detection-delay=10m")
			.run((context) -> {
				Map<String, ?> configuration = ClientConfigurations.ofClient(this.client + "-0");
				assertThat(configuration.get(MAX_POLL_INTERVAL)).hasToString("599000");
				assertThat(configuration.get(MAX_POLL_RECORDS)).hasToString("190");
			});
	}

	@Test
	void whenDetectionDelayIsBelowTheDefaultOfMinLeaseTheDefaultYields() {
		this.contextRunner.withUserConfiguration(OneListener.class)
			.withPropertyValues("lease-guard.record-timeout=100ms", "lease-guard.max-detection-delay=30s")
			.run((context) -> {
				Map<String, ?> configuration = ClientConfigurations.ofClient(this.client + "-0");
				assertThat(configuration.get(MAX_POLL_INTERVAL)).hasToString("30000");
				assertThat(configuration.get(MAX_POLL_RECORDS)).hasToString("99");
			});
	}

	@Test
	void whenEndlessLeaseIsSetTheApplicationIsRefusedWithWhatToDo() {
		this.contextRunner.withUserConfiguration(OneListener.class)
			.withPropertyValues("lease-guard.record-timeout=2s",
					"spring.kafka.consumer.properties.max.poll.interval.ms=2147483647")
			.run((context) -> {
				FailureAnalysis analysis = StartupFailure.analyze(context.getStartupFailure());
				assertThat(analysis.getDescription())
					.contains("Listener 'one' [lease-too-long]: max.poll.interval.ms is 2147483647 (no lease at all)")
					.contains("max-detection-delay is 30m");
				assertThat(analysis.getAction()).contains("Remove max.poll.interval.ms so that it is derived")
					.contains("1576000")
					.contains("'lease-guard.on-violation' to 'warn'");
				assertThat(ClientConfigurations.contains(this.client + "-0")).isFalse();
			});
	}

	@Test
	void whenNothingIsDeclaredEndlessLeaseIsRefusedAllTheSame() {
		this.contextRunner.withUserConfiguration(OneListener.class)
			.withPropertyValues("spring.kafka.consumer.max-poll-interval=2147483647ms")
			.run((context) -> assertThat(StartupFailure.analyze(context.getStartupFailure()).getAction())
				.contains("declare record-timeout"));
	}

	@Test
	void whenThreeListenersAreBrokenOneMessageNamesAllAndNothingIsConsumed() {
		send(this.topic, "value");
		this.contextRunner.withUserConfiguration(ThreeListeners.class)
			.withPropertyValues("lease-guard.record-timeout=2s")
			.run((context) -> {
				LeaseViolationException failure = violation(context);
				assertThat(failure.findings()).extracting(Finding::subject, Finding::rule)
					.containsExactlyInAnyOrder(Tuple.tuple("first", "lease-too-long"),
							Tuple.tuple("second", "lease-too-short"), Tuple.tuple("third", "invalid-value"));
				FailureAnalysis analysis = StartupFailure.analyze(context.getStartupFailure());
				assertThat(analysis.getDescription()).contains("'first'", "'second'", "'third'");
				assertThat(CONSUMED).isEmpty();
			});
	}

	@Test
	void whenViolationsAreWarnedAboutTheApplicationStartsWithItsOwnSettings(CapturedOutput output) {
		this.contextRunner.withUserConfiguration(OneListener.class)
			.withPropertyValues("lease-guard.record-timeout=2s", "lease-guard.on-violation=warn",
					"spring.kafka.consumer.properties.max.poll.interval.ms=2147483647")
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(ClientConfigurations.ofClient(this.client + "-0").get(MAX_POLL_INTERVAL))
					.hasToString("2147483647");
				assertThat(assessment(context, "one").judgement().verdict()).isEqualTo(Verdict.VIOLATION);
				assertThat(output).contains("ERROR one [lease-too-long]");
			});
	}

	@Test
	void whenNotAppliedSettingsStayAndAreJudgedAsTheyAre() {
		this.contextRunner.withUserConfiguration(OneListener.class)
			.withPropertyValues("lease-guard.record-timeout=10ms", "lease-guard.apply=false")
			.run((context) -> {
				assertThat(ClientConfigurations.ofClient(this.client + "-0").get(MAX_POLL_INTERVAL)).isNull();
				assertThat(assessment(context, "one").judgement().verdict()).isEqualTo(Verdict.LAWFUL);
			});
		this.contextRunner.withUserConfiguration(OneListener.class)
			.withPropertyValues("lease-guard.record-timeout=2s", "lease-guard.apply=false")
			.run((context) -> assertThat(violation(context).findings()).singleElement()
				.extracting(Finding::rule)
				.isEqualTo("lease-too-short"));
	}

	@Test
	void whenDisabledNothingIsTouched() {
		this.contextRunner.withUserConfiguration(OneListener.class)
			.withPropertyValues("lease-guard.record-timeout=2s", "lease-guard.enabled=false")
			.run((context) -> {
				assertThat(context).doesNotHaveBean(ListenerAssessments.class);
				assertThat(ClientConfigurations.ofClient(this.client + "-0").get(MAX_POLL_INTERVAL)).isNull();
				ConsumerFactory<?, ?> factory = context.getBean(ConsumerFactory.class);
				assertThat(factory.getPostProcessors()).isEmpty();
			});
	}

	@Test
	void whenOneListenerIsDisabledItIsLeftAlone() {
		this.contextRunner.withUserConfiguration(OneListener.class)
			.withPropertyValues("lease-guard.record-timeout=2s", "lease-guard.listeners.one.enabled=false",
					"spring.kafka.consumer.properties.max.poll.interval.ms=2147483647")
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(context.getBean(ListenerAssessments.class).all()).isEmpty();
			});
	}

	@Test
	void overrideOfOneListenerWinsOverDefaults() {
		this.contextRunner.withUserConfiguration(OneListener.class)
			.withPropertyValues("lease-guard.record-timeout=2s", "lease-guard.listeners.one.record-timeout=1s")
			.run((context) -> assertThat(ClientConfigurations.ofClient(this.client + "-0").get(MAX_POLL_INTERVAL))
				.hasToString("826000"));
	}

	@Test
	void containersThatAreBeansAreJudgedAndEquipped() {
		this.contextRunner.withUserConfiguration(ContainerBean.class)
			.withPropertyValues("lease-guard.record-timeout=2s")
			.run((context) -> {
				assertThat(assessment(context, "byHand").judgement().verdict()).isEqualTo(Verdict.DERIVED);
				assertThat(ClientConfigurations.ofClient(this.client + "-hand-0").get(MAX_POLL_INTERVAL))
					.hasToString("1576000");
				assertThat(SHARED).doesNotContainKey(MAX_POLL_INTERVAL);
			});
	}

	@Test
	void containersThatAreRegisteredLaterAreJudgedBeforeTheyStart() {
		this.contextRunner.withUserConfiguration(OneListener.class)
			.withPropertyValues("lease-guard.record-timeout=2s")
			.run((context) -> {
				register(context, "late", null);
				assertThat(ClientConfigurations.ofClient("late-0").get(MAX_POLL_INTERVAL)).hasToString("1576000");
				assertThat(assessment(context, "late").judgement().verdict()).isEqualTo(Verdict.DERIVED);
				assertThatExceptionOfType(LeaseViolationException.class)
					.isThrownBy(() -> register(context, "endless", "2147483647"))
					.withMessageContaining("endless [lease-too-long]: max.poll.interval.ms is 2147483647");
				assertThat(ClientConfigurations.contains("endless-0")).isFalse();
			});
	}

	@Test
	void restartOfTheContextDoesNotTakeDerivedSettingsForOnesOfTheApplication() {
		this.contextRunner.withUserConfiguration(OneListener.class)
			.withPropertyValues("lease-guard.record-timeout=2s")
			.run((context) -> {
				context.getSourceApplicationContext(ConfigurableApplicationContext.class).stop();
				context.getSourceApplicationContext(ConfigurableApplicationContext.class).start();
				assertThat(assessment(context, "one").judgement().verdict()).isEqualTo(Verdict.DERIVED);
			});
	}

	@Test
	void termsOutOfRangeAreRefusedAllAtOnce() {
		this.contextRunner.withUserConfiguration(OneListener.class)
			.withPropertyValues("lease-guard.record-timeout=-2s", "lease-guard.safety-factor=0.5",
					"lease-guard.listeners.one.max-detection-delay=0s", "lease-guard.watchdog.interval=0s")
			.run((context) -> {
				assertThat(violation(context).findings()).extracting(Finding::subject)
					.containsExactly("lease-guard.record-timeout", "lease-guard.safety-factor",
							"lease-guard.listeners.one.max-detection-delay", "lease-guard.watchdog.interval");
				assertThat(StartupFailure.analyze(context.getStartupFailure()).getDescription())
					.contains("lease-guard.safety-factor is '0.5', but it must be at least 1.");
			});
	}

	@Test
	void termsForAnUnknownListenerAreReported(CapturedOutput output) {
		this.contextRunner.withUserConfiguration(OneListener.class)
			.withPropertyValues("lease-guard.listeners.onne.record-timeout=2s")
			.run((context) -> assertThat(output).contains("'lease-guard.listeners' declares terms: [onne]"));
	}

	@Test
	void reportIsReadable(CapturedOutput output) {
		this.contextRunner.withUserConfiguration(OneListener.class)
			.withPropertyValues("lease-guard.record-timeout=2s")
			.run((context) -> assertThat(output).contains("The leases of 1 listener:")
				.contains(
						"listener  batch size  record timeout  required lease  lease             detection delay  verdict")
				.contains(
						"one       500         2s              26m15s          26m16s (derived)  26m16s           DERIVED"));
	}

	private void register(AssertableApplicationContext context, String id, @Nullable String maxPollInterval)
			throws NoSuchMethodException {
		MethodKafkaListenerEndpoint<String, String> endpoint = new MethodKafkaListenerEndpoint<>();
		endpoint.setId(id);
		endpoint.setTopics(this.topic);
		endpoint.setClientIdPrefix(id);
		endpoint.setGroupId(id);
		endpoint.setBean(context.getBean(OneListener.class));
		endpoint.setMethod(OneListener.class.getDeclaredMethod("listen", ConsumerRecord.class));
		DefaultMessageHandlerMethodFactory methods = new DefaultMessageHandlerMethodFactory();
		methods.afterPropertiesSet();
		endpoint.setMessageHandlerMethodFactory(methods);
		if (maxPollInterval != null) {
			Properties properties = new Properties();
			properties.setProperty(MAX_POLL_INTERVAL, maxPollInterval);
			endpoint.setConsumerProperties(properties);
		}
		context.getBean(KafkaListenerEndpointRegistry.class)
			.registerListenerContainer(endpoint, context.getBean(ConcurrentKafkaListenerContainerFactory.class), true);
	}

	private ListenerAssessment assessment(AssertableApplicationContext context, String listener) {
		ListenerAssessment assessment = context.getBean(ListenerAssessments.class).get(listener);
		assertThat(assessment).isNotNull();
		return Objects.requireNonNull(assessment);
	}

	private LeaseViolationException violation(AssertableApplicationContext context) {
		assertThat(context).hasFailed();
		Throwable failure = context.getStartupFailure();
		while (failure != null && !(failure instanceof LeaseViolationException)) {
			failure = failure.getCause();
		}
		assertThat(failure).isInstanceOf(LeaseViolationException.class);
		return (LeaseViolationException) Objects.requireNonNull(failure);
	}

	private void send(String topic, String value) {
		new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(KafkaAutoConfiguration.class))
			.withPropertyValues("spring.kafka.bootstrap-servers=" + EmbeddedBroker.bootstrapServers())
			.run((context) -> {
				@SuppressWarnings("unchecked")
				KafkaTemplate<Object, Object> template = context.getBean(KafkaTemplate.class);
				template.send(topic, value).get();
			});
	}

	@Configuration(proxyBeanMethods = false)
	static class OneListener {

		@KafkaListener(id = "one", topics = "${topic}", clientIdPrefix = "${client}", concurrency = "2")
		void listen(ConsumerRecord<String, String> record) {
			CONSUMED.add(record.value());
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class ThreeListeners {

		@KafkaListener(id = "first", topics = "${topic}", properties = "max.poll.interval.ms=2147483647")
		void first(ConsumerRecord<String, String> record) {
			CONSUMED.add(record.value());
		}

		@KafkaListener(id = "second", topics = "${topic}",
				properties = { "max.poll.interval.ms:300000", "max.poll.records=500" })
		void second(ConsumerRecord<String, String> record) {
			CONSUMED.add(record.value());
		}

		@KafkaListener(id = "third", topics = "${topic}", properties = "max.poll.interval.ms=5m")
		void third(ConsumerRecord<String, String> record) {
			CONSUMED.add(record.value());
		}

		@KafkaListener(id = "fourth", topics = "${topic}")
		void lawful(ConsumerRecord<String, String> record) {
			CONSUMED.add(record.value());
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class ContainerBean {

		@Bean
		ConcurrentMessageListenerContainer<Object, Object> byHand(ConsumerFactory<Object, Object> factory,
				Environment environment) {
			ContainerProperties properties = new ContainerProperties(environment.getRequiredProperty("topic"));
			properties.setGroupId("byHand");
			properties.setClientId(environment.getRequiredProperty("client") + "-hand");
			properties.setKafkaConsumerProperties(SHARED);
			properties.setMessageListener((MessageListener<Object, Object>) (record) -> CONSUMED.add("by hand"));
			return new ConcurrentMessageListenerContainer<>(factory, properties);
		}

	}

}
