package io.leaseguard.lease.rule;

import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.Severity;

/**
 * Batch splitting works only where records are handled one by one on the consumer thread.
 * Asked for of a listener where it does not, it is refused; where the listener only
 * inherits the wish, it is told.
 */
class BatchSplittingRule implements LeaseRule {

	static final String ID = "batch-splitting";

	@Override
	public @Nullable Finding examine(LeaseCase leaseCase) {
		BatchSplitting splitting = leaseCase.facts().splitting();
		BatchSplitting.Obstacle obstacle = splitting.obstacle();
		if (!splitting.wanted() || obstacle == null) {
			return null;
		}
		String property = "lease-guard.listeners." + key(leaseCase.listener()) + ".batch-splitting.enabled";
		return leaseCase.finding(ID, splitting.own() ? Severity.ERROR : Severity.WARNING,
				"%s is true, but the batches of this listener can't be split: %s."
					.formatted(splitting.own() ? property : "lease-guard.batch-splitting.enabled", obstacle.reason()),
				"%s, and set %s to false.".formatted(obstacle.instead(), property), Map.of());
	}

	private String key(String listener) {
		return listener.matches("[a-zA-Z0-9-]+") ? listener : "[" + listener + "]";
	}

}
