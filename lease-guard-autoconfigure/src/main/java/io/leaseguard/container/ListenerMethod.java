package io.leaseguard.container;

import java.lang.reflect.Method;

import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.kafka.config.KafkaListenerEndpoint;
import org.springframework.kafka.config.MethodKafkaListenerEndpoint;
import org.springframework.kafka.config.MultiMethodKafkaListenerEndpoint;
import org.springframework.kafka.listener.AbstractMessageListenerContainer;
import org.springframework.kafka.listener.adapter.AbstractDelegatingMessageListenerAdapter;
import org.springframework.kafka.listener.adapter.HandlerAdapter;
import org.springframework.kafka.listener.adapter.MessagingMessageListenerAdapter;
import org.springframework.messaging.handler.HandlerMethod;

/**
 * The method behind a {@code @KafkaListener}.
 *
 * @param bean the bean it is called on
 * @param method the method, {@code null} where the bean has several that take turns
 * @since 0.1.0
 */
public record ListenerMethod(Object bean, @Nullable Method method) {

	private static final int DEEPEST = 16;

	/**
	 * Return the class of the bean, not that of its proxy.
	 * @return the class
	 */
	public Class<?> type() {
		return AopUtils.getTargetClass(this.bean);
	}

	/**
	 * Return where in the code this is.
	 * @return for example {@code com.example.Orders.listen}
	 */
	public String place() {
		return type().getName() + ((this.method != null) ? "." + this.method.getName() : "");
	}

	/**
	 * Find the method of an endpoint.
	 * @param endpoint the endpoint, its bean resolved
	 * @return the method, {@code null} for an endpoint that has none
	 */
	public static @Nullable ListenerMethod of(KafkaListenerEndpoint endpoint) {
		if (endpoint instanceof MultiMethodKafkaListenerEndpoint<?, ?> several) {
			return of(several.getBean(), null);
		}
		return (endpoint instanceof MethodKafkaListenerEndpoint<?, ?> one) ? of(one.getBean(), one.getMethod()) : null;
	}

	/**
	 * Find the method of a container, whose registry has not told its endpoint.
	 * @param container the container
	 * @return the method, {@code null} when there is none or it can't be found
	 */
	public static @Nullable ListenerMethod of(AbstractMessageListenerContainer<?, ?> container) {
		Object listener = container.getContainerProperties().getMessageListener();
		for (int i = 0; listener instanceof AbstractDelegatingMessageListenerAdapter<?> outer && i < DEEPEST; i++) {
			listener = outer.getDelegate();
		}
		HandlerAdapter handler = (listener instanceof MessagingMessageListenerAdapter<?, ?> adapter)
				? Internals.read(adapter, MessagingMessageListenerAdapter.class, "handlerMethod", HandlerAdapter.class)
				: null;
		if (handler == null) {
			return null;
		}
		HandlerMethod method = Internals.read(handler, HandlerAdapter.class, "invokerHandlerMethod",
				HandlerMethod.class);
		return of(handler.getBean(), (method != null) ? method.getMethod() : null);
	}

	private static @Nullable ListenerMethod of(@Nullable Object bean, @Nullable Method method) {
		return (bean != null) ? new ListenerMethod(bean, method) : null;
	}

}
