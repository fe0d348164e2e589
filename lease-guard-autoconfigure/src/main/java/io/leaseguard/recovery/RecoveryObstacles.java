package io.leaseguard.recovery;

import java.util.List;

import org.jspecify.annotations.Nullable;

import io.leaseguard.watchdog.ConsumerExamination;
import io.leaseguard.watchdog.LiveConsumer;

/**
 * Says why a step that is due must wait. Most of it is about restarts: a rejoin is as
 * good for the group as it can be while the group rebalances, or while all are silent.
 *
 * @param restarts who restarts consumers
 * @param cluster the health of the clusters
 */
record RecoveryObstacles(ConsumerRestarts restarts, ClusterWatch cluster) {

	@Nullable String find(RecoveryAction action, Illness illness, Visit visit) {
		LiveConsumer consumer = visit.consumer();
		if (this.restarts.occupied(consumer.listenerId())) {
			return "Another consumer of this listener is under repair";
		}
		if (visit.ailment() != Ailment.STOP && visit.denied()) {
			// Attempts in vain would be missing when a person has given access back.
			return "The broker denies access: it is repaired when access is given back";
		}
		if (action == RecoveryAction.REJOIN) {
			return null;
		}
		if (!this.restarts.isRunning()) {
			return "The application starts or stops";
		}
		if (visit.containerDown()) {
			if (!visit.siblings().stream().allMatch((sibling) -> sibling.end().isDone())) {
				return "Another consumer of its container has not stopped yet";
			}
		}
		else if (visit.ailment() != Ailment.STOP && !illness.polledSince(visit)) {
			return "It has not polled since: a stuck consumer is never restarted";
		}
		if (rebalances(visit.siblings()) && illness.ageNanos(visit.nowNanos()) < visit.sessionNanos()) {
			// Not for ever: the sick one may be what the rebalance waits for.
			return "Its group rebalances";
		}
		if (!this.cluster.permits(consumer, visit.nowNanos())) {
			return "Many heartbeats of this cluster are late together: the brokers are the patient";
		}
		return null;
	}

	private static boolean rebalances(List<LiveConsumer> siblings) {
		return siblings.stream().anyMatch((sibling) -> {
			ConsumerExamination examination = sibling.examination();
			return examination != null && sibling.stopReason() == null && examination.progress().rebalancing();
		});
	}

}
