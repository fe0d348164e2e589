package io.leaseguard.recovery;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.kafka.listener.AbstractMessageListenerContainer;
import org.springframework.kafka.listener.KafkaMessageListenerContainer;

import io.leaseguard.lease.Millis;
import io.leaseguard.watchdog.LiveConsumer;
import io.leaseguard.watchdog.LiveConsumers;

/**
 * One restart: stop the child, wait for its thread to have left, start the child. A child
 * that is started while its old thread still lives would have two consumers from then on,
 * because the loop of a container asks only whether the container runs. A thread that
 * does not leave in time is therefore waited for without a thread of ours, and its child
 * is started when, and only when, it has left. Pauses are kept by the child.
 */
final class Restart implements Runnable {

	private static final Log logger = LogFactory.getLog(Restart.class);

	private static final long MIN_PATIENCE_MS = 1000;

	private static final long EVENT_PATIENCE_MS = 5000;

	private static final long LOOK_MS = 20;

	private final LiveConsumer consumer;

	private final LiveConsumers consumers;

	private final Consumer<Restart> executor;

	/**
	 * Whether we have stopped the child before and were only waiting for its thread.
	 */
	private final boolean late;

	private final CompletableFuture<RestartResult> result = new CompletableFuture<>();

	Restart(LiveConsumer consumer, LiveConsumers consumers, Consumer<Restart> executor) {
		this(consumer, consumers, executor, false);
	}

	private Restart(LiveConsumer consumer, LiveConsumers consumers, Consumer<Restart> executor, boolean late) {
		this.consumer = consumer;
		this.consumers = consumers;
		this.executor = executor;
		this.late = late;
	}

	CompletableFuture<RestartResult> result() {
		return this.result;
	}

	void abandon() {
		this.result.complete(RestartResult.OVERTAKEN);
	}

	@Override
	public void run() {
		if (this.late && this.consumer.stopReason() != null) {
			// It has come to a bad end, which is another matter.
			abandon();
			return;
		}
		try {
			AbstractMessageListenerContainer<?, ?> parent = this.consumer.parent();
			boolean whole = this.consumer.stopReason() != null && !parent.isRunning();
			this.result.complete(
					whole ? new ContainerRestart(parent, this.consumers.of(this.consumer.listenerId()), this.consumers)
						.carryOut() : carryOut());
		}
		catch (InterruptedException ex) {
			// The context stops.
			abandon();
		}
		catch (Throwable ex) {
			logger.error("Could not restart " + this.consumer, ex);
			this.result.complete(RestartResult.FAILED);
		}
	}

	private RestartResult carryOut() throws InterruptedException {
		KafkaMessageListenerContainer<?, ?> child = this.consumer.container();
		if (overtaken(child)) {
			return RestartResult.OVERTAKEN;
		}
		if (!child.isRunning()) {
			return this.consumer.end().isDone() ? start(child) : RestartResult.NOT_STOPPED;
		}
		if (!stop(child)) {
			logger.warn("The " + this.consumer + " has not stopped within " + Millis.format(patienceMs())
					+ ". It is started again when its thread has left, and not before");
			this.consumer.end()
				.thenRun(() -> this.executor.accept(new Restart(this.consumer, this.consumers, this.executor, true)));
			return RestartResult.NOT_STOPPED;
		}
		return start(child);
	}

	/**
	 * Return whether the application has stopped the listener in the meantime. A
	 * container without a parent that it stops while we have stopped it already does not
	 * tell.
	 * @param child the child
	 * @return whether to leave the child alone
	 */
	private boolean overtaken(KafkaMessageListenerContainer<?, ?> child) {
		if (this.late && child.isRunning()) {
			return true;
		}
		boolean alone = this.consumer.parent() == child;
		return alone ? !this.late && !child.isRunning() && this.consumer.stopReason() == null
				: !this.consumer.parent().isRunning();
	}

	private boolean stop(KafkaMessageListenerContainer<?, ?> child) throws InterruptedException {
		CountDownLatch left = new CountDownLatch(1);
		child.stop(left::countDown);
		if (!left.await(patienceMs(), TimeUnit.MILLISECONDS)) {
			return false;
		}
		try {
			// The event comes before the thread leaves, but an application may hand
			// events on to other threads; ours must not take the old end for the new.
			this.consumer.end().get(EVENT_PATIENCE_MS, TimeUnit.MILLISECONDS);
		}
		catch (TimeoutException | ExecutionException ex) {
			logger.debug("No event told of the end of " + this.consumer, ex);
		}
		return true;
	}

	private RestartResult start(KafkaMessageListenerContainer<?, ?> child) throws InterruptedException {
		if (this.consumer.parent() != child && !this.consumer.parent().isRunning()) {
			return RestartResult.OVERTAKEN;
		}
		try {
			child.start();
		}
		catch (RuntimeException | Error ex) {
			if (this.consumer.parent() != child && !this.consumer.parent().isRunning()) {
				return RestartResult.OVERTAKEN;
			}
			this.consumers.lost(this.consumer);
			throw ex;
		}
		settle(child);
		return RestartResult.STARTED;
	}

	/**
	 * Give the group a while to rebalance, before the next restart makes it do so again.
	 * @param child the child that was started
	 * @throws InterruptedException if the context stops
	 */
	private void settle(KafkaMessageListenerContainer<?, ?> child) throws InterruptedException {
		long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(patienceMs());
		while (System.nanoTime() - deadline < 0) {
			List<LiveConsumer> present = this.consumers.of(this.consumer.listenerId());
			if (present.stream().anyMatch((live) -> live.container() == child && live != this.consumer)
					&& present.stream().noneMatch(LiveConsumer::rebalancing)) {
				return;
			}
			Thread.sleep(LOOK_MS);
		}
	}

	private long patienceMs() {
		return Math.max(MIN_PATIENCE_MS, this.consumer.parent().getContainerProperties().getShutdownTimeout());
	}

}
