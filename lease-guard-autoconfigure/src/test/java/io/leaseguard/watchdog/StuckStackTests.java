package io.leaseguard.watchdog;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link StuckStack}.
 */
class StuckStackTests {

	@Test
	void stackEndsWithTheListener() {
		assertThat(StuckStack.of(stack(1))).containsExactly("java.util.concurrent.Semaphore.acquire(Semaphore.java:1)",
				"shop.Client.call0(Client.java:0)", "shop.Listener.pay(Listener.java:42)");
	}

	@Test
	void deepStackKeepsTheListener() {
		List<String> frames = StuckStack.of(stack(100));
		assertThat(frames).hasSize(13)
			.startsWith("java.util.concurrent.Semaphore.acquire(Semaphore.java:1)")
			.contains("... 90 more")
			.endsWith("shop.Client.call99(Client.java:99)", "shop.Listener.pay(Listener.java:42)");
	}

	@Test
	void threadInsideTheContainerHasItsFrameAtLeast() {
		StackTraceElement poll = new StackTraceElement("app", null, null,
				"org.springframework.kafka.listener.KafkaMessageListenerContainer", "poll", "K.java", 7);
		assertThat(StuckStack.of(new StackTraceElement[] { poll, poll })).singleElement()
			.asString()
			.doesNotContain("app//")
			.endsWith("KafkaMessageListenerContainer.poll(K.java:7)");
		assertThat(StuckStack.of((Thread) null)).isEmpty();
	}

	private StackTraceElement[] stack(int depth) {
		List<StackTraceElement> frames = new ArrayList<>();
		frames.add(new StackTraceElement(null, "java.base", "17", "java.util.concurrent.Semaphore", "acquire",
				"Semaphore.java", 1));
		for (int i = 0; i < depth; i++) {
			frames.add(new StackTraceElement("app", null, null, "shop.Client", "call" + i, "Client.java", i));
		}
		frames.add(new StackTraceElement("app", null, null, "shop.Listener", "pay", "Listener.java", 42));
		frames.add(
				new StackTraceElement(null, "java.base", "17", "java.lang.reflect.Method", "invoke", "Method.java", 1));
		frames.add(new StackTraceElement("app", null, null,
				"org.springframework.messaging.handler.invocation.InvocableHandlerMethod", "invoke", "I.java", 1));
		frames.add(new StackTraceElement("app", null, null, "shop.Thread", "run", "T.java", 1));
		return frames.toArray(StackTraceElement[]::new);
	}

}
