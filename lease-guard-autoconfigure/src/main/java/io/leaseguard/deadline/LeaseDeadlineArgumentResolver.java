package io.leaseguard.deadline;

import org.springframework.core.MethodParameter;
import org.springframework.messaging.Message;
import org.springframework.messaging.handler.invocation.HandlerMethodArgumentResolver;

/**
 * Resolves parameters of the type {@link LeaseDeadline} in listener methods. Registered
 * with the endpoint registrar beside the resolvers of the application; an application
 * that sets a {@code MessageHandlerMethodFactory} of its own adds it there.
 *
 * @since 0.1.0
 */
public final class LeaseDeadlineArgumentResolver implements HandlerMethodArgumentResolver {

	@Override
	public boolean supportsParameter(MethodParameter parameter) {
		return parameter.getParameterType() == LeaseDeadline.class;
	}

	@Override
	public LeaseDeadline resolveArgument(MethodParameter parameter, Message<?> message) {
		return LeaseDeadline.current();
	}

}
