package io.leaseguard.autoconfigure;

import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.kafka.autoconfigure.DefaultKafkaConsumerFactoryCustomizer;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.kafka.annotation.KafkaHandler;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.annotation.RetryableTopic;
import org.springframework.kafka.config.ConcurrentKafkaListenerContainerFactory;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A refusal names the place where the setting was set that is refused, and a secret of
 * that place never. What is refused has no consumer, so no broker is needed.
 */
@ExtendWith(OutputCaptureExtension.class)
class SettingPlacesTests {

	private static final String ENDLESS = "2147483647";

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(KafkaAutoConfiguration.class, LeaseGuardAutoConfiguration.class))
		.withPropertyValues("spring.kafka.bootstrap-servers=127.0.0.1:1", "spring.kafka.listener.auto-startup=false");

	@Test
	void propertyOfSpringBootIsNamedOnceWithItsFileAndLine() {
		assertThat(places(this.contextRunner.withUserConfiguration(Two.class)
			.withInitializer((context) -> context.getEnvironment().getPropertySources().addLast(yaml("""
					spring:
					  kafka:
					    consumer:
					      max-poll-interval: 2147483647ms
					""")))))
			.containsExactly("max.poll.interval.ms was set by spring.kafka.consumer.max-poll-interval "
					+ "(class path resource [application.yaml] - 4:26).");
	}

	@Test
	void propertyOfAnyKeyIsNamed() {
		assertThat(places(this.contextRunner.withUserConfiguration(Two.class)
			.withPropertyValues("spring.kafka.consumer.properties[max.poll.interval.ms]=" + ENDLESS)))
			.containsExactly("max.poll.interval.ms was set by spring.kafka.consumer.properties[max.poll.interval.ms] "
					+ "(from property source \"test\").");
		assertThat(places(this.contextRunner.withUserConfiguration(Two.class)
			.withPropertyValues("spring.kafka.properties.max.poll.interval.ms=${endless}", "endless=" + ENDLESS)))
			.singleElement()
			.asString()
			.startsWith("max.poll.interval.ms was set by spring.kafka.properties.max.poll.interval.ms (");
	}

	@Test
	void ofSeveralPropertiesTheOneThatCountsIsNamed() {
		assertThat(places(this.contextRunner.withUserConfiguration(Two.class)
			.withPropertyValues("spring.kafka.properties.max.poll.interval.ms=" + ENDLESS,
					"spring.kafka.consumer.max-poll-interval=" + ENDLESS + "ms")))
			.singleElement()
			.asString()
			.contains(" by spring.kafka.consumer.max-poll-interval (");
		assertThat(places(this.contextRunner.withUserConfiguration(Two.class)
			.withPropertyValues("spring.kafka.consumer.properties.max.poll.interval.ms=" + ENDLESS,
					"spring.kafka.consumer.max-poll-interval=" + ENDLESS + "ms")))
			.singleElement()
			.asString()
			.contains(" by spring.kafka.consumer.properties.max.poll.interval.ms (");
	}

	@Test
	void variableOfTheSystemIsNamed() {
		assertThat(places(variable("SPRING_KAFKA_CONSUMER_MAXPOLLINTERVAL", ENDLESS + "ms")))
			.containsExactly("max.poll.interval.ms was set by spring.kafka.consumer.max-poll-interval "
					+ "(\"SPRING_KAFKA_CONSUMER_MAXPOLLINTERVAL\" from property source \"test-systemEnvironment\").");
		assertThat(places(variable("SPRING_KAFKA_CONSUMER_PROPERTIES_MAX_POLL_INTERVAL_MS", ENDLESS)))
			.containsExactly("max.poll.interval.ms was set by spring.kafka.consumer.properties.max.poll.interval.ms "
					+ "(\"SPRING_KAFKA_CONSUMER_PROPERTIES_MAX_POLL_INTERVAL_MS\" from property source \"test-systemEnvironment\").");
	}

	@Test
	void batchSizeOfTheEquationIsNamedToo() {
		assertThat(places(this.contextRunner.withUserConfiguration(Two.class)
			.withPropertyValues("spring.kafka.consumer.max-poll-interval=5m",
					"spring.kafka.consumer.max-poll-records=400", "lease-guard.record-timeout=2s")))
			.hasSize(2)
			.anyMatch((line) -> line.startsWith("max.poll.interval.ms was set by "))
			.anyMatch(
					(line) -> line.startsWith("max.poll.records was set by spring.kafka.consumer.max-poll-records ("));
	}

	@Test
	void factoryThatHoldsAnotherValueIsNamedInsteadOfTheProperty() {
		assertThat(places(this.contextRunner.withUserConfiguration(Two.class, Customizer.class)
			.withPropertyValues("spring.kafka.consumer.max-poll-interval=5m")))
			.containsExactly("max.poll.interval.ms was set in the consumer factory 'kafkaConsumerFactory'.");
		assertThat(places(this.contextRunner.withUserConfiguration(Two.class, OwnFactory.class)
			.withPropertyValues("spring.kafka.consumer.max-poll-interval=5m")))
			.containsExactly("max.poll.interval.ms was set in the consumer factory 'ownConsumerFactory'.");
	}

	@Test
	void valueThatIsSetInTwoPlacesIsNotPutDownToOneOfThem() {
		assertThat(places(this.contextRunner.withUserConfiguration(Two.class, OwnFactory.class)
			.withPropertyValues("spring.kafka.consumer.max-poll-interval=" + ENDLESS + "ms"))).singleElement()
			.asString()
			.startsWith("max.poll.interval.ms was set in the consumer factory 'ownConsumerFactory'; "
					+ "spring.kafka.consumer.max-poll-interval (")
			.endsWith(") has the same value.");
	}

	@Test
	void factoryThatIsNoBeanIsNamedByItsContainerFactory() {
		assertThat(places(this.contextRunner.withUserConfiguration(Two.class, OwnContainerFactory.class)))
			.containsExactly(
					"max.poll.interval.ms was set in the consumer factory of 'kafkaListenerContainerFactory'.");
	}

	@Test
	void annotationIsNamedAndItsSecretsNever(CapturedOutput output) {
		List<FailureAnalysis> analyses = new ArrayList<>();
		this.contextRunner.withUserConfiguration(Annotated.class)
			.withPropertyValues("endless=" + ENDLESS)
			.run((context) -> {
				analyses.add(StartupFailure.analyze(context.getStartupFailure()));
				assertThat(Objects.requireNonNull(context.getStartupFailure()).toString()).doesNotContain("hush");
			});
		FailureAnalysis analysis = analyses.get(0);
		String place = Annotated.class.getName();
		assertThat(analysis.getDescription()).contains(
				"max.poll.interval.ms of 'plain' was set in the properties of @KafkaListener on " + place + ".plain.",
				"max.poll.interval.ms of 'mixed' was set in the properties of @KafkaListener on " + place + ".mixed.",
				"max.poll.interval.ms of 'placeholder' was set in the properties of @KafkaListener on " + place
						+ ".placeholder.");
		assertThat(analysis.getAction()).contains("in the properties of @KafkaListener(id = \"plain\") on " + place
				+ ".plain, write \"max.poll.interval.ms=300000\" in place of \"max.poll.interval.ms=…\"\n");
		assertThat(analysis.getDescription() + analysis.getAction() + output).doesNotContain("hush");
	}

	@Test
	void annotationOfEveryKindIsNamed() {
		String kinds = Kinds.class.getName();
		assertThat(places(this.contextRunner.withUserConfiguration(Kinds.class, Handlers.class))).containsExactly(
				"max.poll.interval.ms of 'composed' was set in the properties of @KafkaListener of @Endless on " + kinds
						+ ".composed.",
				"max.poll.interval.ms of 'handlers' was set in the properties of @KafkaListener on "
						+ Handlers.class.getName() + ".",
				"max.poll.interval.ms of 'second' was set in the properties of @KafkaListener on " + kinds
						+ ".several.");
	}

	@Test
	void listenersOfRetryTopicsHaveThePlaceOfTheirMainListener() {
		this.contextRunner.withUserConfiguration(Retry.class).run((context) -> {
			FailureAnalysis analysis = StartupFailure.analyze(context.getStartupFailure());
			assertThat(analysis.getDescription()).contains("Listeners 'payments', 'payments-dlt', 'payments-retry'")
				.containsOnlyOnce("max.poll.interval.ms was set in the properties of @KafkaListener on "
						+ Retry.class.getName() + ".listen.");
			assertThat(analysis.getAction()).containsOnlyOnce("in place of")
				.doesNotContain("getKafkaConsumerProperties");
		});
	}

	@Test
	void whatCannotBeReadOfTheAnnotationIsSaidOfTheContainer() {
		assertThat(places(this.contextRunner.withUserConfiguration(Expression.class)))
			.containsExactly("max.poll.interval.ms was set in the kafkaConsumerProperties of the container itself.");
	}

	@Test
	void expressionMayHaveTheLastWordInTheAnnotation() {
		this.contextRunner.withUserConfiguration(LastWord.class)
			.run((context) -> assertThat(StartupFailure.analyze(context.getStartupFailure()).getAction())
				.contains("add \"max.poll.interval.ms=300000\" to the properties of @KafkaListener(id = \"word\") on "
						+ LastWord.class.getName() + ".listen, after its other properties\n"));
	}

	@Test
	void customizerOfTheContainerIsNotTakenForTheAnnotation() {
		this.contextRunner.withUserConfiguration(Replaced.class)
			.run((context) -> assertThat(StartupFailure.analyze(context.getStartupFailure()).getAction())
				.contains("containerProperties.getKafkaConsumerProperties().setProperty(")
				.doesNotContain("@KafkaListener"));
		assertThat(places(this.contextRunner.withUserConfiguration(Replaced.class)))
			.containsExactly("max.poll.interval.ms was set in the kafkaConsumerProperties of the container itself.");
	}

	@Test
	void defaultOfKafkaHasNoPlace() {
		assertThat(places(this.contextRunner.withUserConfiguration(Two.class)
			.withPropertyValues("lease-guard.record-timeout=2s", "lease-guard.apply=false"))).isEmpty();
	}

	@Test
	void reportOfWarningsNamesItInTheLineOfTheFinding(CapturedOutput output) {
		this.contextRunner.withUserConfiguration(Two.class)
			.withPropertyValues("spring.kafka.consumer.max-poll-interval=" + ENDLESS + "ms",
					"lease-guard.on-violation=warn")
			.run((context) -> assertThat(output.getAll().lines())
				.anyMatch((line) -> line.contains("ERROR archive, invoices [lease-too-long]") && line
					.contains(" max.poll.interval.ms was set by spring.kafka.consumer.max-poll-interval (")));
	}

	private ApplicationContextRunner variable(String name, String value) {
		return this.contextRunner.withUserConfiguration(Two.class)
			.withInitializer((context) -> context.getEnvironment()
				.getPropertySources()
				.addFirst(new SystemEnvironmentPropertySource("test-systemEnvironment", Map.of(name, value))));
	}

	private static PropertySource<?> yaml(String text) {
		try {
			return new YamlPropertySourceLoader()
				.load("page", new ByteArrayResource(text.getBytes(StandardCharsets.UTF_8)) {

					@Override
					public String getDescription() {
						return "class path resource [application.yaml]";
					}

				})
				.get(0);
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static List<String> places(ApplicationContextRunner runner) {
		List<String> places = new ArrayList<>();
		runner.run((context) -> places.addAll(StartupFailure.analyze(context.getStartupFailure())
			.getDescription()
			.lines()
			.filter((line) -> line.startsWith("        "))
			.map(String::strip)
			.toList()));
		return places;
	}

	@Configuration(proxyBeanMethods = false)
	static class Two {

		@KafkaListener(id = "invoices", topics = "t")
		void invoices(String value) {
		}

		@KafkaListener(id = "archive", topics = "t")
		void archive(String value) {
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Customizer {

		@Bean
		DefaultKafkaConsumerFactoryCustomizer customizer() {
			return (factory) -> factory.updateConfigs(Map.of("max.poll.interval.ms", Integer.MAX_VALUE));
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class OwnFactory {

		@Bean
		ConsumerFactory<Object, Object> ownConsumerFactory(KafkaProperties properties) {
			Map<String, Object> values = properties.buildConsumerProperties();
			values.put("max.poll.interval.ms", Integer.MAX_VALUE);
			return new DefaultKafkaConsumerFactory<>(values);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class OwnContainerFactory {

		@Bean
		ConcurrentKafkaListenerContainerFactory<Object, Object> kafkaListenerContainerFactory() {
			ConcurrentKafkaListenerContainerFactory<Object, Object> factory = new ConcurrentKafkaListenerContainerFactory<>();
			factory.setConsumerFactory(
					new DefaultKafkaConsumerFactory<>(Map.of("max.poll.interval.ms", Integer.MAX_VALUE)));
			return factory;
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Annotated {

		@KafkaListener(id = "plain", topics = "t",
				properties = { "ssl.key.password=hush", "max.poll.interval.ms=" + ENDLESS })
		void plain(String value) {
		}

		@KafkaListener(id = "mixed", topics = "t", properties = """
				sasl.jaas.config: hush
				max.poll.interval.ms 2147483647
				""")
		void mixed(String value) {
		}

		@KafkaListener(id = "placeholder", topics = "t",
				properties = { "max.poll.interval.ms:${endless}", "ssl.truststore.password=hush" })
		void placeholder(String value) {
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Kinds {

		@KafkaListener(id = "first", topics = "t", properties = "ssl.key.password=hush")
		@KafkaListener(id = "second", topics = "u", properties = "max.poll.interval.ms=" + ENDLESS)
		void several(String value) {
		}

		@Endless
		void composed(String value) {
		}

	}

	@KafkaListener(id = "handlers", topics = "t", properties = "max.poll.interval.ms=" + ENDLESS)
	static class Handlers {

		@KafkaHandler
		void handle(String value) {
		}

	}

	@Retention(RetentionPolicy.RUNTIME)
	@KafkaListener(id = "composed", topics = "t", properties = "max.poll.interval.ms=" + ENDLESS)
	@interface Endless {

	}

	@Configuration(proxyBeanMethods = false)
	static class Retry {

		@RetryableTopic(autoCreateTopics = "false", attempts = "2")
		@KafkaListener(id = "payments", topics = "t", properties = "max.poll.interval.ms=" + ENDLESS)
		void listen(String value) {
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Expression {

		@KafkaListener(id = "expression", topics = "t", properties = "#{'max.poll.interval.ms=' + 2147483647}")
		void listen(String value) {
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class LastWord {

		@KafkaListener(id = "word", topics = "t",
				properties = { "max.poll.interval.ms=60000", "#{'max.poll.interval.ms=' + 2147483647}" })
		void listen(String value) {
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Replaced {

		@Bean
		static ConcurrentKafkaListenerContainerFactory<Object, Object> kafkaListenerContainerFactory(
				ConsumerFactory<Object, Object> consumerFactory) {
			ConcurrentKafkaListenerContainerFactory<Object, Object> factory = new ConcurrentKafkaListenerContainerFactory<>();
			factory.setConsumerFactory(consumerFactory);
			factory.setContainerCustomizer((container) -> container.getContainerProperties()
				.getKafkaConsumerProperties()
				.setProperty("max.poll.interval.ms", ENDLESS));
			return factory;
		}

		@KafkaListener(id = "replaced", topics = "t", properties = "max.poll.interval.ms=60000")
		void listen(String value) {
		}

	}

}
