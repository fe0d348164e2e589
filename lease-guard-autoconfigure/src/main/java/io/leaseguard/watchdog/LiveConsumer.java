package io.leaseguard.watchdog;

import org.jspecify.annotations.Nullable;
import org.springframework.kafka.event.ConsumerStoppedEvent;
import org.springframework.kafka.listener.KafkaMessageListenerContainer;

import io.leaseguard.container.LeaseConsumer;
import io.leaseguard.container.PulseReader;
import io.leaseguard.startup.ListenerAssessment;

/**
 * One consumer that the watchdog watches, from its start to its stop. Except for the stop
 * it is touched by the thread of the watchdog alone.
 *
 * @since 0.1.0
 */
public final class LiveConsumer {

	private final ListenerAssessment assessment;

	private final int index;

	private final KafkaMessageListenerContainer<?, ?> container;

	private final LeaseConsumer<?, ?> consumer;

	private final PulseReader pulse;

	private final HeartbeatWatch heartbeatWatch;

	private final ListenerTally tally;

	private volatile ConsumerStoppedEvent.@Nullable Reason stopped;

	private @Nullable ConsumerExamination examination;

	private @Nullable String clientId;

	private RepairState repair = RepairState.NONE;

	private long recoveries;

	private long countedSplits;

	LiveConsumer(ListenerAssessment assessment, int index, KafkaMessageListenerContainer<?, ?> container,
			LeaseConsumer<?, ?> consumer, ListenerTally tally, long nowNanos) {
		this.assessment = assessment;
		this.index = index;
		this.container = container;
		this.consumer = consumer;
		this.pulse = new PulseReader(consumer);
		this.heartbeatWatch = new HeartbeatWatch(nowNanos);
		this.tally = tally;
	}

	/**
	 * Return what start-up has found out about the listener.
	 * @return the assessment
	 */
	public ListenerAssessment assessment() {
		return this.assessment;
	}

	/**
	 * Return the id of the listener.
	 * @return the listener id
	 */
	public String listenerId() {
		return this.assessment.listenerId();
	}

	/**
	 * Return the index of the child in its container.
	 * @return the index, from zero
	 */
	public int index() {
		return this.index;
	}

	KafkaMessageListenerContainer<?, ?> container() {
		return this.container;
	}

	LeaseConsumer<?, ?> consumer() {
		return this.consumer;
	}

	PulseReader pulse() {
		return this.pulse;
	}

	HeartbeatWatch heartbeatWatch() {
		return this.heartbeatWatch;
	}

	@Nullable String clientId() {
		if (this.clientId == null) {
			this.clientId = this.pulse.clientId();
		}
		return this.clientId;
	}

	/**
	 * Return what the present tick has found out.
	 * @return the examination, {@code null} before the first tick
	 */
	public @Nullable ConsumerExamination examination() {
		return this.examination;
	}

	void examination(ConsumerExamination examination) {
		this.examination = examination;
	}

	void stopped(ConsumerStoppedEvent.Reason reason) {
		this.stopped = reason;
	}

	ConsumerStoppedEvent.@Nullable Reason stopped() {
		return this.stopped;
	}

	/**
	 * Return how far the present repair has come.
	 * @return the state
	 */
	public RepairState repair() {
		return this.repair;
	}

	/**
	 * Note how far the present repair has come.
	 * @param repair the state
	 */
	public void repair(RepairState repair) {
		this.repair = repair;
	}

	/**
	 * Ask the consumer to rejoin its group, on its own thread.
	 * @param reason the reason, shown to the broker
	 */
	public void requestRejoin(String reason) {
		this.recoveries++;
		this.consumer.progress().requestRejoin(reason);
	}

	long recoveries() {
		return this.recoveries;
	}

	/**
	 * Count the outcome of a repair.
	 * @param action what was done
	 * @param outcome what came of it
	 */
	public void countRecovery(String action, String outcome) {
		this.tally.recovery(action, outcome);
	}

	/**
	 * Count the splits since the last call. Called at each tick, and by the thread of the
	 * consumer when it stops.
	 */
	synchronized void countSplits() {
		long splits = this.consumer.progress().splits();
		this.tally.split(splits - this.countedSplits);
		this.countedSplits = splits;
	}

	ListenerTally tally() {
		return this.tally;
	}

	@Override
	public String toString() {
		return "listener '" + listenerId() + "' consumer " + this.index;
	}

}
