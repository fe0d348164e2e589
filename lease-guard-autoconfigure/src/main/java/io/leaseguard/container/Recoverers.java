package io.leaseguard.container;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;

import org.apache.kafka.clients.producer.ProducerConfig;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.core.KafkaOperations;
import org.springframework.kafka.listener.DeadLetterPublishingRecoverer;

/**
 * Tells how long the recovery of one failed record may take. Dead-letter publication
 * waits for the partitions of its topic, for room in the producer ({@code max.block.ms})
 * and for the outcome of the send; one that runs into its timeouts throws, which ends the
 * cycle, so it counts once however many records fail.
 */
final class Recoverers {

	private static final Class<?> DEAD_LETTER = DeadLetterPublishingRecoverer.class;

	private static final String TRACKER = "org.springframework.kafka.listener.FailedRecordTracker";

	private Recoverers() {
	}

	/**
	 * Return what a recoverer costs.
	 * @param recoverer the recoverer as the tracker of failed records has it
	 * @return the cost, unknown where it is one of the application
	 */
	static Cost cost(@Nullable Object recoverer) {
		if (recoverer instanceof DeadLetterPublishingRecoverer) {
			return deadLetter(recoverer);
		}
		if (recoverer != null && recoverer.getClass().getName().startsWith(TRACKER + "$$Lambda")) {
			List<Object> captured = Internals.captured(recoverer);
			if (captured.stream().anyMatch((value) -> value.getClass().getName().equals(TRACKER))) {
				// The recoverer of a handler that has none of its own: it logs.
				return Cost.NONE;
			}
			return captured.stream()
				.filter(BiConsumer.class::isInstance)
				.findFirst()
				.filter(DeadLetterPublishingRecoverer.class::isInstance)
				.map(Recoverers::deadLetter)
				.orElse(Cost.UNKNOWN);
		}
		return Cost.UNKNOWN;
	}

	private static Cost deadLetter(Object recoverer) {
		Boolean verifies = Internals.read(recoverer, DEAD_LETTER, "verifyPartition", Boolean.class);
		Duration lookUp = Internals.read(recoverer, DEAD_LETTER, "partitionInfoTimeout", Duration.class);
		Boolean waits = Internals.read(recoverer, DEAD_LETTER, "failIfSendResultIsError", Boolean.class);
		Boolean transactional = Internals.read(recoverer, DEAD_LETTER, "transactional", Boolean.class);
		Duration leastWait = Internals.read(recoverer, DEAD_LETTER, "waitForSendResultTimeout", Duration.class);
		Long buffer = Internals.read(recoverer, DEAD_LETTER, "timeoutBuffer", Long.class);
		List<KafkaOperations<?, ?>> templates = templates(recoverer);
		if (verifies == null || lookUp == null || waits == null || transactional == null || leastWait == null
				|| buffer == null || templates.isEmpty()) {
			return Cost.UNKNOWN;
		}
		Cost worst = Cost.NONE;
		for (KafkaOperations<?, ?> template : templates) {
			Map<String, Object> producer = KafkaKeys.of(template::getProducerFactory);
			if (producer == null) {
				return Cost.UNKNOWN;
			}
			long block = KafkaKeys.millis(ProducerConfig.configDef(), producer, ProducerConfig.MAX_BLOCK_MS_CONFIG);
			long delivery = KafkaKeys.millis(ProducerConfig.configDef(), producer,
					ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG);
			// A transaction blocks to be initialized and to be committed as well.
			Duration total = Duration.ofMillis(block).multipliedBy(transactional ? 3 : 1);
			total = verifies ? total.plus(lookUp) : total;
			total = waits ? total.plus(longest(Duration.ofMillis(delivery + buffer), leastWait)) : total;
			worst = worst.or(Cost.of(total));
		}
		return worst;
	}

	private static Duration longest(Duration a, Duration b) {
		return (a.compareTo(b) >= 0) ? a : b;
	}

	private static List<KafkaOperations<?, ?>> templates(Object recoverer) {
		List<KafkaOperations<?, ?>> templates = new ArrayList<>();
		Function<?, ?> resolver = Internals.read(recoverer, DEAD_LETTER, "templateResolver", Function.class);
		if (resolver != null && Internals.isLambdaOf(resolver, DEAD_LETTER)) {
			for (Object value : Internals.captured(resolver)) {
				if (value instanceof KafkaOperations<?, ?> template) {
					templates.add(template);
				}
				if (value instanceof Map<?, ?> byType) {
					byType.values().forEach((candidate) -> {
						if (candidate instanceof KafkaOperations<?, ?> template) {
							templates.add(template);
						}
					});
				}
			}
		}
		return templates;
	}

}
