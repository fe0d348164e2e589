package io.leaseguard.watchdog;

import java.util.Comparator;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.leaseguard.lease.Finding;
import io.leaseguard.startup.ListenerAssessment;

/**
 * One listener at one tick.
 *
 * @param assessment what start-up has found out about it
 * @param consumers its consumers, by index; empty when it is stopped
 * @param expirations leases that have expired so far
 * @param splits batches that were split at the lease boundary so far
 * @param recoveries repairs by action and outcome so far
 * @param pastRecoveries the last ten repairs, the latest first
 * @param learned how long its work is seen to take, {@code null} while nothing is learned
 * @param findings the findings of the assessment, then what is found at run time
 * @param stopReason why it has no consumer although it should, {@code null} when it has
 * or need not
 * @since 0.1.0
 */
public record ListenerSnapshot(ListenerAssessment assessment, List<ConsumerSnapshot> consumers, long expirations,
		long splits, List<RecoveryCount> recoveries, List<PastRecovery> pastRecoveries, @Nullable LearnedTime learned,
		List<Finding> findings, @Nullable StopReason stopReason) {

	public ListenerSnapshot {
		consumers = List.copyOf(consumers);
		recoveries = List.copyOf(recoveries);
		findings = List.copyOf(findings);
		pastRecoveries = List.copyOf(pastRecoveries);
	}

	/**
	 * Return the gravest status among the consumers.
	 * @return the status, {@link LeaseStatus#STOPPED} when there is no consumer
	 */
	public LeaseStatus status() {
		return this.consumers.stream()
			.map(ConsumerSnapshot::status)
			.max(Comparator.naturalOrder())
			.orElse(LeaseStatus.STOPPED);
	}

	/**
	 * Return whether one of the consumers is for a person or a restart to cure, or the
	 * listener has none although it should.
	 * @return whether the listener is down
	 */
	public boolean down() {
		return this.stopReason != null || this.consumers.stream().anyMatch(ConsumerSnapshot::down);
	}

}
