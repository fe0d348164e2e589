package io.leaseguard.recovery;

/**
 * Lets the application forbid a repair, for example of a listener that must stay down
 * once it has failed. Any number of beans of this type is asked, in their order, before
 * every attempt, also before one that a person asks for; a single veto is enough. Asked
 * again after the cool-down. A veto that throws counts as a veto: who must be asked but
 * can't answer has not agreed.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface RecoveryVeto {

	/**
	 * Decide about a repair. Called on the thread of the watchdog or of the person's
	 * request, so must not block.
	 * @param listenerId the id of the listener
	 * @param consumerIndex the index of the child in its container, from zero
	 * @param action what is about to be done
	 * @return whether to forbid it
	 */
	boolean veto(String listenerId, int consumerIndex, RecoveryAction action);

}
