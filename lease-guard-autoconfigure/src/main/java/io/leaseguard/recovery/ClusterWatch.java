package io.leaseguard.recovery;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.WeakHashMap;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import io.leaseguard.container.ContainerConfiguration;
import io.leaseguard.watchdog.ConsumerExamination;
import io.leaseguard.watchdog.LeaseEvent;
import io.leaseguard.watchdog.LeaseEventPublisher;
import io.leaseguard.watchdog.LeaseStatus;
import io.leaseguard.watchdog.LiveConsumer;

/**
 * Tells sick consumers from a sick cluster. When a heartbeat is lost and those of many
 * others of the same cluster are late as well, the brokers are the patient, and to
 * restart the consumers would only add to their load. Since from here nobody can tell a
 * sick coordinator from members that are all beyond repair, for example because the right
 * to their group was taken and given back, the restarts are not held for ever: after a
 * cool-down one consumer of the cluster is restarted as a test, and one more after each
 * further cool-down. If it heals, soon not so many are late.
 */
final class ClusterWatch {

	private static final Log logger = LogFactory.getLog(ClusterWatch.class);

	private static final int MANY = 3;

	private final long patienceNanos;

	private final LeaseEventPublisher events;

	private final Map<LiveConsumer, List<String>> clusters = new WeakHashMap<>();

	private final Map<List<String>, Long> unwell = new HashMap<>();

	/**
	 * Whether each cluster answers any of the consumers that can tell.
	 */
	private final Map<List<String>, Boolean> answers = new HashMap<>();

	ClusterWatch(Duration patience, LeaseEventPublisher events) {
		this.patienceNanos = patience.toNanos();
		this.events = events;
	}

	/**
	 * Return whether all clusters were well at the last look.
	 * @return whether none is unwell
	 */
	boolean well() {
		return this.unwell.isEmpty();
	}

	/**
	 * Look at all consumers.
	 * @param consumers the consumers
	 * @param nowNanos the time
	 */
	void look(Collection<LiveConsumer> consumers, long nowNanos) {
		Map<List<String>, Heartbeats> seen = new HashMap<>();
		this.answers.clear();
		for (LiveConsumer consumer : consumers) {
			ConsumerExamination examination = consumer.examination();
			if (examination == null) {
				continue;
			}
			if (canTell(examination)) {
				this.answers.merge(cluster(consumer), consumer.clusterAnswers(), Boolean::logicalOr);
			}
			if (shouldBeat(examination)) {
				seen.computeIfAbsent(cluster(consumer), (key) -> new Heartbeats()).add(consumer, examination);
			}
		}
		this.unwell.keySet().removeIf((cluster) -> {
			Heartbeats heartbeats = seen.get(cluster);
			boolean well = heartbeats == null || !heartbeats.unwell();
			if (well) {
				logger.info("The heartbeats of a cluster are well again");
			}
			return well;
		});
		seen.forEach((cluster, heartbeats) -> {
			if (heartbeats.unwell() && this.unwell.putIfAbsent(cluster, nowNanos) == null) {
				announce(heartbeats);
			}
		});
	}

	/**
	 * Return whether the cluster of a consumer lets it be restarted.
	 * @param consumer the consumer
	 * @param nowNanos the time
	 * @return whether the cluster is well, or may be tested
	 */
	boolean permits(LiveConsumer consumer, long nowNanos) {
		Long since = this.unwell.get(cluster(consumer));
		return since == null || nowNanos - since > this.patienceNanos;
	}

	/**
	 * Take note that a consumer is being restarted: the next test of its cluster, if that
	 * is unwell, is a cool-down away.
	 * @param consumer the consumer
	 * @param nowNanos the time
	 */
	void restarted(LiveConsumer consumer, long nowNanos) {
		this.unwell.computeIfPresent(cluster(consumer), (cluster, since) -> nowNanos);
	}

	/**
	 * Return whether the cluster of a stuck consumer is out of reach, as far as anybody
	 * knows: the other consumers of the cluster, or else its own heartbeats before its
	 * lease expired.
	 * @param stuck the consumer
	 * @return whether the brokers are silent
	 */
	boolean silent(LiveConsumer stuck) {
		return !this.answers.getOrDefault(cluster(stuck), stuck.clusterAnswers());
	}

	private static boolean canTell(ConsumerExamination examination) {
		return examination.status() != LeaseStatus.STOPPED && examination.status() != LeaseStatus.LEASE_EXPIRED;
	}

	private static boolean shouldBeat(ConsumerExamination examination) {
		return examination.progress().groupMember() && canTell(examination);
	}

	private List<String> cluster(LiveConsumer consumer) {
		return this.clusters.computeIfAbsent(consumer, ClusterWatch::bootstrapServers);
	}

	private static List<String> bootstrapServers(LiveConsumer consumer) {
		try {
			return ContainerConfiguration.of(consumer.parent(), Map.of()).bootstrapServers();
		}
		catch (RuntimeException ex) {
			logger.debug("Could not find the cluster of " + consumer, ex);
			return List.of();
		}
	}

	private void announce(Heartbeats heartbeats) {
		LiveConsumer first = heartbeats.lost.get(0);
		List<String> listenerIds = List.copyOf(heartbeats.lateListeners);
		logger.warn("The heartbeats of " + heartbeats.late + " of " + heartbeats.members
				+ " consumers of one cluster are late together (listeners " + listenerIds
				+ "): the brokers are the patient, no consumer is restarted for it at once");
		this.events.publish(new LeaseEvent.ClusterUnwell(first.listenerId(), first.index(), heartbeats.late,
				heartbeats.members, listenerIds));
	}

	/**
	 * The heartbeats of one cluster at one tick.
	 */
	private static final class Heartbeats {

		private int members;

		private int late;

		private final List<LiveConsumer> lost = new ArrayList<>();

		private final Set<String> listeners = new TreeSet<>();

		private final Set<String> lateListeners = new TreeSet<>();

		void add(LiveConsumer consumer, ConsumerExamination examination) {
			this.members++;
			this.listeners.add(consumer.listenerId());
			boolean lost = examination.status() == LeaseStatus.HEARTBEAT_LOST;
			if (lost) {
				this.lost.add(consumer);
			}
			if (lost || late(consumer, examination)) {
				this.late++;
				this.lateListeners.add(consumer.listenerId());
			}
		}

		private static boolean late(LiveConsumer consumer, ConsumerExamination examination) {
			Long age = examination.heartbeatAgeMs();
			// Not all fall silent in the same tick. One that waits for its group is
			// silent with reason.
			return age != null && !examination.progress().rebalancing()
					&& age >= consumer.assessment().judgement().settings().pulse().sessionMs() / 2;
		}

		boolean unwell() {
			if (this.lost.isEmpty()) {
				return false;
			}
			boolean many = this.late >= MANY && 2 * this.late >= this.members;
			boolean all = this.late == this.members && this.listeners.size() > 1;
			return many || all;
		}

	}

}
