package io.leaseguard.autoconfigure;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;

import org.apache.kafka.clients.consumer.Consumer;
import org.assertj.core.groups.Tuple;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.AnnotatedBeanDefinitionReader;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Scope;
import org.springframework.context.support.AbstractRefreshableApplicationContext;
import org.springframework.kafka.annotation.EnableKafka;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.config.ConcurrentKafkaListenerContainerFactory;
import org.springframework.kafka.config.KafkaListenerConfigUtils;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.core.ConsumerPostProcessor;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.core.DefaultShareConsumerFactory;
import org.springframework.kafka.core.ProducerFactory;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.KafkaMessageListenerContainer;
import org.springframework.kafka.listener.ShareKafkaMessageListenerContainer;
import org.springframework.kafka.requestreply.ReplyingKafkaTemplate;

import io.leaseguard.annotation.LeaseTerms;
import io.leaseguard.lease.Finding;
import io.leaseguard.lease.Severity;
import io.leaseguard.lease.Verdict;
import io.leaseguard.startup.LeaseViolationException;
import io.leaseguard.startup.ListenerAssessment;
import io.leaseguard.startup.ListenerAssessments;
import io.leaseguard.watchdog.LeaseGuard;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Ways to wire a listener that take more than a row of the table of the law. No broker.
 */
@ExtendWith(OutputCaptureExtension.class)
class WiringTests {

	private static final AtomicInteger PROTOTYPES = new AtomicInteger();

	private static final String LEASE = "max.poll.interval.ms";

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(KafkaAutoConfiguration.class, LeaseGuardAutoConfiguration.class))
		.withPropertyValues("spring.kafka.bootstrap-servers=127.0.0.1:1", "lease-guard.record-timeout=2s");

	@BeforeEach
	void reset() {
		CapturingConsumerFactory.clear();
		LawWirings.factoryValues = Map.of();
		PROTOTYPES.set(0);
	}

	@Test
	void prototypesAreNeverMadeByTheGuardButJudgedWhenTheApplicationMakesOne() {
		this.contextRunner.withUserConfiguration(Prototype.class).run((context) -> {
			assertThat(PROTOTYPES).hasValue(0);
			context.getBean(KafkaMessageListenerContainer.class);
			assertThat(PROTOTYPES).hasValue(1);
			assertThat(assessment(context, "prototype").judgement().verdict()).isEqualTo(Verdict.DERIVED);
		});
	}

	@Test
	void lazyListenerIsJudgedWhenItComesToLife() {
		this.contextRunner.withUserConfiguration(LawWirings.Annotated.class)
			.withInitializer(
					(context) -> context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
			.run((context) -> {
				context.getBean(LawWirings.Annotated.class);
				assertThat(assessment(context, "payments").judgement().verdict()).isEqualTo(Verdict.DERIVED);
				Awaitility.await()
					.atMost(Duration.ofSeconds(60))
					.until(() -> CapturingConsumerFactory.contains("payments"));
				assertThat(CapturingConsumerFactory.ofGroup("payments").get(LEASE)).isEqualTo("1576000");
			});
	}

	@Test
	void contextThatIsRefreshedIsGuardedAnew() {
		try (Refreshable context = new Refreshable()) {
			context.getEnvironment().getSystemProperties().put("lease-guard.record-timeout", "2s");
			context.refresh();
			assertThat(assessment(context, "payments").judgement().verdict()).isEqualTo(Verdict.DERIVED);
			CapturingConsumerFactory.clear();
			context.refresh();
			assertThat(assessment(context, "payments").judgement().verdict()).isEqualTo(Verdict.DERIVED);
			assertThat(CapturingConsumerFactory.ofGroup("payments").get(LEASE)).isEqualTo("1576000");
		}
		finally {
			System.clearProperty("lease-guard.record-timeout");
		}
	}

	@Test
	void childContextGuardsItsOwnListeners() {
		this.contextRunner.withUserConfiguration(LawWirings.Factory.class)
			.run((parent) -> this.contextRunner.withParent(parent)
				.withUserConfiguration(ListenerAlone.class, EnableKafkaHere.class)
				.run((child) -> {
					assertThat(child).hasNotFailed();
					assertThat(assessment(child, "alone").judgement().verdict()).isEqualTo(Verdict.DERIVED);
					assertThat(parent.getBean(ListenerAssessments.class).all()).isEmpty();
					ConsumerFactory<?, ?> factory = parent.getBean(ConsumerFactory.class);
					assertThat(factory.getPostProcessors()).hasSize(1);
				}));
	}

	@Test
	void shareContainersAreLeftAlone() {
		this.contextRunner.withUserConfiguration(Share.class).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(context.getBean(ListenerAssessments.class).all()).isEmpty();
		});
	}

	@Test
	void factoryBehindProxyIsReadAndTapped() {
		this.contextRunner.withUserConfiguration(ProxiedFactory.class, ListenerAlone.class)
			.withPropertyValues("spring.kafka.consumer.max-poll-records=10")
			.run((context) -> {
				assertThat(Proxy.isProxyClass(context.getBean(ConsumerFactory.class).getClass())).isTrue();
				ListenerAssessment assessment = assessment(context, "alone");
				assertThat(assessment.watchable()).isTrue();
				assertThat(assessment.judgement().settings().maxPollRecords().value()).isEqualTo(10);
				assertThat(assessment.judgement().findings()).isEmpty();
				assertThat(CapturingConsumerFactory.ofGroup("alone").get(LEASE)).isEqualTo("60000");
			});
	}

	@Test
	void consumersMayBeWrappedByOthersInsideAndOutside() {
		this.contextRunner.withUserConfiguration(WrappedConsumers.class, ListenerAlone.class).run((context) -> {
			assertThat(assessment(context, "alone").watchable()).isTrue();
			Awaitility.await()
				.atMost(Duration.ofSeconds(60))
				.until(() -> !Objects
					.requireNonNull(context.getBean(LeaseGuard.class).snapshot().listeners().get("alone"))
					.consumers()
					.isEmpty());
		});
	}

	@Test
	void factoryThatDoesNotTellItsConfigurationIsSaidSo() {
		this.contextRunner.withUserConfiguration(SilentFactory.class, ListenerAlone.class)
			.withPropertyValues("spring.kafka.listener.auto-startup=false")
			.run((context) -> {
				assertThat(context).hasNotFailed();
				ListenerAssessment assessment = assessment(context, "alone");
				assertThat(assessment.judgement().verdict()).isEqualTo(Verdict.DERIVED);
				assertThat(assessment.judgement().findings()).extracting(Finding::rule, Finding::severity)
					.containsExactlyInAnyOrder(Tuple.tuple("unreadable-configuration", Severity.WARNING));
			});
	}

	@Test
	void factoryThatKnowsNothingOfPostProcessorsIsSaidSo() {
		this.contextRunner.withUserConfiguration(LawWirings.PlainFactory.class)
			.withPropertyValues("spring.kafka.listener.auto-startup=false")
			.run((context) -> assertNotSupported(assessment(context, "payments")));
	}

	@Test
	void factoryThatRefusesPostProcessorsIsSaidSoAndTheApplicationStarts() {
		this.contextRunner.withUserConfiguration(RefusingFactory.class, ListenerAlone.class)
			.withPropertyValues("spring.kafka.listener.auto-startup=false")
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertNotSupported(assessment(context, "alone"));
			});
	}

	private static void assertNotSupported(ListenerAssessment assessment) {
		assertThat(assessment.watchable()).isFalse();
		assertThat(assessment.judgement().findings()).filteredOn("rule", "unwatchable-consumers")
			.singleElement()
			.satisfies((finding) -> {
				assertThat(finding.message()).isEqualTo("The consumer factory does not support post-processors, "
						+ "so the consumers are judged but can't be watched.");
				assertThat(finding.fix()).contains("addPostProcessor()", "DefaultKafkaConsumerFactory");
			});
	}

	@Test
	void typedFactoryThatNobodyUsesIsNoticed() {
		this.contextRunner.withUserConfiguration(TypedFactory.class, ListenerAlone.class)
			.withPropertyValues("spring.kafka.listener.auto-startup=false")
			.run((context) -> {
				Finding finding = assessment(context, "alone").judgement().findings().get(0);
				assertThat(finding.rule()).isEqualTo("unused-factory");
				assertThat(finding.severity()).isEqualTo(Severity.WARNING);
				assertThat(finding.message()).isEqualTo("The consumer factory 'orderConsumerFactory' is used by no "
						+ "listener, and this one uses a factory that is no bean; its max.poll.records=5 is not in force.");
			});
	}

	@Test
	void replyContainerThatIsNoBeanIsGuarded() {
		this.contextRunner.withUserConfiguration(Replying.class).run((context) -> {
			assertThat(assessment(context, "replies@replies").judgement().verdict()).isEqualTo(Verdict.DERIVED);
			assertThat(CapturingConsumerFactory.ofGroup("replies").get(LEASE)).isEqualTo("1576000");
		});
	}

	@Test
	void containerThatNothingTellsOfIsJudgedWhenItStarts(CapturedOutput output) {
		this.contextRunner.withUserConfiguration(LawWirings.Factory.class).run((context) -> {
			@SuppressWarnings("unchecked")
			ConsumerFactory<Object, Object> factory = context.getBean(ConsumerFactory.class);
			KafkaMessageListenerContainer<Object, Object> container = new KafkaMessageListenerContainer<>(factory,
					LawWirings.ByHand.containerProperties(new Properties()));
			container.setApplicationEventPublisher(context);
			container.start();
			try {
				Awaitility.await()
					.atMost(Duration.ofSeconds(60))
					.until(() -> context.getBean(ListenerAssessments.class).get("payments@t") != null);
				assertThat(assessment(context, "payments@t").judgement().verdict()).isEqualTo(Verdict.VIOLATION);
				assertThat(CapturingConsumerFactory.ofGroup("payments")).doesNotContainKey(LEASE);
				assertThat(output).contains("ERROR payments@t [lease-too-short]");
			}
			finally {
				container.stop();
			}
		});
	}

	@Test
	void annotationIsReadThoughTheRegistryIsTheApplicationsOwn() {
		this.contextRunner.withUserConfiguration(OwnRegistry.class).run((context) -> {
			assertThat(context.getBean(KafkaListenerEndpointRegistry.class).getClass())
				.isEqualTo(KafkaListenerEndpointRegistry.class);
			assertThat(assessment(context, "payments").judgement().terms().recordTimeout())
				.isEqualTo(Duration.ofSeconds(1));
		});
	}

	@Test
	void allProblemsOfAllPlacesComeInOneMessage() {
		this.contextRunner.withUserConfiguration(LawWirings.Terms.class, ListenerAlone.class)
			.withPropertyValues("timeout=soon", "lease-guard.safety-factor=0.5",
					"lease-guard.listeners.alone.min-lease=2h")
			.run((context) -> {
				Throwable failure = context.getStartupFailure();
				while (failure != null && !(failure instanceof LeaseViolationException)) {
					failure = failure.getCause();
				}
				LeaseViolationException violation = (LeaseViolationException) Objects.requireNonNull(failure);
				assertThat(violation.findings()).extracting(Finding::subject)
					.containsExactlyInAnyOrder("lease-guard.safety-factor", "payments", "alone");
				assertThat(violation).hasMessageContaining(
						"@LeaseTerms(recordTimeout) on io.leaseguard.autoconfigure.LawWirings$Terms.listen is 'soon', "
								+ "but it must be a duration, for example 2s.");
				assertThat(violation.remedies()).containsEntry("alone",
						"lease-guard.listeners.alone.max-detection-delay=2h");
			});
	}

	private static ListenerAssessment assessment(ApplicationContext context, String listener) {
		ListenerAssessment assessment = context.getBean(ListenerAssessments.class).get(listener);
		assertThat(assessment).as(context.getBean(ListenerAssessments.class).all().toString()).isNotNull();
		return Objects.requireNonNull(assessment);
	}

	static <T> T proxy(Class<T> type, T target) {
		return type
			.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type }, (proxy, method, arguments) -> {
				try {
					return method.invoke(target, arguments);
				}
				catch (InvocationTargetException ex) {
					throw ex.getTargetException();
				}
			}));
	}

	@Configuration(proxyBeanMethods = false)
	@Import(LawWirings.Factory.class)
	static class Prototype {

		@Bean
		@Scope(ConfigurableBeanFactory.SCOPE_PROTOTYPE)
		KafkaMessageListenerContainer<Object, Object> prototype(ConsumerFactory<Object, Object> factory) {
			PROTOTYPES.incrementAndGet();
			return new KafkaMessageListenerContainer<>(factory,
					LawWirings.ByHand.containerProperties(new Properties()));
		}

	}

	/**
	 * What Spring Boot leaves to the parent does not reach the listeners of a child.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableKafka
	static class EnableKafkaHere {

	}

	@Configuration(proxyBeanMethods = false)
	static class ListenerAlone {

		@KafkaListener(id = "alone", topics = "t")
		void listen(String value) {
		}

	}

	@Configuration(proxyBeanMethods = false)
	@Import(LawWirings.Factory.class)
	static class Share {

		@Bean
		ShareKafkaMessageListenerContainer<String, String> share() {
			ContainerProperties properties = new ContainerProperties("t");
			properties.setGroupId("share");
			ShareKafkaMessageListenerContainer<String, String> container = new ShareKafkaMessageListenerContainer<>(
					new DefaultShareConsumerFactory<>(Map.of()), properties);
			container.setAutoStartup(false);
			return container;
		}

	}

	@Configuration(proxyBeanMethods = false)
	@Import(LawWirings.Factory.class)
	static class ProxiedFactory {

		@Bean
		static BeanPostProcessor proxying() {
			return new BeanPostProcessor() {

				@Override
				public Object postProcessBeforeInitialization(Object bean, String beanName) {
					return (bean instanceof ConsumerFactory<?, ?> factory) ? proxy(ConsumerFactory.class, factory)
							: bean;
				}

			};
		}

	}

	@Configuration(proxyBeanMethods = false)
	@Import(LawWirings.Factory.class)
	static class WrappedConsumers {

		@Bean
		static BeanPostProcessor wrapping() {
			return new BeanPostProcessor() {

				@Override
				public Object postProcessBeforeInitialization(Object bean, String beanName) {
					// Before the guard, that is inside.
					return wrap(bean);
				}

			};
		}

		@Bean
		Object wrappingAgain(ConsumerFactory<Object, Object> factory) {
			// After the guard, that is outside.
			return wrap(factory);
		}

		private static Object wrap(Object bean) {
			if (bean instanceof CapturingConsumerFactory factory) {
				ConsumerPostProcessor<Object, Object> processor = WrappedConsumers::wrapped;
				factory.addPostProcessor(processor);
			}
			return bean;
		}

		@SuppressWarnings("unchecked")
		private static Consumer<Object, Object> wrapped(Consumer<Object, Object> consumer) {
			return proxy(Consumer.class, consumer);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class RefusingFactory {

		@Bean
		ConsumerFactory<Object, Object> kafkaConsumerFactory() {
			return new DefaultKafkaConsumerFactory<>(Map.of()) {

				@Override
				public void addPostProcessor(ConsumerPostProcessor<Object, Object> postProcessor) {
					throw new UnsupportedOperationException();
				}

			};
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class SilentFactory {

		@Bean
		ConsumerFactory<Object, Object> kafkaConsumerFactory() {
			return new DefaultKafkaConsumerFactory<>(Map.of()) {

				@Override
				public Map<String, Object> getConfigurationProperties() {
					throw new UnsupportedOperationException();
				}

			};
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class TypedFactory {

		@Bean
		ConsumerFactory<String, Integer> orderConsumerFactory() {
			return new DefaultKafkaConsumerFactory<>(Map.of("max.poll.records", 5));
		}

	}

	@Configuration(proxyBeanMethods = false)
	@Import(LawWirings.Factory.class)
	static class Replying {

		@Bean
		static ConcurrentKafkaListenerContainerFactory<Object, Object> replyContainerFactory(
				ConsumerFactory<Object, Object> consumers) {
			ConcurrentKafkaListenerContainerFactory<Object, Object> factory = new ConcurrentKafkaListenerContainerFactory<>();
			factory.setConsumerFactory(consumers);
			return factory;
		}

		@Bean
		ReplyingKafkaTemplate<Object, Object, Object> replyingTemplate(ProducerFactory<Object, Object> producers,
				@Qualifier("replyContainerFactory") ConcurrentKafkaListenerContainerFactory<Object, Object> containers) {
			ConcurrentMessageListenerContainer<Object, Object> replies = containers.createContainer("replies");
			replies.getContainerProperties().setGroupId("replies");
			return new ReplyingKafkaTemplate<>(producers, replies);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@Import(LawWirings.Factory.class)
	static class OwnRegistry {

		@Bean(KafkaListenerConfigUtils.KAFKA_LISTENER_ENDPOINT_REGISTRY_BEAN_NAME)
		static KafkaListenerEndpointRegistry registry() {
			return new KafkaListenerEndpointRegistry();
		}

		@LeaseTerms(recordTimeout = "1s")
		@KafkaListener(id = "payments", topics = "t")
		void listen(String value) {
		}

	}

	/**
	 * A context of the old kind, which can be refreshed again and again.
	 */
	static class Refreshable extends AbstractRefreshableApplicationContext {

		@Override
		protected void loadBeanDefinitions(DefaultListableBeanFactory beanFactory) {
			new AnnotatedBeanDefinitionReader(beanFactory, getEnvironment()).register(LawWirings.Annotated.class,
					KafkaAutoConfiguration.class, LeaseGuardAutoConfiguration.class);
		}

	}

}
