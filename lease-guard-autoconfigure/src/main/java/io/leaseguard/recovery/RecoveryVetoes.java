package io.leaseguard.recovery;

import java.util.List;
import java.util.function.Supplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import io.leaseguard.watchdog.LiveConsumer;

/**
 * Asks all vetoes of the application.
 *
 * @param vetoes the vetoes, looked up when they are asked
 */
record RecoveryVetoes(Supplier<List<RecoveryVeto>> vetoes) {

	private static final Log logger = LogFactory.getLog(RecoveryVetoes.class);

	boolean forbid(LiveConsumer consumer, RecoveryAction action) {
		try {
			for (RecoveryVeto veto : this.vetoes.get()) {
				if (veto.veto(consumer.listenerId(), consumer.index(), action)) {
					return true;
				}
			}
			return false;
		}
		catch (RuntimeException ex) {
			logger.warn("A veto failed on a " + action.id() + " of " + consumer + ", which counts as a veto", ex);
			return true;
		}
	}

}
