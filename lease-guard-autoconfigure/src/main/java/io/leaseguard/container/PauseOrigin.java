package io.leaseguard.container;

import java.lang.StackWalker.StackFrame;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;

import org.apache.kafka.clients.consumer.Consumer;

/**
 * Finds out who pauses a partition on the consumer itself. A container does so for many
 * reasons that nobody asked for, and leaves no other trace of whose wish it was.
 */
final class PauseOrigin {

	private static final StackWalker WALKER = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

	private static final String CONTAINERS = "org.springframework.kafka.listener.";

	/**
	 * The application asks for this one through its acknowledgment, for a time that it
	 * names.
	 */
	private static final String NACK = "pauseForNackSleep";

	private PauseOrigin() {
	}

	/**
	 * Return whether the call under way comes from the application.
	 * @return whether the caller is no container, or one that was told to sleep
	 */
	static boolean isApplication() {
		return WALKER.walk((frames) -> frames.filter((frame) -> !isWrapper(frame.getDeclaringClass())).findFirst())
			.map((caller) -> !isContainer(caller))
			.orElse(false);
	}

	private static boolean isWrapper(Class<?> type) {
		return type == PauseOrigin.class || Consumer.class.isAssignableFrom(type) || Proxy.isProxyClass(type)
				|| InvocationHandler.class.isAssignableFrom(type) || type.getName().startsWith("java.")
				|| type.getName().startsWith("jdk.");
	}

	private static boolean isContainer(StackFrame frame) {
		return frame.getClassName().startsWith(CONTAINERS) && !frame.getMethodName().equals(NACK);
	}

}
