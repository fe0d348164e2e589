package io.leaseguard.recovery;

import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.random.RandomGenerator;

import io.leaseguard.watchdog.LeaseEventPublisher;

/**
 * What all repairs share.
 *
 * @param mode how far to go
 * @param limits the limits
 * @param restarts who restarts consumers
 * @param vetoes the vetoes of the application
 * @param cluster the health of the clusters
 * @param obstacles why a step must wait
 * @param liveness where to declare the application broken
 * @param journal where to tell of outcomes
 * @param clock the time of day, for people to read
 * @param random what spreads attempts over time
 * @param governors the governors of whole containers by listener id
 */
record RecoveryTools(RecoveryMode mode, RecoveryLimits limits, ConsumerRestarts restarts, RecoveryVetoes vetoes,
		ClusterWatch cluster, RecoveryObstacles obstacles, Liveness liveness, RepairJournal journal, Clock clock,
		RandomGenerator random, Map<String, RecoveryGovernor> governors) {

	static RecoveryTools of(RecoveryMode mode, RecoveryLimits limits, ConsumerRestarts restarts, RecoveryVetoes vetoes,
			LeaseEventPublisher events, boolean breakLiveness, Clock clock, RandomGenerator random) {
		ClusterWatch cluster = new ClusterWatch(limits.coolDown(), events);
		return new RecoveryTools(mode, limits, restarts, vetoes, cluster, new RecoveryObstacles(restarts, cluster),
				new Liveness(events, breakLiveness), new RepairJournal(events, clock), clock, random, new HashMap<>());
	}

	RecoveryGovernor governor() {
		return new RecoveryGovernor(this.limits, this.random);
	}

	/**
	 * Return the governor of a container as a whole: what kills one child after the other
	 * must not have the attempts of each.
	 * @param listenerId the listener id
	 * @return the governor
	 */
	RecoveryGovernor governor(String listenerId) {
		return this.governors.computeIfAbsent(listenerId, (id) -> governor());
	}

}
