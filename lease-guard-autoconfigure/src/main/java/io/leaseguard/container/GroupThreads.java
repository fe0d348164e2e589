package io.leaseguard.container;

import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;

import org.apache.kafka.clients.consumer.Consumer;

/**
 * Compares the consumers of a group in this JVM with the heartbeat threads of that group.
 * Threads bear the name of the group but not of the consumer (KIP-62), and a member with
 * {@code group.instance.id} may leave one behind, so presence proves little; as many
 * threads as consumers are a reason to wait a little longer, nothing more.
 *
 * @since 0.1.0
 */
public final class GroupThreads {

	private static final String PREFIX = "kafka-coordinator-heartbeat-thread | ";

	private static final Map<Consumer<?, ?>, String> MEMBERS = Collections.synchronizedMap(new WeakHashMap<>());

	private GroupThreads() {
	}

	static void joined(Consumer<?, ?> consumer, String groupId) {
		MEMBERS.put(consumer, groupId);
	}

	static void left(Consumer<?, ?> consumer) {
		MEMBERS.remove(consumer);
	}

	/**
	 * Return whether every guarded consumer of a group may have a live heartbeat thread.
	 * Walks over all threads of the JVM: for rare use. Means nothing under
	 * {@code group.protocol=consumer}, whose threads have no group in their names.
	 * @param groupId the group id
	 * @return whether there are as many live threads as consumers
	 */
	public static boolean complete(String groupId) {
		long members;
		synchronized (MEMBERS) {
			members = MEMBERS.values().stream().filter(groupId::equals).count();
		}
		return members > 0 && alive(PREFIX + groupId) >= members;
	}

	private static long alive(String name) {
		ThreadGroup root = Thread.currentThread().getThreadGroup();
		while (root.getParent() != null) {
			root = root.getParent();
		}
		Thread[] threads = new Thread[2 * root.activeCount() + 64];
		int count = root.enumerate(threads);
		long alive = 0;
		for (int i = 0; i < count; i++) {
			if (threads[i].getName().equals(name)) {
				alive++;
			}
		}
		return alive;
	}

}
