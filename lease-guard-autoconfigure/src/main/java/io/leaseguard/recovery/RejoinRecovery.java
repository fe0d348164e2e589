package io.leaseguard.recovery;

import java.util.Map;
import java.util.WeakHashMap;

import io.leaseguard.watchdog.ConsumerExamination;
import io.leaseguard.watchdog.ConsumerRecovery;
import io.leaseguard.watchdog.LeaseEventPublisher;
import io.leaseguard.watchdog.LiveConsumer;

/**
 * Repairs lost heartbeats by a rejoin of exactly the sick consumer. The rejoin is carried
 * out by the consumer's own thread at its next poll, because the request flag of the
 * container belongs to the parent and a healthy sibling may take it.
 *
 * @since 0.1.0
 */
public final class RejoinRecovery implements ConsumerRecovery {

	private final RecoveryLimits limits;

	private final LeaseEventPublisher events;

	private final boolean breakLiveness;

	private final Map<LiveConsumer, HeartbeatRepair> repairs = new WeakHashMap<>();

	/**
	 * Create a recovery.
	 * @param limits the limits
	 * @param events where to tell of outcomes
	 * @param breakLiveness whether to declare the application broken when recovery is
	 * exhausted
	 */
	public RejoinRecovery(RecoveryLimits limits, LeaseEventPublisher events, boolean breakLiveness) {
		this.limits = limits;
		this.events = events;
		this.breakLiveness = breakLiveness;
	}

	@Override
	public void attend(LiveConsumer consumer, long nowNanos) {
		ConsumerExamination examination = consumer.examination();
		if (examination != null) {
			this.repairs
				.computeIfAbsent(consumer,
						(key) -> new HeartbeatRepair(key, this.limits, this.events, this.breakLiveness))
				.attend(examination, nowNanos);
		}
	}

}
