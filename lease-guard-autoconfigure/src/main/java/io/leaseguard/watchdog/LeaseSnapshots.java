package io.leaseguard.watchdog;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.springframework.kafka.event.ConsumerStoppedEvent;

import io.leaseguard.container.ProgressReading;
import io.leaseguard.lease.Finding;
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
		return of(assessments, live, List.of(), 0);
	}

	static LeaseSnapshot of(ListenerAssessments assessments, LiveConsumers live, Collection<LiveConsumer> examined,
			long errors) {
		Map<String, ListenerSnapshot> listeners = new LinkedHashMap<>();
		for (ListenerAssessment assessment : assessments.all()) {
			String listenerId = assessment.listenerId();
			List<ConsumerSnapshot> consumers = examined.stream()
				.filter((consumer) -> consumer.listenerId().equals(listenerId) && consumer.examination() != null)
				.sorted(Comparator.comparingInt(LiveConsumer::index))
				.map(LeaseSnapshots::of)
				.toList();
			ListenerTally tally = live.tally(listenerId);
			listeners.put(listenerId, new ListenerSnapshot(assessment, consumers, tally.expirations(), tally.splits(),
					tally.recoveries(), tally.past(), tally.learned(), findings(assessment, tally.learned())));
		}
		return new LeaseSnapshot(listeners, errors);
	}

	private static List<Finding> findings(ListenerAssessment assessment, @Nullable LearnedTime learned) {
		List<Finding> findings = new ArrayList<>(assessment.judgement().findings());
		findings.addAll(LearnedFindings.of(assessment, learned));
		return findings;
	}

	private static ConsumerSnapshot of(LiveConsumer consumer) {
		ConsumerExamination examination = consumer.examination();
		if (examination == null) {
			throw new IllegalStateException(consumer + " was not examined");
		}
		ProgressReading progress = examination.progress();
		double leaseNanos = TimeUnit.MILLISECONDS.toNanos(consumer.assessment().judgement().leaseMs());
		return new ConsumerSnapshot(consumer.index(), consumer.clientId(), examination.status(),
				isDown(consumer, examination.status()), progress.leaseAgeNanos() / leaseNanos,
				millis(progress.pollAgeNanos()), examination.heartbeatAgeMs(),
				(progress.record() != null) ? millis(progress.recordAgeNanos()) : null, progress.recordsRemaining(),
				progress.position(), progress.assigned().stream().map(Object::toString).sorted().toList(),
				consumer.tally().attempts(consumer.index()), consumer.repair(), examination.detail(),
				examination.stack());
	}

	private static boolean isDown(LiveConsumer consumer, LeaseStatus status) {
		return switch (status) {
			case LEASE_EXPIRED -> true;
			case HEARTBEAT_LOST -> !consumer.repair().hopeful();
			case STOPPED -> consumer.stopped() != null && consumer.stopped() != ConsumerStoppedEvent.Reason.NORMAL;
			default -> false;
		};
	}

	private static long millis(long nanos) {
		return TimeUnit.NANOSECONDS.toMillis(nanos);
	}

}
