package io.leaseguard.autoconfigure;

import java.lang.reflect.Type;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.MethodParameter;
import org.springframework.kafka.annotation.KafkaHandler;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.annotation.KafkaListenerConfigurer;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.support.KafkaUtils;
import org.springframework.kafka.support.converter.MessagingMessageConverter;
import org.springframework.kafka.support.converter.RecordMessageConverter;
import org.springframework.messaging.Message;
import org.springframework.messaging.handler.annotation.Payload;
import org.springframework.messaging.handler.invocation.HandlerMethodArgumentResolver;

import io.leaseguard.deadline.LeaseDeadline;
import io.leaseguard.watchdog.LeaseGuard;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of {@link LeaseDeadline} in listeners on a real broker.
 */
class LeaseDeadlineIntegrationTests {

	private static final Map<String, Seen> SEEN = new ConcurrentHashMap<>();

	private static final Map<String, Type> TYPES = new ConcurrentHashMap<>();

	private final String topic = "t-" + UUID.randomUUID();

	@BeforeEach
	void prepare() {
		EmbeddedBroker.createTopic(this.topic, 1);
		SEEN.clear();
		TYPES.clear();
	}

	@Test
	void listenersOfEveryKindGetTheirDeadline() {
		contextRunner()
			.withPropertyValues("lease-guard.record-timeout=2s", "lease-guard.listeners.slow.record-timeout=50ms",
					"lease-guard.listeners.batch.batch-timeout=20s", "lease-guard.listeners.unguarded.enabled=false")
			.run((context) -> {
				assertThat(context).hasNotFailed();
				sendAndAwaitAll(context);
			});
		for (String listener : List.of("payload", "first", "annotated", "record", "first of record", "class", "below",
				"own argument")) {
			Seen seen = seen(listener);
			assertThat(seen.work).as(listener).isPositive().isLessThanOrEqualTo(Duration.ofSeconds(2));
			assertThat(seen.lease).as(listener).isGreaterThan(Duration.ofMinutes(20));
			assertThat(seen.remaining).as(listener).isPositive().isLessThanOrEqualTo(Duration.ofSeconds(2));
			assertThat(seen.expired).as(listener).isFalse();
		}
		assertThat(seen("batch").work).isPositive().isLessThanOrEqualTo(Duration.ofSeconds(20));
		assertThat(seen("batch records").work).isEqualTo(LeaseDeadline.UNBOUNDED);
		assertThat(seen("batch records").lease).isLessThan(Duration.ofHours(1));
		assertThat(seen("slow").expired).isTrue();
		assertThat(seen("slow").remaining).isZero();
		assertThat(seen("slow").lease).isPositive();
		assertThat(seen("unguarded").remaining).isEqualTo(LeaseDeadline.UNBOUNDED);
		assertThat(seen("elsewhere").remaining).isEqualTo(LeaseDeadline.UNBOUNDED);
	}

	@Test
	void recordsArriveWithoutADeadlineWhenTheGuardIsSwitchedOff() {
		contextRunner().withPropertyValues("lease-guard.enabled=false").run((context) -> {
			assertThat(context).hasNotFailed().doesNotHaveBean(LeaseGuard.class);
			sendAndAwaitAll(context);
		});
		assertThat(SEEN).allSatisfy((listener, seen) -> {
			assertThat(seen.remaining).as(listener).isEqualTo(LeaseDeadline.UNBOUNDED);
			assertThat(seen.expired).as(listener).isFalse();
		});
	}

	@Test
	void converterIsToldTheTypeOfTheFirstParameterWithoutAnnotation() {
		contextRunner().withUserConfiguration(TypedConverter.class).run((context) -> {
			assertThat(context).hasNotFailed();
			sendAndAwaitAll(context);
		});
		assertThat(TYPES).containsEntry("payload", String.class)
			.containsEntry("annotated", String.class)
			.containsEntry("first", LeaseDeadline.class);
	}

	@Test
	void springBootFindsTheParameterOfListeners() {
		assertThat(ImportCandidates.load(AutoConfiguration.class, getClass().getClassLoader()).getCandidates())
			.contains(LeaseDeadlineAutoConfiguration.class.getName());
	}

	private ApplicationContextRunner contextRunner() {
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(KafkaAutoConfiguration.class, LeaseGuardAutoConfiguration.class,
					LeaseDeadlineAutoConfiguration.class))
			.withUserConfiguration(Listeners.class, ClassListener.class)
			.withPropertyValues("spring.kafka.bootstrap-servers=" + EmbeddedBroker.bootstrapServers(),
					"spring.kafka.consumer.auto-offset-reset=earliest", "topic=" + this.topic);
	}

	private void sendAndAwaitAll(ApplicationContext context) {
		@SuppressWarnings("unchecked")
		KafkaTemplate<String, String> template = context.getBean(KafkaTemplate.class);
		template.send(this.topic, "value").join();
		Awaitility.await()
			.atMost(Duration.ofSeconds(60))
			.untilAsserted(() -> assertThat(SEEN).containsKeys("payload", "first", "annotated", "record",
					"first of record", "class", "below", "batch", "batch records", "slow", "unguarded", "elsewhere",
					"own argument"));
	}

	private static Seen seen(String listener) {
		return Objects.requireNonNull(SEEN.get(listener), listener);
	}

	private static void see(String listener, LeaseDeadline deadline) {
		SEEN.put(listener, new Seen(deadline.remaining(), deadline.workRemaining(), deadline.leaseRemaining(),
				deadline.isExpired()));
	}

	/**
	 * What a listener has seen of its deadline.
	 *
	 * @param remaining what remains
	 * @param work what remains for the work
	 * @param lease what remains of the lease
	 * @param expired whether it has expired
	 */
	record Seen(Duration remaining, Duration work, Duration lease, boolean expired) {
	}

	/**
	 * An argument of the application's own.
	 */
	record Own() {
	}

	@Configuration(proxyBeanMethods = false)
	static class Listeners {

		@KafkaListener(id = "payload", topics = "${topic}")
		void payload(String value, LeaseDeadline deadline) {
			see("payload", deadline);
			see("below", LeaseDeadline.current());
			CompletableFuture.runAsync(() -> see("elsewhere", LeaseDeadline.current())).join();
		}

		@KafkaListener(id = "first", topics = "${topic}")
		void first(LeaseDeadline deadline, String value) {
			assertThat(value).isEqualTo("value");
			see("first", deadline);
		}

		@KafkaListener(id = "firstOfRecord", topics = "${topic}")
		void firstOfRecord(LeaseDeadline deadline, ConsumerRecord<String, String> record) {
			see("first of record", deadline);
		}

		@KafkaListener(id = "annotated", topics = "${topic}")
		void annotated(LeaseDeadline deadline, @Payload String value) {
			see("annotated", deadline);
		}

		@KafkaListener(id = "record", topics = "${topic}")
		void record(ConsumerRecord<String, String> record, LeaseDeadline deadline) {
			see("record", deadline);
		}

		@KafkaListener(id = "own", topics = "${topic}")
		void own(String value, Own own, LeaseDeadline deadline) {
			see("own argument", deadline);
		}

		@KafkaListener(id = "batch", topics = "${topic}", batch = "true")
		void batch(List<String> values, LeaseDeadline deadline) {
			see("batch", deadline);
		}

		@KafkaListener(id = "batchRecords", topics = "${topic}", batch = "true")
		void batchRecords(List<ConsumerRecord<String, String>> records) {
			see("batch records", LeaseDeadline.current());
		}

		@KafkaListener(id = "slow", topics = "${topic}")
		void slow(String value, LeaseDeadline deadline) throws InterruptedException {
			Thread.sleep(100);
			see("slow", deadline);
		}

		@KafkaListener(id = "unguarded", topics = "${topic}")
		void unguarded(String value, LeaseDeadline deadline) {
			see("unguarded", deadline);
		}

		@Bean
		KafkaListenerConfigurer ownConfigurer() {
			return (registrar) -> registrar.setCustomMethodArgumentResolvers(new HandlerMethodArgumentResolver() {

				@Override
				public boolean supportsParameter(MethodParameter parameter) {
					return parameter.getParameterType() == Own.class;
				}

				@Override
				public Object resolveArgument(MethodParameter parameter, Message<?> message) {
					return new Own();
				}

			});
		}

	}

	/**
	 * A converter that is told the type to convert to, as those for JSON are.
	 */
	@Configuration(proxyBeanMethods = false)
	static class TypedConverter {

		@Bean
		RecordMessageConverter typedConverter() {
			return new MessagingMessageConverter() {

				@Override
				protected Object extractAndConvertValue(ConsumerRecord<?, ?> record, @Nullable Type type) {
					if (type != null) {
						TYPES.put(Objects.requireNonNull(KafkaUtils.getConsumerGroupId()), type);
					}
					return super.extractAndConvertValue(record, type);
				}

			};
		}

	}

	@KafkaListener(id = "class", topics = "${topic}")
	static class ClassListener {

		@KafkaHandler
		void string(String value, LeaseDeadline deadline) {
			see("class", deadline);
		}

		@KafkaHandler
		void number(Integer value) {
		}

	}

}
