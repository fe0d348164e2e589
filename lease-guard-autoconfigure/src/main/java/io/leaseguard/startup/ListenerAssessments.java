package io.leaseguard.startup;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

import org.jspecify.annotations.Nullable;

/**
 * The assessments of all guarded listeners of this application context.
 *
 * @since 0.1.0
 */
public final class ListenerAssessments {

	private final Map<String, ListenerAssessment> byListener = new ConcurrentSkipListMap<>();

	private volatile @Nullable List<ListenerAssessment> sorted;

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

	synchronized void put(ListenerAssessment assessment) {
		this.byListener.put(assessment.listenerId(), assessment);
		this.sorted = null;
	}

}
