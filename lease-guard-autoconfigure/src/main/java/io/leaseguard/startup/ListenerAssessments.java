package io.leaseguard.startup;

import java.lang.ref.WeakReference;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;

import org.jspecify.annotations.Nullable;
import org.springframework.kafka.listener.AbstractMessageListenerContainer;

/**
 * The assessments of all guarded listeners of this application context.
 *
 * @since 0.1.0
 */
public final class ListenerAssessments {

	private final Map<String, ListenerAssessment> byListener = new ConcurrentSkipListMap<>();

	private volatile @Nullable List<ListenerAssessment> sorted;

	/**
	 * Weak, so that containers that the application drops can go.
	 */
	private final Map<String, WeakReference<AbstractMessageListenerContainer<?, ?>>> containers = new ConcurrentHashMap<>();

	/**
	 * Return the assessment of a listener.
	 * @param listenerId the listener id
	 * @return the assessment, or {@code null} when the listener is not guarded
	 */
	public @Nullable ListenerAssessment get(String listenerId) {
		return this.byListener.get(listenerId);
	}

	/**
	 * Return all assessments.
	 * @return the assessments, sorted by listener id
	 */
	public Collection<ListenerAssessment> all() {
		List<ListenerAssessment> sorted = this.sorted;
		return (sorted != null) ? sorted : sort();
	}

	private synchronized Collection<ListenerAssessment> sort() {
		List<ListenerAssessment> sorted = List.copyOf(this.byListener.values());
		this.sorted = sorted;
		return sorted;
	}

	/**
	 * Return the container of a listener.
	 * @param listenerId the listener id
	 * @return the container, the parent where it is concurrent; {@code null} when the
	 * listener is not guarded or its container is gone
	 */
	public @Nullable AbstractMessageListenerContainer<?, ?> container(String listenerId) {
		WeakReference<AbstractMessageListenerContainer<?, ?>> container = this.containers.get(listenerId);
		return (container != null) ? container.get() : null;
	}

	synchronized void put(ListenerAssessment assessment, AbstractMessageListenerContainer<?, ?> container) {
		this.containers.put(assessment.listenerId(), new WeakReference<>(container));
		this.byListener.put(assessment.listenerId(), assessment);
		this.sorted = null;
	}

}
