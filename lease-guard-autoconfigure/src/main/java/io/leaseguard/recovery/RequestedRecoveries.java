package io.leaseguard.recovery;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.leaseguard.watchdog.ConsumerExamination;
import io.leaseguard.watchdog.LiveConsumer;
import io.leaseguard.watchdog.LiveConsumers;
import io.leaseguard.watchdog.PastRecovery;

/**
 * Carries out what a person asks for.
 *
 * @since 0.1.0
 */
public final class RequestedRecoveries implements LeaseRecoveries {

	private static final Log logger = LogFactory.getLog(RequestedRecoveries.class);

	private final LiveConsumers consumers;

	private final ConsumerRestarts restarts;

	private final RecoveryVetoes vetoes;

	private final Clock clock = Clock.systemUTC();

	/**
	 * Create recoveries.
	 * @param consumers the live consumers
	 * @param restarts who restarts consumers
	 * @param vetoes the vetoes of the application, looked up when they are asked
	 */
	public RequestedRecoveries(LiveConsumers consumers, ConsumerRestarts restarts,
			Supplier<List<RecoveryVeto>> vetoes) {
		this.consumers = consumers;
		this.restarts = restarts;
		this.vetoes = new RecoveryVetoes(vetoes);
	}

	@Override
	public List<RecoveryAnswer> request(String listenerId, @Nullable Integer consumerIndex, RecoveryAction action) {
		List<LiveConsumer> asked = this.consumers.of(listenerId)
			.stream()
			.filter((consumer) -> consumerIndex == null || consumer.index() == consumerIndex)
			.toList();
		if (asked.isEmpty()) {
			return List.of();
		}
		boolean free = (action == RecoveryAction.RESTART) ? this.restarts.occupy(listenerId)
				: !this.restarts.occupied(listenerId);
		List<RecoveryAnswer> answers = new ArrayList<>();
		CompletableFuture<?> last = CompletableFuture.completedFuture(null);
		boolean containerAsked = false;
		for (LiveConsumer consumer : asked) {
			boolean container = consumer.stopped() != null && !consumer.parent().isRunning();
			String objection = free ? objection(consumer, action) : "another consumer of this listener is under repair";
			if (objection != null) {
				answers.add(new RecoveryAnswer(consumer.index(), false, "Refused: " + objection + "."));
			}
			else if (action == RecoveryAction.REJOIN) {
				rejoin(consumer);
				answers.add(new RecoveryAnswer(consumer.index(), true, "It rejoins its group at its next poll."));
			}
			else if (container && containerAsked) {
				answers.add(new RecoveryAnswer(consumer.index(), true, "Its container is started again."));
			}
			else {
				containerAsked |= container;
				last = restart(consumer);
				answers.add(new RecoveryAnswer(consumer.index(), true, container ? "Its container is started again."
						: "It is stopped, and started again when its thread has left."));
			}
		}
		if (free && action == RecoveryAction.RESTART) {
			// They are carried out in turn, so that the last is the last to end.
			last.whenComplete((result, ex) -> this.restarts.release(listenerId));
		}
		return answers;
	}

	private @Nullable String objection(LiveConsumer consumer, RecoveryAction action) {
		if (action == RecoveryAction.REJOIN) {
			if (consumer.stopped() != null) {
				return "it is stopped, only a restart can help";
			}
			if (!consumer.groupMember()) {
				return "it assigns its partitions by hand and has no group to rejoin";
			}
			if (!consumer.assessment().judgement().settings().pulse().classic()) {
				return "group.protocol=consumer has no rejoin, only a restart can help";
			}
		}
		else if (!this.restarts.isRunning()) {
			return "the application starts or stops";
		}
		else if (consumer.stuck(System.nanoTime())) {
			return "its thread is stuck, and a second consumer beside it would do harm. Restart the application";
		}
		if (this.vetoes.forbid(consumer, action)) {
			count(consumer, action, Outcome.VETOED, this.clock.instant(), 0);
			return "the application forbids it";
		}
		return null;
	}

	private void rejoin(LiveConsumer consumer) {
		logger.info("Asks " + consumer + " to rejoin its group, as requested");
		consumer.countAttempt();
		consumer.requestRejoin("Lease Guard: requested");
		count(consumer, RecoveryAction.REJOIN, Outcome.DONE, this.clock.instant(), 0);
	}

	private CompletableFuture<?> restart(LiveConsumer consumer) {
		logger.info("Restarts " + consumer + ", as requested");
		consumer.countAttempt();
		Instant time = this.clock.instant();
		long since = System.nanoTime();
		return this.restarts.restart(consumer).thenAccept((result) -> {
			Outcome outcome = switch (result) {
				case STARTED -> Outcome.DONE;
				case FAILED -> Outcome.FAILED;
				case NOT_STOPPED, OVERTAKEN -> Outcome.ABANDONED;
			};
			count(consumer, RecoveryAction.RESTART, outcome, time,
					TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - since));
		});
	}

	private static void count(LiveConsumer consumer, RecoveryAction action, Outcome outcome, Instant time,
			long durationMs) {
		ConsumerExamination examination = consumer.examination();
		consumer.countRecovery(new PastRecovery(time, consumer.index(),
				(examination != null) ? examination.status() : null, action.id(), outcome.id(), durationMs));
	}

}
