package io.leaseguard.startup;

import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * The contracts of all listeners.
 *
 * @param defaults the contract of a listener that has none of its own
 * @param byListener contracts by listener id
 * @since 0.1.0
 */
public record ListenerContracts(ListenerContract defaults, Map<String, ListenerContract> byListener) {

	public ListenerContracts {
		byListener = Map.copyOf(byListener);
	}

	/**
	 * Return the contract of a listener. The listeners of its retry topics share it,
	 * unless they have one of their own.
	 * @param listenerId the listener id
	 * @param mainListenerId the id of the listener whose retry topic this is, or
	 * {@code null}
	 * @return the contract
	 */
	ListenerContract of(String listenerId, @Nullable String mainListenerId) {
		ListenerContract own = this.byListener.get(listenerId);
		if (own == null && mainListenerId != null) {
			own = this.byListener.get(mainListenerId);
		}
		return (own != null) ? own : this.defaults;
	}

	Set<String> listenerIds() {
		return this.byListener.keySet();
	}

}
