package io.leaseguard.container;

import java.util.UUID;
import java.util.concurrent.CountDownLatch;

import org.apache.kafka.clients.consumer.MockConsumer;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link GroupThreads}.
 */
class GroupThreadsTests {

	private final String group = "g-" + UUID.randomUUID();

	private final CountDownLatch release = new CountDownLatch(1);

	@Test
	void groupIsCompleteWhileNoThreadIsMissing() throws InterruptedException {
		MockConsumer<String, String> first = new MockConsumer<>("earliest");
		MockConsumer<String, String> second = new MockConsumer<>("earliest");
		assertThat(GroupThreads.complete(this.group)).isFalse();
		GroupThreads.joined(first, this.group);
		assertThat(GroupThreads.complete(this.group)).isFalse();
		Thread thread = new Thread(this::await, "kafka-coordinator-heartbeat-thread | " + this.group);
		thread.start();
		assertThat(GroupThreads.complete(this.group)).isTrue();
		GroupThreads.joined(second, this.group);
		assertThat(GroupThreads.complete(this.group)).isFalse();
		GroupThreads.left(second);
		assertThat(GroupThreads.complete(this.group)).isTrue();
		this.release.countDown();
		thread.join();
		assertThat(GroupThreads.complete(this.group)).isFalse();
	}

	private void await() {
		try {
			this.release.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
