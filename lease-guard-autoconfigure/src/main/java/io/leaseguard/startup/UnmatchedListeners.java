package io.leaseguard.startup;

import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;

import io.leaseguard.container.KeyResemblance;

/**
 * The ids below {@code lease-guard.listeners} for which there is no listener so far. Not
 * to be used by several threads at once.
 */
final class UnmatchedListeners {

	private final Set<String> ids;

	UnmatchedListeners(Collection<String> declared) {
		this.ids = new TreeSet<>(declared);
	}

	/**
	 * There is a listener of this id.
	 * @param listenerId the listener id
	 */
	void match(String listenerId) {
		this.ids.remove(listenerId);
	}

	/**
	 * Return what to tell of them.
	 * @param listenerIds the ids of the listeners there are
	 * @return the warning, {@code null} when every id has its listener
	 */
	@Nullable String warning(Collection<String> listenerIds) {
		if (this.ids.isEmpty()) {
			return null;
		}
		StringBuilder warning = new StringBuilder(
				"No listener so far has an id for which 'lease-guard.listeners' declares terms: ")
			.append(this.ids);
		for (String id : this.ids) {
			String nearest = KeyResemblance.nearest(id, listenerIds);
			if (nearest != null) {
				warning.append(". Write '%s' in place of '%s' if that is what is meant"
					.formatted(ListenerKey.of(nearest), id));
			}
		}
		return warning.append('.').toString();
	}

}
