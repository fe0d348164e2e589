package io.leaseguard.sample.fault;

import java.util.List;

import org.springframework.stereotype.Component;

/**
 * The heartbeat threads of one consumer group, as Kafka's classic consumer names them.
 */
@Component
class HeartbeatThreads {

	private static final String PREFIX = "kafka-coordinator-heartbeat-thread | ";

	int count(String groupId) {
		return of(groupId).size();
	}

	/**
	 * Interrupt one of the threads. It ends, and nothing starts another: its consumer
	 * polls on without a heartbeat.
	 * @param groupId the consumer group
	 * @return whether there was one
	 */
	boolean kill(String groupId) {
		List<Thread> threads = of(groupId);
		if (threads.isEmpty()) {
			return false;
		}
		threads.get(0).interrupt();
		return true;
	}

	private List<Thread> of(String groupId) {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().equals(PREFIX + groupId))
			.toList();
	}

}
