package io.leaseguard.container;

import java.lang.reflect.Field;
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
import org.springframework.util.ReflectionUtils;

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
		if (!(listener instanceof MessagingMessageListenerAdapter<?, ?> adapter)
				|| !(read(MessagingMessageListenerAdapter.class, "handlerMethod",
						adapter) instanceof HandlerAdapter handler)) {
			return null;
		}
		Object method = read(HandlerAdapter.class, "invokerHandlerMethod", handler);
		return of(handler.getBean(), (method instanceof HandlerMethod one) ? one.getMethod() : null);
	}

	private static @Nullable ListenerMethod of(@Nullable Object bean, @Nullable Method method) {
		return (bean != null) ? new ListenerMethod(bean, method) : null;
	}

	private static @Nullable Object read(Class<?> type, String name, Object target) {
		Field field = ReflectionUtils.findField(type, name);
		if (field == null) {
			return null;
		}
		try {
			ReflectionUtils.makeAccessible(field);
			return ReflectionUtils.getField(field, target);
		}
		catch (RuntimeException ex) {
			// Under a module system that keeps it closed the annotation is not seen.
			return null;
		}
	}

}
