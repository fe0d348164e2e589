package io.leaseguard.container;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;
import org.springframework.util.ClassUtils;

/**
 * Lets a native image read what {@link Internals} reads. What a lambda has captured stays
 * closed there, so a recovery is {@code unknown} in a native image unless it is declared.
 */
class ContainerRuntimeHints implements RuntimeHintsRegistrar {

	private static final String LISTENER = "org.springframework.kafka.listener.";

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		hints.resources().registerPattern("io/leaseguard/container/" + Advisories.RESOURCE);
		hints.resources().registerPattern(KafkaClientVersion.RESOURCE);
		fields(hints, classLoader, "AbstractMessageListenerContainer", "consumerFactory");
		fields(hints, classLoader, "FailedRecordProcessor", "failureTracker", "userBackOffFunction");
		fields(hints, classLoader, "FailedRecordTracker", "backOff", "backOffHandler", "recoverer");
		fields(hints, classLoader, "DefaultAfterRollbackProcessor", "backOff");
		fields(hints, classLoader, "CommonMixedErrorHandler", "recordErrorHandler", "batchErrorHandler");
		fields(hints, classLoader, "CommonDelegatingErrorHandler", "defaultErrorHandler", "delegates");
		fields(hints, classLoader, "DeadLetterPublishingRecoverer", "verifyPartition", "partitionInfoTimeout",
				"failIfSendResultIsError", "transactional", "waitForSendResultTimeout", "timeoutBuffer",
				"templateResolver");
		fields(hints, classLoader, "adapter.MessagingMessageListenerAdapter", "handlerMethod");
		fields(hints, classLoader, "adapter.HandlerAdapter", "invokerHandlerMethod", "delegatingHandler");
		fields(hints, classLoader, "adapter.DelegatingInvocableHandler", "handlers");
	}

	private void fields(RuntimeHints hints, @Nullable ClassLoader classLoader, String name, String... fields) {
		if (ClassUtils.isPresent(LISTENER + name, classLoader)) {
			hints.reflection().registerType(TypeReference.of(LISTENER + name), (type) -> {
				for (String field : fields) {
					type.withField(field);
				}
			});
		}
	}

}
