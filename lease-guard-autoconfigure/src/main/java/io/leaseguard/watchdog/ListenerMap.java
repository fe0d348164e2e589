package io.leaseguard.watchdog;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.leaseguard.startup.ListenerAssessment;

/**
 * The listeners of one snapshot by id, in their order; never changed. They are nearly
 * always the same from one tick to the next, so consecutive snapshots share the places of
 * the ids, and all that a new one has of its own is an array.
 */
final class ListenerMap extends AbstractMap<String, ListenerSnapshot> {

	private final Collection<?> origin;

	private final Map<String, Integer> places;

	private final ListenerSnapshot[] listeners;

	private ListenerMap(Collection<?> origin, Map<String, Integer> places, ListenerSnapshot[] listeners) {
		this.origin = origin;
		this.places = places;
		this.listeners = listeners;
	}

	/**
	 * Return a map that is never changed.
	 * @param listeners the listeners by id
	 * @return the map, the same if it is one
	 */
	static ListenerMap copyOf(Map<String, ListenerSnapshot> listeners) {
		return (listeners instanceof ListenerMap map) ? map : new ListenerMap(Set.of(), places(listeners.keySet()),
				listeners.values().toArray(ListenerSnapshot[]::new));
	}

	/**
	 * Create the map of a tick.
	 * @param assessments the assessments of the listeners, the same object as long as
	 * they do not change
	 * @param listeners the listeners in the same order
	 * @param before the map of the tick before
	 * @return the map
	 */
	static ListenerMap of(Collection<ListenerAssessment> assessments, ListenerSnapshot[] listeners,
			@Nullable Map<String, ListenerSnapshot> before) {
		if (before instanceof ListenerMap map && map.origin == assessments) {
			return new ListenerMap(assessments, map.places, listeners);
		}
		return new ListenerMap(assessments, places(assessments.stream().map(ListenerAssessment::listenerId).toList()),
				listeners);
	}

	private static Map<String, Integer> places(Collection<String> ids) {
		Map<String, Integer> places = new LinkedHashMap<>();
		ids.forEach((id) -> places.put(id, places.size()));
		return places;
	}

	@Override
	public int size() {
		return this.listeners.length;
	}

	@Override
	public boolean containsKey(@Nullable Object id) {
		return this.places.containsKey(id);
	}

	@Override
	public @Nullable ListenerSnapshot get(@Nullable Object id) {
		Integer place = this.places.get(id);
		return (place != null) ? this.listeners[place] : null;
	}

	@Override
	public Collection<ListenerSnapshot> values() {
		return Collections.unmodifiableList(Arrays.asList(this.listeners));
	}

	@Override
	public Set<Entry<String, ListenerSnapshot>> entrySet() {
		return new AbstractSet<>() {

			@Override
			public int size() {
				return ListenerMap.this.listeners.length;
			}

			@Override
			public Iterator<Entry<String, ListenerSnapshot>> iterator() {
				return ListenerMap.this.places.entrySet()
					.stream()
					.map((place) -> Map.entry(place.getKey(), ListenerMap.this.listeners[place.getValue()]))
					.iterator();
			}

		};
	}

}
