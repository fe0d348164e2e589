package io.leaseguard.container;

import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.kafka.listener.AbstractMessageListenerContainer;
import org.springframework.kafka.listener.AcknowledgingConsumerAwareMessageListener;
import org.springframework.kafka.listener.AcknowledgingMessageListener;
import org.springframework.kafka.listener.BatchAcknowledgingConsumerAwareMessageListener;
import org.springframework.kafka.listener.BatchAcknowledgingMessageListener;
import org.springframework.kafka.listener.DelegatingMessageListener;
import org.springframework.kafka.listener.adapter.AsyncRepliesAware;
import org.springframework.kafka.listener.adapter.DelegatingInvocableHandler;
import org.springframework.kafka.listener.adapter.HandlerAdapter;
import org.springframework.kafka.listener.adapter.MessagingMessageListenerAdapter;
import org.springframework.kafka.support.Acknowledgment;
import org.springframework.messaging.handler.invocation.InvocableHandlerMethod;

/**
 * Tells whether a listener has any way to acknowledge a record.
 */
final class Acknowledgments {

	private Acknowledgments() {
	}

	/**
	 * Return whether offsets are to be acknowledged out of order by a listener that can't
	 * acknowledge any.
	 * @param container the container
	 * @return whether that is certain; {@code false} where the listener can't be read
	 */
	static boolean never(AbstractMessageListenerContainer<?, ?> container) {
		if (!container.getContainerProperties().isAsyncAcks()) {
			return false;
		}
		Object listener = container.getContainerProperties().getMessageListener();
		while (listener instanceof DelegatingMessageListener<?> delegating) {
			listener = delegating.getDelegate();
		}
		if (listener == null || (listener instanceof AsyncRepliesAware async && async.isAsyncReplies())) {
			// What replies later is acknowledged by the adapter when it has done so.
			return false;
		}
		if (listener instanceof MessagingMessageListenerAdapter<?, ?> adapter) {
			List<InvocableHandlerMethod> methods = methods(adapter);
			return !methods.isEmpty() && methods.stream().noneMatch(Acknowledgments::takesAcknowledgment);
		}
		return !(listener instanceof AcknowledgingMessageListener
				|| listener instanceof AcknowledgingConsumerAwareMessageListener
				|| listener instanceof BatchAcknowledgingMessageListener
				|| listener instanceof BatchAcknowledgingConsumerAwareMessageListener);
	}

	private static List<InvocableHandlerMethod> methods(MessagingMessageListenerAdapter<?, ?> adapter) {
		HandlerAdapter handler = Internals.read(adapter, MessagingMessageListenerAdapter.class, "handlerMethod",
				HandlerAdapter.class);
		InvocableHandlerMethod method = (handler != null)
				? Internals.read(handler, HandlerAdapter.class, "invokerHandlerMethod", InvocableHandlerMethod.class)
				: null;
		if (method != null) {
			return List.of(method);
		}
		DelegatingInvocableHandler delegating = (handler != null)
				? Internals.read(handler, HandlerAdapter.class, "delegatingHandler", DelegatingInvocableHandler.class)
				: null;
		List<?> methods = (delegating != null)
				? Internals.read(delegating, DelegatingInvocableHandler.class, "handlers", List.class) : null;
		return (methods != null) ? methods.stream()
			.filter(InvocableHandlerMethod.class::isInstance)
			.map(InvocableHandlerMethod.class::cast)
			.toList() : List.of();
	}

	private static boolean takesAcknowledgment(@Nullable InvocableHandlerMethod method) {
		if (method != null) {
			for (Class<?> type : method.getMethod().getParameterTypes()) {
				if (Acknowledgment.class.isAssignableFrom(type)) {
					return true;
				}
			}
		}
		return false;
	}

}
