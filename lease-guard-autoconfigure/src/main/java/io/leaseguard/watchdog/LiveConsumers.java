package io.leaseguard.watchdog;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.context.ApplicationListener;
import org.springframework.kafka.event.ConsumerStartingEvent;
import org.springframework.kafka.event.ConsumerStoppedEvent;
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
 * consumer that stopped by a fault stays until its container starts again.
 *
 * @since 0.1.0
 */
public final class LiveConsumers implements ApplicationListener<KafkaEvent> {

	private static final Log logger = LogFactory.getLog(LiveConsumers.class);

	private final ListenerAssessments assessments;

	private final Map<String, LiveConsumer> consumers = new ConcurrentHashMap<>();

	private final Map<String, ListenerTally> tallies = new ConcurrentHashMap<>();

	private volatile boolean changed;

	/**
	 * The consumers in order, for the watchdog alone.
	 */
	private List<LiveConsumer> ordered = List.of();

	/**
	 * Create a registry.
	 * @param assessments the assessments; only consumers of assessed listeners are
	 * watched
	 */
	public LiveConsumers(ListenerAssessments assessments) {
		this.assessments = assessments;
	}

	@Override
	public void onApplicationEvent(KafkaEvent event) {
		if (!(event.getSource() instanceof KafkaMessageListenerContainer<?, ?> child)) {
			return;
		}
		try {
			if (event instanceof ConsumerStartingEvent) {
				started(child, event.getContainer(AbstractMessageListenerContainer.class));
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

	private void started(KafkaMessageListenerContainer<?, ?> child, AbstractMessageListenerContainer<?, ?> parent) {
		String listenerId = ContainerConfiguration.listenerId(parent);
		ListenerAssessment assessment = this.assessments.get(listenerId);
		LeaseConsumer<?, ?> consumer = (assessment != null) ? ConsumerProbe.find(child) : null;
		if (assessment == null || consumer == null) {
			return;
		}
		this.consumers.values()
			.removeIf((old) -> old.listenerId().equals(listenerId)
					&& (old.stopped() != null || old.container() == child));
		int index = index(child, parent);
		this.consumers.put(key(listenerId, index), new LiveConsumer(assessment, index, child, parent, consumer,
				this.tallies.computeIfAbsent(listenerId, (id) -> new ListenerTally()), System.nanoTime()));
		this.changed = true;
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

	private void stopped(KafkaMessageListenerContainer<?, ?> child, ConsumerStoppedEvent.Reason reason) {
		for (LiveConsumer consumer : this.consumers.values()) {
			if (consumer.container() == child) {
				if (reason == ConsumerStoppedEvent.Reason.NORMAL) {
					this.consumers.remove(key(consumer.listenerId(), consumer.index()), consumer);
				}
				else {
					consumer.stopped(reason);
				}
				this.changed = true;
				consumer.end().complete(null);
			}
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
		consumer.stopped(ConsumerStoppedEvent.Reason.ABNORMAL);
		this.consumers.putIfAbsent(key(consumer.listenerId(), consumer.index()), consumer);
		this.changed = true;
	}

	/**
	 * Return all consumers. Called by the watchdog alone.
	 * @return the consumers, sorted by listener id, then by index
	 */
	List<LiveConsumer> all() {
		if (this.changed) {
			// First, so that what changes from here on is seen the next time.
			this.changed = false;
			List<LiveConsumer> consumers = new ArrayList<>(this.consumers.values());
			consumers.sort(Comparator.comparing(LiveConsumer::listenerId).thenComparingInt(LiveConsumer::index));
			this.ordered = List.copyOf(consumers);
		}
		return this.ordered;
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

	ListenerTally tally(String listenerId) {
		ListenerTally tally = this.tallies.get(listenerId);
		return (tally != null) ? tally : new ListenerTally();
	}

}
