package io.leaseguard.recovery;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;

import io.leaseguard.watchdog.LiveConsumer;
import io.leaseguard.watchdog.LiveConsumers;

/**
 * Restarts consumers, one after the other, on a daemon thread that lives only while there
 * is work: never on the thread of a consumer, which would wait for itself, nor on that of
 * the watchdog, which must not wait. Also keeps the rule that only one consumer of a
 * listener is under repair at a time. Starts after the containers and stops before them,
 * so that nothing is started into a context that closes.
 *
 * @since 0.1.0
 */
public final class ConsumerRestarts implements SmartLifecycle {

	private static final long KEEP_ALIVE_SECONDS = 5;

	private final LiveConsumers consumers;

	private final Set<String> occupied = ConcurrentHashMap.newKeySet();

	private volatile @Nullable ThreadPoolExecutor executor;

	/**
	 * Create restarts.
	 * @param consumers the live consumers
	 */
	public ConsumerRestarts(LiveConsumers consumers) {
		this.consumers = consumers;
	}

	/**
	 * Reserve a listener for the repair of one of its consumers.
	 * @param listenerId the listener id
	 * @return whether it was free
	 */
	boolean occupy(String listenerId) {
		return this.occupied.add(listenerId);
	}

	boolean occupied(String listenerId) {
		return this.occupied.contains(listenerId);
	}

	void release(String listenerId) {
		this.occupied.remove(listenerId);
	}

	/**
	 * Restart a consumer.
	 * @param consumer the consumer
	 * @return what comes of it; never completed exceptionally
	 */
	CompletableFuture<RestartResult> restart(LiveConsumer consumer) {
		Restart restart = new Restart(consumer, this.consumers, this::execute);
		execute(restart);
		return restart.result();
	}

	private void execute(Restart restart) {
		ThreadPoolExecutor executor = this.executor;
		try {
			if (executor != null) {
				executor.execute(restart);
				return;
			}
		}
		catch (RejectedExecutionException ex) {
			// The context has begun to stop in this moment.
		}
		restart.abandon();
	}

	@Override
	public void start() {
		ThreadPoolExecutor executor = new ThreadPoolExecutor(1, 1, KEEP_ALIVE_SECONDS, TimeUnit.SECONDS,
				new LinkedBlockingQueue<>(), (task) -> {
					Thread thread = new Thread(task, "lease-guard-recovery");
					thread.setDaemon(true);
					return thread;
				});
		executor.allowCoreThreadTimeOut(true);
		this.executor = executor;
	}

	@Override
	public void stop() {
		ThreadPoolExecutor executor = this.executor;
		this.executor = null;
		if (executor != null) {
			List<Runnable> waiting = executor.shutdownNow();
			waiting.forEach((task) -> ((Restart) task).abandon());
		}
	}

	@Override
	public boolean isRunning() {
		return this.executor != null;
	}

	@Override
	public int getPhase() {
		return Integer.MAX_VALUE;
	}

}
