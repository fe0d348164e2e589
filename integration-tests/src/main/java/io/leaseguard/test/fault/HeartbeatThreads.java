package io.leaseguard.test.fault;

import java.util.Comparator;
import java.util.List;

/**
 * The threads that send the heartbeats of a consumer under the classic group protocol,
 * and the way to end one for good without the help of a broker: an interrupt ends it on
 * every version of the client, and nothing starts a new one until the consumer rejoins
 * its group.
 * <p>
 * The name of such a thread has the group and nothing else in it, so several consumers of
 * a group in one JVM have threads of the same name. Use a group per test.
 *
 * @since 0.1.0
 */
public final class HeartbeatThreads {

	private static final String PREFIX = "kafka-coordinator-heartbeat-thread | ";

	private HeartbeatThreads() {
	}

	/**
	 * Return the live threads of a group.
	 * @param group id of the group
	 * @return the threads, oldest first
	 */
	public static List<Thread> ofGroup(String group) {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().equals(PREFIX + group))
			.sorted(Comparator.comparingLong(Thread::getId))
			.toList();
	}

	/**
	 * Interrupt one of the threads of a group, the oldest.
	 * @param group id of the group
	 * @return the interrupted thread, which ends soon afterwards
	 */
	public static Thread interruptOne(String group) {
		Thread thread = ofGroup(group).stream()
			.findFirst()
			.orElseThrow(() -> new IllegalStateException("Group '" + group + "' has no heartbeat thread"));
		thread.interrupt();
		return thread;
	}

}
