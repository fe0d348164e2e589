package io.leaseguard.autoconfigure;

import java.util.concurrent.TimeUnit;

/**
 * Notes how long this JVM was held up: on a busy machine a lease can break without
 * anybody's fault.
 */
final class HeldUpWatch implements AutoCloseable {

	private static final long STEP_MS = 20;

	private final Thread thread = new Thread(this::watch, "held-up-watch");

	private volatile long longestMs;

	HeldUpWatch() {
		this.thread.setDaemon(true);
		this.thread.start();
	}

	private void watch() {
		try {
			while (true) {
				long before = System.nanoTime();
				Thread.sleep(STEP_MS);
				long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - before);
				this.longestMs = Math.max(this.longestMs, took - STEP_MS);
			}
		}
		catch (InterruptedException ex) {
			// Closed.
		}
	}

	long longestMs() {
		return this.longestMs;
	}

	@Override
	public void close() {
		this.thread.interrupt();
	}

}
