package io.leaseguard.watchdog;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.context.ApplicationEventPublisher;

/**
 * Publishes {@link LeaseEvent}s on a daemon thread that lives only while there are
 * events, so that a listener that blocks or throws does not stop the watchdog.
 *
 * @since 0.1.0
 */
public final class LeaseEventPublisher implements AutoCloseable {

	private static final Log logger = LogFactory.getLog(LeaseEventPublisher.class);

	private static final int BACKLOG = 1000;

	private static final long KEEP_ALIVE_SECONDS = 5;

	private final ApplicationEventPublisher publisher;

	private final ThreadPoolExecutor executor;

	/**
	 * Create a publisher.
	 * @param publisher where the events go
	 */
	public LeaseEventPublisher(ApplicationEventPublisher publisher) {
		this.publisher = publisher;
		this.executor = new ThreadPoolExecutor(1, 1, KEEP_ALIVE_SECONDS, TimeUnit.SECONDS,
				new LinkedBlockingQueue<>(BACKLOG), (task) -> {
					Thread thread = new Thread(task, "lease-guard-events");
					thread.setDaemon(true);
					return thread;
				}, (task, pool) -> logger.warn("An event is dropped: its listeners do not keep up"));
		this.executor.allowCoreThreadTimeOut(true);
	}

	/**
	 * Publish an event.
	 * @param event a {@link LeaseEvent}, or another application event
	 */
	public void publish(Object event) {
		this.executor.execute(() -> {
			try {
				this.publisher.publishEvent(event);
			}
			catch (RuntimeException ex) {
				logger.warn("A listener failed on " + event, ex);
			}
		});
	}

	@Override
	public void close() {
		this.executor.shutdownNow();
	}

}
