package io.leaseguard.watchdog;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

import io.leaseguard.container.ProgressReading;
import io.leaseguard.startup.ListenerAssessment;
import io.leaseguard.startup.ListenerAssessments;

/**
 * Takes snapshots.
 *
 * @since 0.1.0
 */
public final class LeaseSnapshots {

	private LeaseSnapshots() {
	}

	/**
	 * Return the picture where no watchdog runs: the assessments, and what a person has
	 * asked for.
	 * @param assessments the assessments
	 * @param live the live consumers
	 * @return the snapshot
	 */
	public static LeaseSnapshot of(ListenerAssessments assessments, LiveConsumers live) {
		return of(assessments, live, (listenerId) -> false, List.of(), 0, null);
	}

	/**
	 * Take a snapshot in one pass over listeners and consumers, which come in the same
	 * order.
	 * @param assessments the assessments
	 * @param live where what has happened so far is kept
	 * @param missedStarts which listeners have missed their start
	 * @param examined the consumers, in the order of {@link LiveConsumers#all()}
	 * @param errors ticks that failed so far
	 * @param before the last snapshot, {@code null} when there is none
	 * @return the snapshot
	 */
	static LeaseSnapshot of(ListenerAssessments assessments, LiveConsumers live, Predicate<String> missedStarts,
			List<LiveConsumer> examined, long errors, @Nullable LeaseSnapshot before) {
		Collection<ListenerAssessment> all = assessments.all();
		ListenerSnapshot[] listeners = new ListenerSnapshot[all.size()];
		int place = 0;
		int next = 0;
		for (ListenerAssessment assessment : all) {
			String listenerId = assessment.listenerId();
			int first = next;
			while (next < examined.size() && examined.get(next).listenerId().compareTo(listenerId) <= 0) {
				next++;
			}
			List<ConsumerSnapshot> consumers = consumers(listenerId, examined, first, next);
			ListenerTally tally = consumers.isEmpty() ? live.tally(listenerId) : examined.get(next - 1).tally();
			listeners[place++] = new ListenerSnapshot(assessment, consumers, tally.expirations(), tally.splits(),
					tally.recoveries(), tally.past(), tally.learned(), tally.findings(assessment),
					missedStarts.test(listenerId) ? StopReason.NEVER_STARTED : null);
		}
		return new LeaseSnapshot(ListenerMap.of(all, listeners, (before != null) ? before.listeners() : null), errors);
	}

	private static List<ConsumerSnapshot> consumers(String listenerId, List<LiveConsumer> examined, int first,
			int end) {
		if (end - first == 1 && belongs(examined.get(first), listenerId)) {
			return List.of(of(examined.get(first)));
		}
		List<ConsumerSnapshot> consumers = new ArrayList<>(end - first);
		for (int i = first; i < end; i++) {
			if (belongs(examined.get(i), listenerId)) {
				consumers.add(of(examined.get(i)));
			}
		}
		return consumers;
	}

	private static boolean belongs(LiveConsumer consumer, String listenerId) {
		return consumer.examination() != null && consumer.listenerId().equals(listenerId);
	}

	private static ConsumerSnapshot of(LiveConsumer consumer) {
		ConsumerExamination examination = consumer.examination();
		if (examination == null) {
			throw new IllegalStateException(consumer + " was not examined");
		}
		ProgressReading progress = examination.progress();
		return new ConsumerSnapshot(consumer.index(), consumer.clientId(), examination.status(),
				isDown(consumer, examination.status()), progress.leaseAgeNanos() / (double) consumer.leaseNanos(),
				predicted(consumer, examination), millis(progress.pollAgeNanos()), examination.heartbeatAgeMs(),
				(progress.record() != null) ? millis(progress.recordAgeNanos()) : null, progress.recordsRemaining(),
				progress.position(), consumer.names(progress.assigned()), stalled(examination),
				consumer.tally().attempts(consumer.index()), consumer.repair(), consumer.stopReason(),
				detail(consumer, examination), examination.stack());
	}

	private static @Nullable String detail(LiveConsumer consumer, ConsumerExamination examination) {
		String detail = examination.detail();
		if (examination.status() == LeaseStatus.LEASE_EXPIRED && consumer.repair() == RepairState.EXHAUSTED) {
			return detail + ". " + consumer.repairDetail();
		}
		if (examination.status() != LeaseStatus.HEARTBEAT_LOST) {
			return detail;
		}
		return (detail != null) ? consumer.repairDetail() + ". " + detail : consumer.repairDetail();
	}

	private static @Nullable Double predicted(LiveConsumer consumer, ConsumerExamination examination) {
		BatchForecast forecast = examination.forecast();
		return (forecast != null) ? forecast.needNanos() / (double) consumer.leaseNanos() : null;
	}

	private static List<String> stalled(ConsumerExamination examination) {
		ProgressStall stall = examination.stall();
		return (stall != null) ? stall.partitions() : List.of();
	}

	private static boolean isDown(LiveConsumer consumer, LeaseStatus status) {
		return switch (status) {
			case LEASE_EXPIRED, PROGRESS_STALLED -> true;
			case HEARTBEAT_LOST -> !consumer.repair().hopeful();
			case STOPPED -> consumer.stopReason() != null;
			default -> false;
		};
	}

	private static long millis(long nanos) {
		return TimeUnit.NANOSECONDS.toMillis(nanos);
	}

}
