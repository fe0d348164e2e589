package io.leaseguard.container;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.springframework.kafka.config.ConcurrentKafkaListenerContainerFactory;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.KafkaOperations;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.core.ProducerFactory;
import org.springframework.kafka.listener.AfterRollbackProcessor;
import org.springframework.kafka.listener.BackOffHandler;
import org.springframework.kafka.listener.BatchMessageListener;
import org.springframework.kafka.listener.CommonContainerStoppingErrorHandler;
import org.springframework.kafka.listener.CommonDelegatingErrorHandler;
import org.springframework.kafka.listener.CommonErrorHandler;
import org.springframework.kafka.listener.CommonLoggingErrorHandler;
import org.springframework.kafka.listener.CommonMixedErrorHandler;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.kafka.listener.ContainerPausingBackOffHandler;
import org.springframework.kafka.listener.DeadLetterPublishingRecoverer;
import org.springframework.kafka.listener.DefaultAfterRollbackProcessor;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.kafka.listener.ListenerContainerPauseService;
import org.springframework.kafka.listener.MessageListener;
import org.springframework.kafka.support.ExponentialBackOffWithMaxRetries;
import org.springframework.kafka.transaction.KafkaTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.util.backoff.BackOff;
import org.springframework.util.backoff.BackOffExecution;
import org.springframework.util.backoff.ExponentialBackOff;
import org.springframework.util.backoff.FixedBackOff;

import io.leaseguard.lease.FixedCosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link FixedCostsReader} on the containers that spring-kafka itself builds.
 */
class FixedCostsReaderTests {

	private static final FixedBackOff TEN_SECONDS = new FixedBackOff(10_000, 3);

	@Test
	void containerAsItComesCostsNothing() {
		assertThat(record((container) -> {
		})).isEqualTo(FixedCosts.NONE);
		assertThat(batch((container) -> {
		})).isEqualTo(FixedCosts.NONE);
		assertThat(record(new DefaultErrorHandler())).isEqualTo(FixedCosts.NONE);
	}

	@Test
	void fixedBackOffCostsOneStep() {
		assertCosts(record(new DefaultErrorHandler(TEN_SECONDS)), Map.of(FixedCosts.RETRY_BACKOFF, 10_000L));
		assertThat(record(new DefaultErrorHandler(new FixedBackOff(10_000, 0)))).isEqualTo(FixedCosts.NONE);
	}

	@Test
	void exponentialBackOffCostsItsLargestStepAndNotTheSum() {
		ExponentialBackOff endless = new ExponentialBackOff(1_000, 2);
		assertCosts(record(new DefaultErrorHandler(endless)), Map.of(FixedCosts.RETRY_BACKOFF, 30_000L));
		ExponentialBackOffWithMaxRetries four = new ExponentialBackOffWithMaxRetries(4);
		four.setInitialInterval(1_000);
		four.setMultiplier(2);
		assertCosts(record(new DefaultErrorHandler(four)), Map.of(FixedCosts.RETRY_BACKOFF, 8_000L));
	}

	@Test
	void backOffOfTheApplicationIsUnknown() {
		BackOff own = () -> () -> BackOffExecution.STOP;
		assertUnknown(record(new DefaultErrorHandler(own)), FixedCosts.RETRY_BACKOFF);
		assertUnknown(record(new DefaultErrorHandler(new FixedBackOff(1, 1) {
		})), FixedCosts.RETRY_BACKOFF);
		assertUnknown(record(new DefaultErrorHandler(null, TEN_SECONDS, new BackOffHandler() {
		})), FixedCosts.RETRY_BACKOFF);
	}

	@Test
	void backOffFunctionLeavesOnlyTheLeastKnown() {
		DefaultErrorHandler handler = new DefaultErrorHandler(TEN_SECONDS);
		handler.setBackOffFunction((record, exception) -> new FixedBackOff(60_000, 1));
		FixedCosts costs = record(handler);
		assertCosts(costs, Map.of(FixedCosts.RETRY_BACKOFF, 10_000L));
		assertThat(costs.unknown()).containsExactly(FixedCosts.RETRY_BACKOFF);
	}

	@Test
	void backOffThatPausesTheContainerCostsNothing() {
		ContainerPausingBackOffHandler pausing = new ContainerPausingBackOffHandler(
				mock(ListenerContainerPauseService.class));
		assertThat(record(new DefaultErrorHandler(null, TEN_SECONDS, pausing))).isEqualTo(FixedCosts.NONE);
	}

	@Test
	void batchListenerThatNamesTheFailedRecordSleepsOnce() {
		assertCosts(batch(new DefaultErrorHandler(TEN_SECONDS)), Map.of(FixedCosts.RETRY_BACKOFF, 10_000L));
	}

	@Test
	void handlersThatLogOrStopCostNothing() {
		assertThat(record(new CommonLoggingErrorHandler())).isEqualTo(FixedCosts.NONE);
		assertThat(record(new CommonContainerStoppingErrorHandler())).isEqualTo(FixedCosts.NONE);
	}

	@Test
	void handlerOfTheApplicationIsUnknown() {
		assertUnknown(record(new CommonErrorHandler() {
		}), FixedCosts.RETRY_BACKOFF, FixedCosts.RECOVERY);
		assertUnknown(record(new CommonLoggingErrorHandler() {
		}), FixedCosts.RETRY_BACKOFF, FixedCosts.RECOVERY);
	}

	@Test
	void delegatesCostTheWorstOfThem() {
		CommonDelegatingErrorHandler delegating = new CommonDelegatingErrorHandler(
				new DefaultErrorHandler(new FixedBackOff(1_000, 1)));
		delegating.addDelegate(IllegalStateException.class, new DefaultErrorHandler(TEN_SECONDS));
		assertCosts(record(delegating), Map.of(FixedCosts.RETRY_BACKOFF, 10_000L));
		delegating.addDelegate(IllegalArgumentException.class, new DefaultErrorHandler((record, exception) -> {
		}));
		assertThat(record(delegating).unknown()).containsExactly(FixedCosts.RECOVERY);
	}

	@Test
	void mixedHandlerCostsWhatTheKindOfListenerMeets() {
		CommonMixedErrorHandler mixed = new CommonMixedErrorHandler(new DefaultErrorHandler(TEN_SECONDS),
				new CommonLoggingErrorHandler());
		assertCosts(record(mixed), Map.of(FixedCosts.RETRY_BACKOFF, 10_000L));
		assertThat(batch(mixed)).isEqualTo(FixedCosts.NONE);
	}

	@Test
	void deadLetterPublicationCostsLookUpAndSendAndWait() {
		assertCosts(record(new DefaultErrorHandler(new DeadLetterPublishingRecoverer(template(Map.of())))),
				Map.of(FixedCosts.RECOVERY, 5_000L + 60_000 + 125_000));
	}

	@Test
	void deadLetterPublicationFollowsItsProducer() {
		DeadLetterPublishingRecoverer recoverer = new DeadLetterPublishingRecoverer(
				template(Map.of("max.block.ms", "2000", "delivery.timeout.ms", 40_000)));
		assertCosts(record(new DefaultErrorHandler(recoverer)), Map.of(FixedCosts.RECOVERY, 5_000L + 2_000 + 45_000));
	}

	@Test
	void deadLetterPublicationFollowsItsOwnSettings() {
		DeadLetterPublishingRecoverer recoverer = new DeadLetterPublishingRecoverer(template(Map.of()));
		recoverer.setPartitionInfoTimeout(Duration.ofSeconds(1));
		recoverer.setTimeoutBuffer(0);
		recoverer.setWaitForSendResultTimeout(Duration.ofMinutes(10));
		assertCosts(record(new DefaultErrorHandler(recoverer)), Map.of(FixedCosts.RECOVERY, 1_000L + 60_000 + 600_000));
		recoverer.setVerifyPartition(false);
		recoverer.setFailIfSendResultIsError(false);
		assertCosts(record(new DefaultErrorHandler(recoverer)), Map.of(FixedCosts.RECOVERY, 60_000L));
	}

	@Test
	void deadLetterPublicationByTypeCostsTheSlowestProducer() {
		Map<Class<?>, KafkaOperations<?, ?>> templates = new LinkedHashMap<>();
		templates.put(String.class, template(Map.of("max.block.ms", 1_000)));
		templates.put(Object.class, template(Map.of("max.block.ms", 70_000)));
		assertCosts(record(new DefaultErrorHandler(new DeadLetterPublishingRecoverer(templates))),
				Map.of(FixedCosts.RECOVERY, 5_000L + 70_000 + 125_000));
	}

	@Test
	void deadLetterPublicationInATransactionOfItsOwnBlocksThreeTimes() {
		DefaultKafkaProducerFactory<String, String> factory = producerFactory(Map.of());
		factory.setTransactionIdPrefix("tx-");
		DeadLetterPublishingRecoverer recoverer = new DeadLetterPublishingRecoverer(new KafkaTemplate<>(factory));
		assertCosts(record(new DefaultErrorHandler(recoverer)),
				Map.of(FixedCosts.RECOVERY, 5_000L + 3 * 60_000 + 125_000));
	}

	@Test
	void deadLetterPublicationWithATemplateOutOfSightIsUnknown() {
		KafkaTemplate<?, ?> template = template(Map.of());
		assertUnknown(
				record(new DefaultErrorHandler(
						new DeadLetterPublishingRecoverer((out) -> template, (record, exception) -> null))),
				FixedCosts.RECOVERY);
		ProducerFactory<?, ?> silent = new SilentProducerFactory();
		assertUnknown(record(new DefaultErrorHandler(new DeadLetterPublishingRecoverer(new KafkaTemplate<>(silent)))),
				FixedCosts.RECOVERY);
	}

	@Test
	void recovererOfTheApplicationIsUnknown() {
		assertUnknown(record(new DefaultErrorHandler((record, exception) -> {
		})), FixedCosts.RECOVERY);
	}

	@Test
	void rollbackCostsBesideTheErrorHandler() {
		FixedCosts costs = record((container) -> {
			container.getContainerProperties().setKafkaAwareTransactionManager(transactionManager(Map.of()));
			container.setCommonErrorHandler(new DefaultErrorHandler(new FixedBackOff(1_000, 1)));
			container.setAfterRollbackProcessor(new DefaultAfterRollbackProcessor<>(
					new DeadLetterPublishingRecoverer(template(Map.of())), TEN_SECONDS));
		});
		assertCosts(costs, Map.of(FixedCosts.RETRY_BACKOFF, 1_000L, FixedCosts.ROLLBACK_BACKOFF, 10_000L,
				FixedCosts.ROLLBACK_RECOVERY, 190_000L));
	}

	@Test
	void rollbackCostsNothingWithoutTransactions() {
		assertThat(record(
				(container) -> container.setAfterRollbackProcessor(new DefaultAfterRollbackProcessor<>(TEN_SECONDS))))
			.isEqualTo(FixedCosts.NONE);
	}

	@Test
	void rollbackOfABatchSleepsWhateverTheBackOffHandler() {
		Consumer<ConcurrentMessageListenerContainer<Object, Object>> customizer = (container) -> {
			container.getContainerProperties().setKafkaAwareTransactionManager(transactionManager(Map.of()));
			container.setAfterRollbackProcessor(new DefaultAfterRollbackProcessor<>(
					new DeadLetterPublishingRecoverer(template(Map.of())), TEN_SECONDS,
					new ContainerPausingBackOffHandler(mock(ListenerContainerPauseService.class)), null, false));
		};
		assertCosts(batch(customizer), Map.of(FixedCosts.ROLLBACK_BACKOFF, 10_000L));
		assertCosts(
				batch(customizer
					.andThen((container) -> container.getContainerProperties().setBatchRecoverAfterRollback(true))),
				Map.of(FixedCosts.ROLLBACK_BACKOFF, 10_000L, FixedCosts.ROLLBACK_RECOVERY, 190_000L));
		assertCosts(record(customizer), Map.of(FixedCosts.ROLLBACK_RECOVERY, 190_000L));
	}

	@Test
	void rollbackProcessorOfTheApplicationIsUnknown() {
		AfterRollbackProcessor<Object, Object> own = (records, consumer, container, exception, recoverable, eos) -> {
		};
		assertUnknown(record((container) -> {
			container.getContainerProperties().setKafkaAwareTransactionManager(transactionManager(Map.of()));
			container.setAfterRollbackProcessor(own);
		}), FixedCosts.ROLLBACK_BACKOFF, FixedCosts.ROLLBACK_RECOVERY);
	}

	@Test
	@SuppressWarnings({ "deprecation", "removal" })
	void anyTransactionManagerMakesForRollbacks() {
		FixedCosts costs = record((container) -> {
			container.getContainerProperties().setTransactionManager(mock(PlatformTransactionManager.class));
			container.setAfterRollbackProcessor(new DefaultAfterRollbackProcessor<>(TEN_SECONDS));
		});
		assertCosts(costs, Map.of(FixedCosts.ROLLBACK_BACKOFF, 10_000L));
	}

	@Test
	void commitCostsOnlyWithATimeoutOfTheApplication() {
		assertCosts(
				record((container) -> container.getContainerProperties().setSyncCommitTimeout(Duration.ofSeconds(5))),
				Map.of(FixedCosts.COMMIT, 5_000L));
		assertThat(record((container) -> {
			container.getContainerProperties().setSyncCommitTimeout(Duration.ofSeconds(5));
			container.getContainerProperties().setSyncCommits(false);
		})).isEqualTo(FixedCosts.NONE);
		assertThat(record((container) -> {
			container.getContainerProperties().setSyncCommitTimeout(Duration.ofSeconds(5));
			container.getContainerProperties().setKafkaAwareTransactionManager(transactionManager(Map.of()));
		})).isEqualTo(FixedCosts.NONE);
	}

	@Test
	void commitTimeoutThatTheContainerHasWrittenItselfIsNotOneOfTheApplication() {
		assertThat(
				record((container) -> container.getContainerProperties().setSyncCommitTimeout(Duration.ofMinutes(1))))
			.isEqualTo(FixedCosts.NONE);
		assertThat(record((container) -> {
			container.getContainerProperties().setSyncCommitTimeout(Duration.ofSeconds(7));
			container.getContainerProperties().getKafkaConsumerProperties().put("default.api.timeout.ms", "7000");
		})).isEqualTo(FixedCosts.NONE);
	}

	@Test
	void autoCommitCostsNothing() {
		assertThat(record((container) -> {
			container.getContainerProperties().setSyncCommitTimeout(Duration.ofSeconds(5));
			container.getContainerProperties().getKafkaConsumerProperties().put("enable.auto.commit", "true");
		})).isEqualTo(FixedCosts.NONE);
	}

	@Test
	void authRetryAndSleepBetweenPollsCost() {
		FixedCosts costs = record((container) -> {
			container.getContainerProperties().setAuthExceptionRetryInterval(Duration.ofSeconds(10));
			container.getContainerProperties().setIdleBetweenPolls(20_000);
		});
		assertCosts(costs, Map.of(FixedCosts.AUTH_RETRY, 10_000L, FixedCosts.IDLE_BETWEEN_POLLS, 20_000L,
				FixedCosts.IDLE_MARGIN, 5_000L));
	}

	@Test
	void retryWithoutEndIsTold() {
		assertThat(endless(new DefaultErrorHandler(new FixedBackOff(1_000)))).isTrue();
		assertThat(endless(new DefaultErrorHandler(new ExponentialBackOff()))).isTrue();
		assertThat(endless(new CommonMixedErrorHandler(new DefaultErrorHandler(new FixedBackOff(1_000)),
				new CommonLoggingErrorHandler())))
			.isTrue();
		assertThat(endless(new DefaultErrorHandler())).isFalse();
		assertThat(endless(new DefaultErrorHandler(new ExponentialBackOffWithMaxRetries(3)))).isFalse();
		assertThat(endless(new CommonErrorHandler() {
		})).isFalse();
	}

	@Test
	void delegatesThatGoRoundInCirclesAreUnknown() {
		CommonDelegatingErrorHandler delegating = new CommonDelegatingErrorHandler(new DefaultErrorHandler());
		delegating.addDelegate(IllegalStateException.class, delegating);
		assertUnknown(record(delegating), FixedCosts.RETRY_BACKOFF, FixedCosts.RECOVERY);
	}

	private boolean endless(CommonErrorHandler handler) {
		ConcurrentMessageListenerContainer<Object, Object> container = container(false);
		container.setCommonErrorHandler(handler);
		return ContainerConfiguration.of(container, Map.of()).facts().container().retriesForever();
	}

	private void assertCosts(FixedCosts costs, Map<String, Long> parts) {
		Map<String, Long> actual = new HashMap<>();
		costs.parts().forEach((name, cost) -> actual.put(name, cost.toMillis()));
		assertThat(actual).isEqualTo(parts);
	}

	private void assertUnknown(FixedCosts costs, String... names) {
		assertThat(costs.parts()).isEmpty();
		assertThat(costs.unknown()).containsExactly(names);
	}

	private FixedCosts record(CommonErrorHandler handler) {
		return record((container) -> container.setCommonErrorHandler(handler));
	}

	private FixedCosts batch(CommonErrorHandler handler) {
		return batch((container) -> container.setCommonErrorHandler(handler));
	}

	private FixedCosts record(Consumer<ConcurrentMessageListenerContainer<Object, Object>> customizer) {
		return read(false, customizer);
	}

	private FixedCosts batch(Consumer<ConcurrentMessageListenerContainer<Object, Object>> customizer) {
		return read(true, customizer);
	}

	private FixedCosts read(boolean batch, Consumer<ConcurrentMessageListenerContainer<Object, Object>> customizer) {
		ConcurrentMessageListenerContainer<Object, Object> container = container(batch);
		customizer.accept(container);
		return ContainerConfiguration.of(container, Map.of()).fixedCosts();
	}

	static ConcurrentMessageListenerContainer<Object, Object> container(boolean batch) {
		ConcurrentKafkaListenerContainerFactory<Object, Object> factory = new ConcurrentKafkaListenerContainerFactory<>();
		factory.setConsumerFactory(new DefaultKafkaConsumerFactory<>(Map.of("bootstrap.servers", "localhost:1",
				"key.deserializer", StringDeserializer.class, "value.deserializer", StringDeserializer.class)));
		ConcurrentMessageListenerContainer<Object, Object> container = factory.createContainer("topic");
		container.setBeanName("listener");
		if (batch) {
			container.setupMessageListener(
					(BatchMessageListener<Object, Object>) (List<ConsumerRecord<Object, Object>> records) -> {
					});
		}
		else {
			container.setupMessageListener((MessageListener<Object, Object>) (record) -> {
			});
		}
		return container;
	}

	static KafkaTransactionManager<String, String> transactionManager(Map<String, Object> producer) {
		DefaultKafkaProducerFactory<String, String> factory = producerFactory(producer);
		factory.setTransactionIdPrefix("tx-");
		return new KafkaTransactionManager<>(factory);
	}

	private static KafkaTemplate<String, String> template(Map<String, Object> producer) {
		return new KafkaTemplate<>(producerFactory(producer));
	}

	private static DefaultKafkaProducerFactory<String, String> producerFactory(Map<String, Object> producer) {
		Map<String, Object> configuration = new HashMap<>(producer);
		configuration.put("bootstrap.servers", "localhost:1");
		return new DefaultKafkaProducerFactory<>(configuration, new StringSerializer(), new StringSerializer());
	}

	/**
	 * A factory that does not tell its configuration.
	 */
	private static final class SilentProducerFactory implements ProducerFactory<Object, Object> {

		@Override
		public Producer<Object, Object> createProducer() {
			throw new UnsupportedOperationException();
		}

	}

}
