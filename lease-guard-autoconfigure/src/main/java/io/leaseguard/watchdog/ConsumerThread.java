package io.leaseguard.watchdog;

import java.lang.StackWalker.StackFrame;

/**
 * Tells whether a container event arrives on the thread of its consumer. It does unless
 * the application has made its events asynchronous.
 */
final class ConsumerThread {

	private static final String LOOP = "org.springframework.kafka.listener.KafkaMessageListenerContainer$ListenerConsumer";

	private static final StackWalker WALKER = StackWalker.getInstance();

	private ConsumerThread() {
	}

	static boolean isCurrent() {
		return WALKER.walk((frames) -> frames.map(StackFrame::getClassName).anyMatch(LOOP::equals));
	}

}
