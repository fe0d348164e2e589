package io.leaseguard.container;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.springframework.kafka.listener.AbstractMessageListenerContainer;
import org.springframework.kafka.listener.ContainerProperties;

import io.leaseguard.lease.FixedCosts;

/**
 * Reads from a container what can block its consumer threads once per poll cycle outside
 * the records.
 * <p>
 * What polls meanwhile costs nothing: the retry of a whole batch, the sleep of a
 * {@code nack}, retry topics, a back-off handler that pauses the container.
 * <p>
 * A synchronous commit counts once per cycle, and only where the application has set
 * {@code syncCommitTimeout}. Commits that succeed are part of the overhead of a record
 * ({@code O}), however many there are; one that runs into its timeout throws and ends the
 * cycle, hence once. The timeout that a container has by default,
 * {@code default.api.timeout.ms} of 60 s, is longer than the default session: with a
 * coordinator out of reach for so long the membership is lost whatever the lease, so a
 * lease that reckons with it would be longer for nothing.
 */
final class FixedCostsReader {

	/**
	 * How long before the end of the lease the container ends its sleep between polls.
	 */
	private static final Duration IDLE_MARGIN = Duration.ofSeconds(5);

	private final AbstractMessageListenerContainer<?, ?> container;

	private final Map<String, Object> configuration;

	private final boolean batchListener;

	private final Map<String, Duration> parts = new LinkedHashMap<>();

	private final Set<String> unknown = new LinkedHashSet<>();

	/**
	 * Create a reader.
	 * @param container the container, the parent where it is concurrent
	 * @param configuration its effective consumer configuration
	 * @param batchListener whether its listener takes whole batches
	 */
	FixedCostsReader(AbstractMessageListenerContainer<?, ?> container, Map<String, Object> configuration,
			boolean batchListener) {
		this.container = container;
		this.configuration = configuration;
		this.batchListener = batchListener;
	}

	/**
	 * Read the costs.
	 * @return the costs that apply, in reading order
	 */
	FixedCosts read() {
		ContainerProperties properties = this.container.getContainerProperties();
		FailureCosts failure = ErrorHandlers.costs(this.container.getCommonErrorHandler(), this.batchListener);
		FailureCosts rollback = Transactions.rollbackCosts(this.container, this.batchListener);
		put(FixedCosts.RETRY_BACKOFF, failure.backOff());
		put(FixedCosts.ROLLBACK_BACKOFF, rollback.backOff());
		put(FixedCosts.RECOVERY, failure.recovery());
		put(FixedCosts.ROLLBACK_RECOVERY, rollback.recovery());
		put(FixedCosts.COMMIT, commit(properties));
		Duration authRetry = properties.getAuthExceptionRetryInterval();
		put(FixedCosts.AUTH_RETRY, (authRetry != null) ? Cost.of(authRetry) : Cost.NONE);
		Cost idle = Cost.ofMillis(properties.getIdleBetweenPolls());
		put(FixedCosts.IDLE_BETWEEN_POLLS, idle);
		put(FixedCosts.IDLE_MARGIN, idle.least().isZero() ? Cost.NONE : Cost.of(IDLE_MARGIN));
		return new FixedCosts(this.parts, this.unknown);
	}

	private void put(String name, Cost cost) {
		if (!cost.least().isZero()) {
			this.parts.put(name, cost.least());
		}
		if (!cost.complete()) {
			this.unknown.add(name);
		}
	}

	private Cost commit(ContainerProperties properties) {
		Duration timeout = properties.getSyncCommitTimeout();
		boolean autoCommit = Boolean
			.parseBoolean(String.valueOf(this.configuration.get(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG)).trim());
		if (timeout == null || !properties.isSyncCommits() || autoCommit || Transactions.ofKafka(this.container)) {
			return Cost.NONE;
		}
		// Once it has started, a container that was left alone shows its default here.
		Duration byDefault = Duration.ofMillis(KafkaKeys.millis(ConsumerConfig.configDef(), this.configuration,
				ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG));
		return timeout.equals(byDefault) ? Cost.NONE : Cost.of(timeout);
	}

	/**
	 * Return whether a failed record or batch is tried again without end.
	 * @return whether any of the handlers that apply has a back-off without end
	 */
	boolean retriesForever() {
		return ErrorHandlers.costs(this.container.getCommonErrorHandler(), this.batchListener).endless()
				|| Transactions.rollbackCosts(this.container, this.batchListener).endless();
	}

}
