package io.leaseguard.startup;

import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.leaseguard.lease.Finding;

/**
 * What is declared of all listeners.
 *
 * @param defaults the contract of a listener that declares nothing of its own
 * @param byListener what properties declare of single listeners, by listener id
 * @param problems values of properties that can't be used
 * @param splitting of which listeners to split the batches
 * @since 0.1.0
 */
public record ListenerContracts(ListenerContract defaults, Map<String, TermsDeclaration> byListener,
		List<Finding> problems, SplittingWish splitting) {

	public ListenerContracts {
		byListener = Map.copyOf(byListener);
		problems = List.copyOf(problems);
	}

	/**
	 * Return the contract of a listener: properties count before annotations, these
	 * before the defaults. The listeners of retry topics share the properties of their
	 * main listener, unless they have properties of their own.
	 * @param listenerId the listener id
	 * @param mainListenerId the id of the listener whose retry topic this is, or
	 * {@code null}
	 * @param annotated what its annotations declare, the nearest first
	 * @return the contract
	 */
	ListenerContract of(String listenerId, @Nullable String mainListenerId, List<TermsDeclaration> annotated) {
		ListenerContract contract = this.defaults;
		for (int i = annotated.size() - 1; i >= 0; i--) {
			contract = annotated.get(i).over(contract);
		}
		TermsDeclaration own = this.byListener.get(listenerId);
		if (own == null && mainListenerId != null) {
			own = this.byListener.get(mainListenerId);
		}
		return (own != null) ? own.over(contract) : contract;
	}

	Set<String> listenerIds() {
		return this.byListener.keySet();
	}

}
