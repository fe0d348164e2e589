package io.leaseguard.watchdog;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.listener.AbstractMessageListenerContainer;
import org.springframework.kafka.listener.KafkaMessageListenerContainer;

import io.leaseguard.container.LeaseConsumer;
import io.leaseguard.container.PulseReader;
import io.leaseguard.lease.Judgement;
import io.leaseguard.lease.Pulse;
import io.leaseguard.lease.Setting;
import io.leaseguard.startup.ListenerAssessment;

/**
 * One consumer that the watchdog watches, from its start to its stop. Its stop and its
 * examination may be read from any thread; the rest is touched by the thread of the
 * watchdog alone.
 *
 * @since 0.1.0
 */
public final class LiveConsumer {

	private static final long WARNING_PAUSE_NANOS = TimeUnit.MINUTES.toNanos(1);

	private static final int HEARTBEATS_PER_SESSION = 9;

	private final ListenerAssessment assessment;

	private final int index;

	private final KafkaMessageListenerContainer<?, ?> container;

	private final AbstractMessageListenerContainer<?, ?> parent;

	private final LeaseConsumer<?, ?> consumer;

	private final CompletableFuture<Void> end = new CompletableFuture<>();

	private final PulseReader pulse;

	private final ConsumerWatches watches;

	private final @Nullable Thread starter;

	private final ListenerTally tally;

	private final long leaseNanos;

	private final long heartbeatNanos;

	private volatile @Nullable StopReason stopped;

	private volatile @Nullable Set<TopicPartition> partitionsAtStop;

	private volatile @Nullable ConsumerExamination examination;

	private boolean clusterAnswers = true;

	private @Nullable String clientId;

	private @Nullable Long warnedOfWorkNanos;

	private @Nullable Long warnedOfRiskNanos;

	private @Nullable Set<TopicPartition> assigned;

	private List<String> assignedNames = List.of();

	private RepairState repair = RepairState.NONE;

	private String repairDetail = "No repair is tried";

	private long countedSplits;

	/**
	 * Create a live consumer.
	 * @param assessment what start-up has found out about the listener
	 * @param index the index of the child in its container
	 * @param container the child
	 * @param parent the container of the listener
	 * @param consumer the consumer
	 * @param watches the watches over it
	 * @param tally where to count for the listener
	 * @param starter the thread of the consumer, {@code null} when only its first poll
	 * will tell
	 */
	LiveConsumer(ListenerAssessment assessment, int index, KafkaMessageListenerContainer<?, ?> container,
			AbstractMessageListenerContainer<?, ?> parent, LeaseConsumer<?, ?> consumer, ConsumerWatches watches,
			ListenerTally tally, @Nullable Thread starter) {
		this.assessment = assessment;
		this.index = index;
		this.container = container;
		this.parent = parent;
		this.consumer = consumer;
		this.pulse = new PulseReader(consumer);
		this.watches = watches;
		this.starter = starter;
		this.tally = tally;
		Judgement judgement = assessment.judgement();
		Pulse pulse = judgement.settings().pulse();
		this.leaseNanos = TimeUnit.MILLISECONDS.toNanos(judgement.leaseMs());
		// The brokers' default for the consumer protocol is a ninth of the session, too.
		Setting interval = pulse.heartbeatInterval();
		this.heartbeatNanos = (interval != null) ? TimeUnit.MILLISECONDS.toNanos(interval.value())
				: TimeUnit.MILLISECONDS.toNanos(pulse.sessionMs()) / HEARTBEATS_PER_SESSION;
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

	/**
	 * Return the container of this one consumer.
	 * @return the child where the container of the listener is concurrent
	 */
	public KafkaMessageListenerContainer<?, ?> container() {
		return this.container;
	}

	/**
	 * Return the container of the listener.
	 * @return the parent, or the {@linkplain #container() container} where there is none
	 */
	public AbstractMessageListenerContainer<?, ?> parent() {
		return this.parent;
	}

	LeaseConsumer<?, ?> consumer() {
		return this.consumer;
	}

	/**
	 * Return the lease.
	 * @return nanoseconds
	 */
	long leaseNanos() {
		return this.leaseNanos;
	}

	/**
	 * Return the time within which the next heartbeat is not due.
	 * @return nanoseconds
	 */
	long heartbeatNanos() {
		return this.heartbeatNanos;
	}

	PulseReader pulse() {
		return this.pulse;
	}

	ConsumerWatches watches() {
		return this.watches;
	}

	@Nullable Thread thread() {
		Thread thread = this.consumer.progress().thread();
		return (thread != null) ? thread : this.starter;
	}

	/**
	 * Return whether the thread of the consumer has come to its end.
	 * @return whether it is known and gone
	 */
	boolean threadEnded() {
		Thread thread = thread();
		return thread != null && !thread.isAlive();
	}

	@Nullable String clientId() {
		if (this.clientId == null) {
			this.clientId = this.pulse.clientId();
		}
		return this.clientId;
	}

	/**
	 * Return the names of the assigned partitions, sorted. Made only when the assignment
	 * has changed.
	 * @param assigned the assigned partitions, as this consumer's progress has them
	 * @return the names
	 */
	List<String> names(Set<TopicPartition> assigned) {
		if (this.assigned != assigned) {
			this.assigned = assigned;
			this.assignedNames = List.copyOf(assigned.stream().map(Object::toString).sorted().toList());
		}
		return this.assignedNames;
	}

	/**
	 * Return what the present tick has found out.
	 * @return the examination, {@code null} before the first tick
	 */
	public @Nullable ConsumerExamination examination() {
		return this.examination;
	}

	/**
	 * Return whether a line in the log is due for a record that has outlived its timeout:
	 * where each record does, one a minute shows the pattern, and each has its event.
	 * @param nowNanos the time
	 * @return whether to warn
	 */
	boolean mayWarnOfWork(long nowNanos) {
		boolean due = isDue(this.warnedOfWorkNanos, nowNanos);
		if (due) {
			this.warnedOfWorkNanos = nowNanos;
		}
		return due;
	}

	/**
	 * Return whether a line in the log is due for a lease at risk: one a minute likewise.
	 * @param nowNanos the time
	 * @return whether to warn
	 */
	boolean mayWarnOfRisk(long nowNanos) {
		boolean due = isDue(this.warnedOfRiskNanos, nowNanos);
		if (due) {
			this.warnedOfRiskNanos = nowNanos;
		}
		return due;
	}

	private static boolean isDue(@Nullable Long warnedNanos, long nowNanos) {
		return warnedNanos == null || nowNanos - warnedNanos >= WARNING_PAUSE_NANOS;
	}

	void examination(ConsumerExamination examination) {
		this.examination = examination;
	}

	void stopped(StopReason reason) {
		this.stopped = reason;
	}

	/**
	 * Return why the consumer does not run although nobody has stopped it on purpose.
	 * @return the reason, {@code null} while it runs
	 */
	public @Nullable StopReason stopReason() {
		StopReason stopped = this.stopped;
		return (stopped == null && threadEnded() && this.container.isRunning()) ? StopReason.THREAD_ENDED : stopped;
	}

	/**
	 * Return the end of the consumer: completed when its thread has left the container,
	 * whatever the reason. What depends on it runs on that thread and must not block.
	 * @return the end
	 */
	public CompletableFuture<Void> end() {
		return this.end;
	}

	/**
	 * Return whether the thread of the consumer is stuck: it has not polled for longer
	 * than its lease.
	 * @param nowNanos the time, as of {@link System#nanoTime()}
	 * @return whether it is stuck
	 */
	public boolean stuck(long nowNanos) {
		return !this.end.isDone() && this.consumer.progress().read(nowNanos).leaseAgeNanos() > TimeUnit.MILLISECONDS
			.toNanos(this.assessment.judgement().leaseMs());
	}

	/**
	 * Return whether the consumer waits for its group.
	 * @return whether it has no assignment yet, or has given it up for a new one
	 */
	public boolean rebalancing() {
		return this.consumer.progress().read(System.nanoTime()).rebalancing();
	}

	/**
	 * Return whether the consumer subscribes, as opposed to assigns by hand.
	 * @return whether it is a member of a group
	 */
	public boolean groupMember() {
		return this.consumer.progress().read(System.nanoTime()).groupMember();
	}

	/**
	 * Return whether the brokers answered when that was last known: a client whose lease
	 * has expired asks for nothing more.
	 * @return whether its cluster was within reach
	 */
	public boolean clusterAnswers() {
		return this.clusterAnswers;
	}

	void clusterAnswers(boolean clusterAnswers) {
		this.clusterAnswers = clusterAnswers;
	}

	/**
	 * Return the partitions of the consumer.
	 * @return those that are assigned to it, or were when it began to stop
	 */
	public Set<TopicPartition> partitions() {
		Set<TopicPartition> atStop = this.partitionsAtStop;
		return (atStop != null) ? atStop : this.consumer.progress().read(System.nanoTime()).assigned();
	}

	void stopping(Set<TopicPartition> partitions) {
		this.partitionsAtStop = partitions;
	}

	/**
	 * Return how long the consumer may go without progress before it counts as stalled.
	 * @return nanoseconds
	 */
	public long progressTimeoutNanos() {
		return this.watches.stall().timeoutNanos();
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
	 * @param detail the same in words
	 */
	public void repair(RepairState repair, String detail) {
		this.repair = repair;
		this.repairDetail = detail;
	}

	String repairDetail() {
		return this.repairDetail;
	}

	/**
	 * Ask the consumer to rejoin its group, on its own thread.
	 * @param reason the reason, shown to the broker
	 */
	public void requestRejoin(String reason) {
		this.consumer.progress().requestRejoin(reason);
	}

	/**
	 * Return whether the consumer has still to take notice of a
	 * {@linkplain #requestRejoin(String) request} to rejoin.
	 * @return whether its thread has not polled since
	 */
	public boolean rejoinRequested() {
		return this.consumer.progress().isRejoinRequested();
	}

	/**
	 * Count an attempt at a repair.
	 */
	public void countAttempt() {
		this.tally.attempted(this.index);
	}

	/**
	 * Count and remember a repair that has come to its end.
	 * @param recovery the repair
	 */
	public void countRecovery(PastRecovery recovery) {
		this.tally.recovery(recovery);
	}

	/**
	 * Count the splits since the last call. Called at each tick, and by the thread of the
	 * consumer when it stops.
	 */
	synchronized void countSplits() {
		long splits = this.consumer.progress().splits();
		if (splits != this.countedSplits) {
			this.tally.split(splits - this.countedSplits);
			this.countedSplits = splits;
		}
	}

	ListenerTally tally() {
		return this.tally;
	}

	@Override
	public String toString() {
		return "listener '" + listenerId() + "' consumer " + this.index;
	}

}
