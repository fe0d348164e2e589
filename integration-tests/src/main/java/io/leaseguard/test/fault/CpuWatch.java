package io.leaseguard.test.fault;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.List;

/**
 * Measures how much of a core a thread has used since the watch was started. Only for
 * platform threads: the JVM keeps no such account of virtual ones.
 *
 * @since 0.1.0
 */
public final class CpuWatch {

	private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

	private final long threadId;

	private final long cpuStartNanos;

	private final long startNanos;

	private CpuWatch(Thread thread) {
		this.threadId = thread.getId();
		this.cpuStartNanos = cpuNanos();
		this.startNanos = System.nanoTime();
	}

	/**
	 * Start to watch a thread.
	 * @param thread a live thread
	 * @return the watch
	 */
	public static CpuWatch start(Thread thread) {
		return new CpuWatch(thread);
	}

	/**
	 * Start to watch the only live thread of a name.
	 * @param threadName name of the thread
	 * @return the watch
	 */
	public static CpuWatch start(String threadName) {
		List<Thread> threads = Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().equals(threadName))
			.toList();
		if (threads.size() != 1) {
			throw new IllegalStateException(threads.size() + " threads are named '" + threadName + "', not one");
		}
		return new CpuWatch(threads.get(0));
	}

	/**
	 * Return whether the watched thread is still there.
	 * @return whether its share can be told
	 */
	public boolean isAlive() {
		return THREADS.getThreadCpuTime(this.threadId) != -1;
	}

	/**
	 * Return how long the watch has been running.
	 * @return the time since its start
	 */
	public Duration elapsed() {
		return Duration.ofNanos(System.nanoTime() - this.startNanos);
	}

	/**
	 * Return the share of a core that the thread has used since the start of the watch.
	 * @return zero for a thread that slept, one for a thread that had a core for itself
	 */
	public double share() {
		long cpu = cpuNanos() - this.cpuStartNanos;
		return (double) cpu / Math.max(1, System.nanoTime() - this.startNanos);
	}

	private long cpuNanos() {
		long nanos = THREADS.getThreadCpuTime(this.threadId);
		if (nanos == -1) {
			throw new IllegalStateException("The watched thread has ended or is a virtual one");
		}
		return nanos;
	}

}
