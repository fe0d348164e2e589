package io.leaseguard.container;

import java.util.concurrent.CountDownLatch;

import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.MockConsumer;

/**
 * A group with one consumer whose heartbeat thread is alive until it is closed, for tests
 * of other packages.
 */
public final class TestGroup implements AutoCloseable {

	private final Consumer<String, String> consumer = new MockConsumer<>("earliest");

	private final CountDownLatch closed = new CountDownLatch(1);

	private final Thread heartbeats;

	public TestGroup(String groupId) {
		this.heartbeats = new Thread(this::beat, "kafka-coordinator-heartbeat-thread | " + groupId);
		this.heartbeats.setDaemon(true);
		this.heartbeats.start();
		GroupThreads.joined(this.consumer, groupId);
	}

	private void beat() {
		try {
			this.closed.await();
		}
		catch (InterruptedException ex) {
			// It is dead then.
		}
	}

	@Override
	public void close() {
		GroupThreads.left(this.consumer);
		this.closed.countDown();
	}

}
