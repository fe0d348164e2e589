package io.leaseguard.startup;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Of which listeners the application wants batches split at the lease boundary.
 *
 * @param all whether of every record listener
 * @param byListener what it says of single listeners, by listener id
 * @since 0.1.0
 */
public record SplittingWish(boolean all, Map<String, Boolean> byListener) {

	public SplittingWish {
		byListener = Map.copyOf(byListener);
	}

	/**
	 * Return what is said of one listener. The listeners of its retry topics share it,
	 * unless something is said of them.
	 * @param listenerId the listener id
	 * @param mainListenerId the id of the listener whose retry topic this is, or
	 * {@code null}
	 * @return the wish, {@code null} when nothing is said of it
	 */
	@Nullable Boolean own(String listenerId, @Nullable String mainListenerId) {
		Boolean own = this.byListener.get(listenerId);
		return (own == null && mainListenerId != null) ? this.byListener.get(mainListenerId) : own;
	}

}
