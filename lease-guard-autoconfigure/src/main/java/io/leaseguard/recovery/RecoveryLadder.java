package io.leaseguard.recovery;

import java.time.Clock;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import io.leaseguard.watchdog.ConsumerExamination;
import io.leaseguard.watchdog.ConsumerRecovery;
import io.leaseguard.watchdog.LeaseEventPublisher;
import io.leaseguard.watchdog.LiveConsumer;

/**
 * Repairs sick consumers step by step: a rejoin of exactly the sick consumer, carried out
 * by its own thread because the request flag of the container belongs to the parent and a
 * healthy sibling may take it; then a restart of that consumer; then the word that
 * nothing safe is left to try.
 *
 * @since 0.1.0
 */
public final class RecoveryLadder implements ConsumerRecovery {

	private static final Log logger = LogFactory.getLog(RecoveryLadder.class);

	private final RecoveryTools tools;

	/**
	 * By listener and index, because a restart makes a new consumer.
	 */
	private final Map<Place, ConsumerRepair> repairs = new HashMap<>();

	/**
	 * Create a ladder.
	 * @param mode how far to go
	 * @param limits the limits
	 * @param restarts who restarts consumers
	 * @param vetoes the vetoes of the application, looked up when they are asked
	 * @param events where to tell of outcomes
	 * @param breakLiveness whether to declare the application broken when recovery is
	 * exhausted
	 */
	public RecoveryLadder(RecoveryMode mode, RecoveryLimits limits, ConsumerRestarts restarts,
			Supplier<List<RecoveryVeto>> vetoes, LeaseEventPublisher events, boolean breakLiveness) {
		this(RecoveryTools.of(mode, limits, restarts, new RecoveryVetoes(vetoes), events, breakLiveness,
				Clock.systemUTC(), RandomGenerator.getDefault()));
	}

	RecoveryLadder(RecoveryTools tools) {
		this.tools = tools;
	}

	@Override
	public boolean active() {
		return this.tools.mode() != RecoveryMode.NONE;
	}

	/**
	 * Attend to the consumers. As long as all are well and none was sick of late, which
	 * is nearly always, that is one look at the status of each.
	 */
	@Override
	public void attend(List<LiveConsumer> consumers, long nowNanos) {
		if (!active()) {
			return;
		}
		if (this.repairs.isEmpty() && this.tools.cluster().well() && !anySick(consumers)) {
			return;
		}
		this.tools.cluster().look(consumers, nowNanos);
		Set<Place> present = new HashSet<>();
		List<LiveConsumer> siblings = List.of();
		for (int i = 0; i < consumers.size(); i++) {
			LiveConsumer consumer = consumers.get(i);
			if (i == 0 || !consumers.get(i - 1).listenerId().equals(consumer.listenerId())) {
				siblings = siblings(consumers, i);
			}
			Place place = new Place(consumer.listenerId(), consumer.index());
			present.add(place);
			if (sick(consumer) || this.repairs.containsKey(place)) {
				attend(place, consumer, siblings, nowNanos);
			}
		}
		this.repairs.entrySet()
			.removeIf((entry) -> present.contains(entry.getKey()) ? entry.getValue().idle(nowNanos)
					: entry.getValue().absent(nowNanos));
	}

	private void attend(Place place, LiveConsumer consumer, List<LiveConsumer> siblings, long nowNanos) {
		try {
			this.repairs.computeIfAbsent(place, (key) -> new ConsumerRepair(this.tools))
				.attend(consumer, siblings, nowNanos);
		}
		catch (RuntimeException ex) {
			logger.error("Could not attend to " + consumer, ex);
		}
	}

	private static boolean anySick(List<LiveConsumer> consumers) {
		for (LiveConsumer consumer : consumers) {
			if (sick(consumer)) {
				return true;
			}
		}
		return false;
	}

	private static boolean sick(LiveConsumer consumer) {
		ConsumerExamination examination = consumer.examination();
		return examination != null && Ailment.possible(examination.status());
	}

	private static List<LiveConsumer> siblings(List<LiveConsumer> consumers, int first) {
		int end = first + 1;
		while (end < consumers.size() && consumers.get(end).listenerId().equals(consumers.get(first).listenerId())) {
			end++;
		}
		return consumers.subList(first, end);
	}

	/**
	 * The place of a consumer, whichever consumer has it now.
	 *
	 * @param listenerId the listener id
	 * @param index the index of the child in its container
	 */
	private record Place(String listenerId, int index) {
	}

}
