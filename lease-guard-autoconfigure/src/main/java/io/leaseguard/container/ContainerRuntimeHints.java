package io.leaseguard.container;

import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;
import org.springframework.util.ClassUtils;

/**
 * Lets a native image read what {@link Internals} reads. What a lambda has captured stays
 * closed there, so a recovery is {@code unknown} in a native image unless it is declared.
 */
class ContainerRuntimeHints implements RuntimeHintsRegistrar {

	private static final String KAFKA = "org.springframework.kafka.";

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		hints.resources().registerPattern("io/leaseguard/container/" + Advisories.RESOURCE);
		hints.resources().registerPattern(KafkaClientVersion.RESOURCE);
		// What a VarHandle reaches.
		for (Class<?> type : List.of(WorkState.class, WorkTimes.class)) {
			hints.reflection().registerType(type, MemberCategory.ACCESS_DECLARED_FIELDS);
		}
		fields(hints, classLoader, "config.AbstractKafkaListenerContainerFactory", "containerCustomizer");
		fields(hints, classLoader, "listener.AbstractMessageListenerContainer", "consumerFactory");
		fields(hints, classLoader, "listener.FailedRecordProcessor", "failureTracker", "userBackOffFunction");
		fields(hints, classLoader, "listener.FailedRecordTracker", "backOff", "backOffHandler", "recoverer");
		fields(hints, classLoader, "listener.DefaultAfterRollbackProcessor", "backOff");
		fields(hints, classLoader, "listener.CommonMixedErrorHandler", "recordErrorHandler", "batchErrorHandler");
		fields(hints, classLoader, "listener.CommonDelegatingErrorHandler", "defaultErrorHandler", "delegates");
		fields(hints, classLoader, "listener.DeadLetterPublishingRecoverer", "verifyPartition", "partitionInfoTimeout",
				"failIfSendResultIsError", "transactional", "waitForSendResultTimeout", "timeoutBuffer",
				"templateResolver");
		fields(hints, classLoader, "listener.adapter.MessagingMessageListenerAdapter", "handlerMethod");
		fields(hints, classLoader, "listener.adapter.HandlerAdapter", "invokerHandlerMethod", "delegatingHandler");
		fields(hints, classLoader, "listener.adapter.DelegatingInvocableHandler", "handlers");
	}

	private void fields(RuntimeHints hints, @Nullable ClassLoader classLoader, String name, String... fields) {
		if (ClassUtils.isPresent(KAFKA + name, classLoader)) {
			hints.reflection().registerType(TypeReference.of(KAFKA + name), (type) -> {
				for (String field : fields) {
					type.withField(field);
				}
			});
		}
	}

}
