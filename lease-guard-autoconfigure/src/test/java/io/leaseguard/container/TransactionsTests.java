package io.leaseguard.container;

import java.util.Map;

import org.junit.jupiter.api.Test;
import org.springframework.kafka.core.ProducerFactory;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.kafka.transaction.KafkaAwareTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link Transactions}.
 */
class TransactionsTests {

	private final ConcurrentMessageListenerContainer<Object, Object> container = FixedCostsReaderTests.container(false);

	@Test
	void withoutTransactionsThereIsNoTimeout() {
		assertThat(Transactions.timeoutMs(this.container)).isNull();
		assertThat(Transactions.ofKafka(this.container)).isFalse();
	}

	@Test
	void timeoutIsTheOneOfTheProducer() {
		this.container.getContainerProperties()
			.setKafkaAwareTransactionManager(FixedCostsReaderTests.transactionManager(Map.of()));
		assertThat(Transactions.timeoutMs(this.container)).isEqualTo(60_000);
		this.container.getContainerProperties()
			.setKafkaAwareTransactionManager(
					FixedCostsReaderTests.transactionManager(Map.of("transaction.timeout.ms", "90000")));
		assertThat(Transactions.timeoutMs(this.container)).isEqualTo(90_000);
		assertThat(Transactions.ofKafka(this.container)).isTrue();
	}

	@Test
	@SuppressWarnings({ "deprecation", "removal" })
	void otherTransactionsHaveNoProducer() {
		this.container.getContainerProperties().setTransactionManager(mock(PlatformTransactionManager.class));
		assertThat(Transactions.timeoutMs(this.container)).isNull();
		assertThat(Transactions.ofKafka(this.container)).isFalse();
	}

	@Test
	void factoryThatDoesNotTellIsNoFailure() {
		ProducerFactory<Object, Object> factory = mock();
		KafkaAwareTransactionManager<Object, Object> manager = mock();
		given(factory.getConfigurationProperties()).willThrow(new UnsupportedOperationException());
		given(manager.getProducerFactory()).willReturn(factory);
		this.container.getContainerProperties().setKafkaAwareTransactionManager(manager);
		assertThat(Transactions.timeoutMs(this.container)).isNull();
	}

}
