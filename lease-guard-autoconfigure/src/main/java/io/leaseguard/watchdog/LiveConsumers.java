package io.leaseguard.watchdog;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationListener;
import org.springframework.core.Ordered;
import org.springframework.kafka.event.ConsumerFailedToStartEvent;
import org.springframework.kafka.event.ConsumerStartingEvent;
import org.springframework.kafka.event.ConsumerStoppedEvent;
import org.springframework.kafka.event.ConsumerStoppingEvent;
import org.springframework.kafka.event.KafkaEvent;
import org.springframework.kafka.listener.AbstractMessageListenerContainer;
import org.springframework.kafka.listener.KafkaMessageListenerContainer;

import io.leaseguard.container.ConsumerProbe;
import io.leaseguard.container.ContainerConfiguration;
import io.leaseguard.container.LeaseConsumer;
import io.leaseguard.startup.ListenerAssessment;
import io.leaseguard.startup.ListenerAssessments;

/**
 * The consumers that run now, learned from the events of their containers: the getters of
 * a container wait for its lifecycle lock, which a start or stop may hold for long. A
 * consumer that stopped by a fault stays until its container starts again. Listens before
 * all others, because one that throws ends the thread of the consumer.
 *
 * @since 0.1.0
 */
public final class LiveConsumers implements ApplicationListener<KafkaEvent>, Ordered {

	private static final Log logger = LogFactory.getLog(LiveConsumers.class);

	private final ListenerAssessments assessments;

	private final @Nullable Duration progressTimeout;

	private final Map<String, LiveConsumer> consumers = new ConcurrentHashMap<>();

	private final Map<String, ListenerTally> tallies = new ConcurrentHashMap<>();

	/**
	 * Partitions that new children of a container pause before they poll.
	 */
	private final Map<AbstractMessageListenerContainer<?, ?>, Set<TopicPartition>> pausedAtStart = new ConcurrentHashMap<>();

	private volatile boolean changed;

	/**
	 * The consumers in order, for the watchdog alone.
	 */
	private List<LiveConsumer> ordered = List.of();

	/**
	 * Create a registry.
	 * @param assessments the assessments; only consumers of assessed listeners are
	 * watched
	 * @param progressTimeout how long a consumer may go without progress, above zero;
	 * {@code null} for its own lease
	 */
	public LiveConsumers(ListenerAssessments assessments, @Nullable Duration progressTimeout) {
		if (progressTimeout != null && (progressTimeout.isNegative() || progressTimeout.isZero())) {
			throw new IllegalArgumentException("'progress-timeout' must be above zero but is " + progressTimeout);
		}
		this.assessments = assessments;
		this.progressTimeout = progressTimeout;
	}

	@Override
	public int getOrder() {
		return HIGHEST_PRECEDENCE;
	}

	@Override
	public void onApplicationEvent(KafkaEvent event) {
		if (!(event.getSource() instanceof KafkaMessageListenerContainer<?, ?> child)) {
			return;
		}
		try {
			if (event instanceof ConsumerStartingEvent) {
				this.pausedAtStart.getOrDefault(event.getContainer(AbstractMessageListenerContainer.class), Set.of())
					.forEach(child::pausePartition);
				started(child, event.getContainer(AbstractMessageListenerContainer.class),
						ConsumerThread.isCurrent() ? Thread.currentThread() : null);
			}
			else if (event instanceof ConsumerFailedToStartEvent) {
				failedToStart(child, event.getContainer(AbstractMessageListenerContainer.class));
			}
			else if (event instanceof ConsumerStoppingEvent stopping) {
				stopping(child, stopping.getPartitions());
			}
			else if (event instanceof ConsumerStoppedEvent stopped) {
				stopped(child, stopped.getReason());
			}
		}
		catch (RuntimeException ex) {
			// An exception here would end the thread of the consumer.
			logger.warn("Could not take note of " + event, ex);
		}
	}

	private @Nullable LiveConsumer started(KafkaMessageListenerContainer<?, ?> child,
			AbstractMessageListenerContainer<?, ?> parent, @Nullable Thread thread) {
		String listenerId = ContainerConfiguration.listenerId(parent);
		ListenerAssessment assessment = this.assessments.get(listenerId);
		LeaseConsumer<?, ?> consumer = (assessment != null) ? ConsumerProbe.find(child) : null;
		if (assessment == null || consumer == null) {
			return null;
		}
		int index = index(child, parent);
		// A child that starts again by itself leaves its siblings alone; a container that
		// starts again has new children.
		boolean again = this.consumers.values().stream().anyMatch((old) -> old.container() == child);
		this.consumers.values().forEach((old) -> warnIfLeftBehind(old, listenerId, index));
		this.consumers.values()
			.removeIf((old) -> old.listenerId().equals(listenerId)
					&& (old.index() == index || (!again && old.stopReason() != null && !old.container().isRunning())));
		int fetchMaxWaitMs = ContainerConfiguration.of(parent, Map.of()).fetchMaxWaitMs();
		ConsumerWatches watches = ConsumerWatches.of(assessment, child, parent, this.progressTimeout, fetchMaxWaitMs,
				System.nanoTime());
		LiveConsumer live = new LiveConsumer(assessment, index, child, parent, consumer, watches,
				this.tallies.computeIfAbsent(listenerId, (id) -> new ListenerTally()), thread);
		this.consumers.put(key(listenerId, index), live);
		this.changed = true;
		return live;
	}

	// Stopping a container gives its threads a time to end, then leaves them. Nothing
	// shows such a one any more once another has its place.
	private static void warnIfLeftBehind(LiveConsumer old, String listenerId, int index) {
		Thread thread = old.thread();
		if (old.listenerId().equals(listenerId) && old.index() == index && !old.end().isDone() && thread != null
				&& thread.isAlive() && thread != Thread.currentThread()) {
			logger.warn(("Consumer %d of listener '%s' starts while the thread of the one before it, '%s', is still in "
					+ "the listener. That thread goes on when what blocks it lets go, and its record may be handled "
					+ "twice. Only a restart of the application ends it for certain.")
				.formatted(index, listenerId, thread.getName()));
		}
	}

	// The container has waited for a thread in vain. It may still get one: the consumer
	// starts then like any other.
	private void failedToStart(KafkaMessageListenerContainer<?, ?> child,
			AbstractMessageListenerContainer<?, ?> parent) {
		if (this.consumers.values().stream().noneMatch((live) -> live.container() == child)) {
			LiveConsumer live = started(child, parent, null);
			if (live != null) {
				live.stopped(StopReason.NOT_STARTED);
			}
		}
	}

	private int index(KafkaMessageListenerContainer<?, ?> child, AbstractMessageListenerContainer<?, ?> parent) {
		String name = child.getListenerId();
		if (child == parent || name == null) {
			return 0;
		}
		try {
			// The children of a concurrent container are named after it, with their
			// index.
			return Integer.parseInt(name.substring(name.lastIndexOf('-') + 1));
		}
		catch (NumberFormatException ex) {
			return 0;
		}
	}

	// The last moment at which its partitions are known.
	private void stopping(KafkaMessageListenerContainer<?, ?> child, @Nullable Collection<TopicPartition> partitions) {
		Thread thread = ConsumerThread.isCurrent() ? Thread.currentThread() : null;
		for (LiveConsumer live : this.consumers.values()) {
			if (partitions != null && live.container() == child && isOn(live, thread)) {
				live.stopping(Set.copyOf(partitions));
			}
		}
	}

	private void stopped(KafkaMessageListenerContainer<?, ?> child, ConsumerStoppedEvent.Reason event) {
		Thread thread = ConsumerThread.isCurrent() ? Thread.currentThread() : null;
		StopReason reason = StopReason.of(event, child.isRunning());
		for (LiveConsumer live : this.consumers.values()) {
			if (live.container() == child && isOn(live, thread)) {
				live.countSplits();
				if (reason == null) {
					this.consumers.remove(key(live.listenerId(), live.index()), live);
				}
				else {
					live.stopped(reason);
				}
				this.changed = true;
				live.end().complete(null);
			}
		}
	}

	/**
	 * Let the children that a container starts pause partitions before their first poll,
	 * each on its own. That needs no lock of the container and leaves its own pause to
	 * the application.
	 * @param container the container, the parent where it is concurrent
	 * @param partitions the partitions; empty for children that start as usual again
	 */
	public void pauseAtStart(AbstractMessageListenerContainer<?, ?> container, Set<TopicPartition> partitions) {
		if (partitions.isEmpty()) {
			this.pausedAtStart.remove(container);
		}
		else {
			this.pausedAtStart.put(container, Set.copyOf(partitions));
		}
	}

	private static String key(String listenerId, int index) {
		return listenerId + "#" + index;
	}

	/**
	 * Keep a consumer that was stopped in order to be started again, but could not be: it
	 * is as good as stopped by a fault.
	 * @param consumer the consumer
	 */
	public void lost(LiveConsumer consumer) {
		consumer.stopped(StopReason.ABNORMAL);
		this.consumers.putIfAbsent(key(consumer.listenerId(), consumer.index()), consumer);
		this.changed = true;
	}

	// A thread that was stuck when its container was started anew may come to its end
	// later, which is not the end of the consumer that took its place.
	private static boolean isOn(LiveConsumer live, @Nullable Thread thread) {
		return thread == null || live.thread() == null || live.thread() == thread;
	}

	/**
	 * Return the consumers, without those that have come to an end on purpose but could
	 * not say so. Called by the watchdog alone.
	 * @return the consumers, sorted by listener id, then by index
	 */
	List<LiveConsumer> all() {
		if (this.changed || anyEnded()) {
			// First, so that what changes from here on is seen the next time.
			this.changed = false;
			this.consumers.values().removeIf(LiveConsumers::isOver);
			List<LiveConsumer> consumers = new ArrayList<>(this.consumers.values());
			consumers.sort(Comparator.comparing(LiveConsumer::listenerId).thenComparingInt(LiveConsumer::index));
			this.ordered = List.copyOf(consumers);
		}
		return this.ordered;
	}

	private boolean anyEnded() {
		boolean any = false;
		for (LiveConsumer live : this.ordered) {
			if (live.threadEnded()) {
				live.end().complete(null);
				any |= isOver(live);
			}
		}
		return any;
	}

	private static boolean isOver(LiveConsumer live) {
		return live.stopReason() == null && live.threadEnded() && !live.container().isRunning()
				&& live.container().isInExpectedState();
	}

	/**
	 * Return the consumers of a listener.
	 * @param listenerId the listener id
	 * @return its consumers, by index; empty when it is stopped or not watched
	 */
	public List<LiveConsumer> of(String listenerId) {
		return this.consumers.values()
			.stream()
			.filter((consumer) -> consumer.listenerId().equals(listenerId))
			.sorted(Comparator.comparingInt(LiveConsumer::index))
			.toList();
	}

	/**
	 * Return whether a consumer of a listener has ever been started.
	 * @param listenerId the listener id
	 * @return whether one was
	 */
	boolean everStarted(String listenerId) {
		return this.tallies.containsKey(listenerId);
	}

	ListenerTally tally(String listenerId) {
		ListenerTally tally = this.tallies.get(listenerId);
		return (tally != null) ? tally : new ListenerTally();
	}

}
