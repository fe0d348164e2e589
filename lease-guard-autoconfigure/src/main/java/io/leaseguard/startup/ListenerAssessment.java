package io.leaseguard.startup;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.leaseguard.container.FactoryTap;
import io.leaseguard.lease.Judgement;
import io.leaseguard.lease.LeaseTerms;

/**
 * What start-up has found out about one listener.
 *
 * @param listenerId the listener id
 * @param groupId the consumer group, {@code null} when there is none
 * @param batchListener whether it takes whole batches
 * @param watchable whether its consumers can be watched; not so where a factory of the
 * application does not support post-processors or can't be read
 * @param judgement the judgement
 * @since 0.1.0
 */
public record ListenerAssessment(String listenerId, @Nullable String groupId, boolean batchListener, boolean watchable,
		Judgement judgement) {

	/**
	 * Return the declared timeout of what is measured at run time: of a record, or of a
	 * batch for a batch listener.
	 * @return the timeout, {@code null} when none is declared; for a batch listener that
	 * declares the time of a record what a full batch may take
	 */
	public @Nullable Duration measurableTimeout() {
		LeaseTerms terms = this.judgement.terms();
		if (!this.batchListener || !terms.declared()) {
			return terms.recordTimeout();
		}
		return Duration.ofMillis(terms.workMs(this.judgement.settings().maxPollRecords().value()));
	}

	ListenerAssessment with(FactoryTap tap) {
		boolean watchable = tap == FactoryTap.IN;
		Judgement judgement = watchable ? this.judgement
				: this.judgement.with(List.of(UnwatchableConsumers.finding(this.listenerId, tap)));
		return new ListenerAssessment(this.listenerId, this.groupId, this.batchListener, watchable, judgement);
	}

}
