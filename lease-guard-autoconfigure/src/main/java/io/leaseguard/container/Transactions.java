package io.leaseguard.container;

import java.util.Map;

import org.apache.kafka.clients.producer.ProducerConfig;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.listener.AbstractMessageListenerContainer;
import org.springframework.kafka.listener.AfterRollbackProcessor;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.DefaultAfterRollbackProcessor;
import org.springframework.kafka.transaction.KafkaAwareTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.util.backoff.BackOff;

/**
 * Tells what the transactions of a container cost and how long they may last.
 */
final class Transactions {

	private Transactions() {
	}

	/**
	 * Return what comes after a transaction was rolled back. It comes on top of what an
	 * error handler has cost before, where a container has both.
	 * @param container the container
	 * @param batchListener whether its listener takes whole batches
	 * @return the costs, none without transactions
	 */
	static FailureCosts rollbackCosts(AbstractMessageListenerContainer<?, ?> container, boolean batchListener) {
		if (manager(container) == null) {
			return FailureCosts.NONE;
		}
		AfterRollbackProcessor<?, ?> processor = container.getAfterRollbackProcessor();
		if (!(processor instanceof DefaultAfterRollbackProcessor<?, ?> known)) {
			return FailureCosts.UNKNOWN;
		}
		FailureCosts costs = ErrorHandlers.costs(known);
		if (!batchListener) {
			return costs;
		}
		// A batch sleeps by the back-off itself, without back-off handler or function,
		// and is recovered only on demand.
		BackOff backOff = Internals.read(known, DefaultAfterRollbackProcessor.class, "backOff", BackOff.class);
		return new FailureCosts(BackOffs.longestStep(backOff),
				container.getContainerProperties().isBatchRecoverAfterRollback() ? costs.recovery() : Cost.NONE,
				costs.endless());
	}

	/**
	 * Return whether the offsets of a container are committed by a Kafka transaction.
	 * @param container the container
	 * @return whether its transaction manager is one of Kafka
	 */
	static boolean ofKafka(AbstractMessageListenerContainer<?, ?> container) {
		return manager(container) instanceof KafkaAwareTransactionManager;
	}

	/**
	 * Return how long the broker lets a transaction of a container be open.
	 * @param container the container
	 * @return the {@code transaction.timeout.ms} of its producer, milliseconds;
	 * {@code null} without Kafka transactions or when the producer factory does not tell
	 */
	static @Nullable Long timeoutMs(AbstractMessageListenerContainer<?, ?> container) {
		Map<String, Object> producer = (manager(container) instanceof KafkaAwareTransactionManager<?, ?> kafka)
				? KafkaKeys.of(kafka::getProducerFactory) : null;
		return (producer != null)
				? KafkaKeys.millis(ProducerConfig.configDef(), producer, ProducerConfig.TRANSACTION_TIMEOUT_CONFIG)
				: null;
	}

	@SuppressWarnings({ "deprecation", "removal" })
	private static @Nullable PlatformTransactionManager manager(AbstractMessageListenerContainer<?, ?> container) {
		ContainerProperties properties = container.getContainerProperties();
		KafkaAwareTransactionManager<?, ?> kafka = properties.getKafkaAwareTransactionManager();
		return (kafka != null) ? kafka : properties.getTransactionManager();
	}

}
