package io.leaseguard.sample.fault;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;

import org.jspecify.annotations.Nullable;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * What every payment passes through: open by default, it can be made slow, or stuck.
 *
 * @since 0.1.0
 */
@Component
public class PaymentGate {

	private volatile Duration delay = Duration.ZERO;

	private volatile @Nullable CountDownLatch barrier;

	/**
	 * Pass the gate: at once, after the delay, or when it is released.
	 * @throws InterruptedException if the thread is interrupted on the way
	 */
	public void pass() throws InterruptedException {
		Thread.sleep(this.delay.toMillis());
		CountDownLatch barrier = this.barrier;
		if (barrier != null) {
			barrier.await();
		}
	}

	void slow(Duration delay) {
		this.delay = delay;
	}

	synchronized void close() {
		if (this.barrier == null) {
			this.barrier = new CountDownLatch(1);
		}
	}

	/**
	 * Open the gate, also for the listeners to stop when the application does.
	 */
	@EventListener(ContextClosedEvent.class)
	synchronized void open() {
		this.delay = Duration.ZERO;
		CountDownLatch barrier = this.barrier;
		this.barrier = null;
		if (barrier != null) {
			barrier.countDown();
		}
	}

	Duration delay() {
		return this.delay;
	}

	boolean closed() {
		return this.barrier != null;
	}

}
