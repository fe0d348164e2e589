package io.leaseguard.watchdog;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;

import io.leaseguard.lease.Millis;
import io.leaseguard.startup.ListenerAssessments;

/**
 * The loop: once a tick it examines every live consumer, tells what has changed, lets the
 * recovery attend, and takes one immutable snapshot. Runs on a platform thread, because
 * pinned virtual threads can starve each other, and by the monotonic clock.
 *
 * @since 0.1.0
 */
public final class LeaseWatchdog implements LeaseGuard, SmartLifecycle {

	private static final Log logger = LogFactory.getLog(LeaseWatchdog.class);

	private static final long HELD_UP_TICKS = 3;

	private static final long HELD_UP_NANOS = TimeUnit.SECONDS.toNanos(2);

	private final ListenerAssessments assessments;

	private final LiveConsumers consumers;

	private final MissedStarts missedStarts;

	private final List<ConsumerRecovery> recoveries;

	private final boolean repairs;

	private final Supplier<List<SnapshotListener>> listeners;

	private final LeaseEventPublisher events;

	private final Duration interval;

	private final LongSupplier clock;

	private volatile LeaseSnapshot snapshot;

	private volatile @Nullable ScheduledThreadPoolExecutor executor;

	private volatile List<SnapshotListener> attached = List.of();

	private long ticks;

	private volatile long lastTickNanos;

	private final AtomicLong errors = new AtomicLong();

	/**
	 * Create a watchdog.
	 * @param assessments the assessments
	 * @param consumers the live consumers
	 * @param missedStarts the containers that should run but do not
	 * @param recoveries who attends to the consumers after their examination
	 * @param listeners who is shown each snapshot; asked for at start, because they may
	 * in turn need this guard
	 * @param events where to tell of changes
	 * @param interval the time between two ticks
	 */
	public LeaseWatchdog(ListenerAssessments assessments, LiveConsumers consumers, MissedStarts missedStarts,
			List<ConsumerRecovery> recoveries, Supplier<List<SnapshotListener>> listeners, LeaseEventPublisher events,
			Duration interval) {
		this(assessments, consumers, missedStarts, recoveries, listeners, events, interval, System::nanoTime);
	}

	LeaseWatchdog(ListenerAssessments assessments, LiveConsumers consumers, MissedStarts missedStarts,
			List<ConsumerRecovery> recoveries, Supplier<List<SnapshotListener>> listeners, LeaseEventPublisher events,
			Duration interval, LongSupplier clock) {
		this.assessments = assessments;
		this.consumers = consumers;
		this.missedStarts = missedStarts;
		this.recoveries = List.copyOf(recoveries);
		this.repairs = recoveries.stream().anyMatch(ConsumerRecovery::active);
		this.listeners = listeners;
		this.events = events;
		this.interval = interval;
		this.clock = clock;
		this.lastTickNanos = clock.getAsLong();
		this.snapshot = LeaseSnapshots.of(assessments, consumers);
	}

	@Override
	public LeaseSnapshot snapshot() {
		return this.snapshot;
	}

	@Override
	public WatchdogReading watchdog() {
		long age = this.clock.getAsLong() - this.lastTickNanos;
		WatchdogReading.State state = (this.executor == null) ? WatchdogReading.State.STOPPED
				: isLate(age) ? WatchdogReading.State.LATE : WatchdogReading.State.TICKING;
		return new WatchdogReading(state, TimeUnit.NANOSECONDS.toMillis(age), this.errors.get());
	}

	@Override
	public void start() {
		if (this.executor != null) {
			return;
		}
		this.attached = List.copyOf(this.listeners.get());
		this.lastTickNanos = this.clock.getAsLong();
		this.snapshot = LeaseSnapshots.of(this.assessments, this.consumers);
		ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1, (task) -> {
			Thread thread = new Thread(task, "lease-guard-watchdog");
			thread.setDaemon(true);
			return thread;
		});
		executor.setRemoveOnCancelPolicy(true);
		long nanos = this.interval.toNanos();
		executor.scheduleWithFixedDelay(this::tickSafely, nanos, nanos, TimeUnit.NANOSECONDS);
		this.executor = executor;
	}

	@Override
	public void stop() {
		ScheduledThreadPoolExecutor executor = this.executor;
		if (executor != null) {
			executor.shutdownNow();
			this.executor = null;
		}
	}

	@Override
	public boolean isRunning() {
		return this.executor != null;
	}

	/**
	 * Start before the containers, stop after them.
	 */
	@Override
	public int getPhase() {
		return Integer.MIN_VALUE + 1;
	}

	private void tickSafely() {
		try {
			tick();
		}
		catch (Throwable ex) {
			// A task that throws is never run again.
			this.errors.incrementAndGet();
			logger.error("A tick of the watchdog failed", ex);
		}
	}

	void tick() {
		long now = this.clock.getAsLong();
		boolean grace = isLate(now - this.lastTickNanos);
		if (grace) {
			logger.info("The watchdog was held up for "
					+ Millis.format(TimeUnit.NANOSECONDS.toMillis(now - this.lastTickNanos))
					+ ": the consumers get one tick of grace");
		}
		this.lastTickNanos = now;
		this.ticks++;
		List<LiveConsumer> live = this.consumers.all();
		for (int i = 0; i < live.size(); i++) {
			LiveConsumer consumer = live.get(i);
			try {
				examine(consumer, now, grace);
				// Each at another tick, because they take turns.
				consumer.tally().learn(consumer.consumer().progress().times(), this.ticks + i, now);
			}
			catch (RuntimeException ex) {
				this.errors.incrementAndGet();
				logger.error("Could not examine " + consumer, ex);
			}
		}
		for (ConsumerRecovery recovery : this.recoveries) {
			attend(recovery, live, now);
		}
		LeaseSnapshot snapshot = LeaseSnapshots.of(this.assessments, this.consumers, this.missedStarts::contains, live,
				this.errors.get(), this.snapshot);
		this.snapshot = snapshot;
		for (SnapshotListener listener : this.attached) {
			try {
				listener.onSnapshot(snapshot);
			}
			catch (RuntimeException ex) {
				this.errors.incrementAndGet();
				logger.error("Could not show the snapshot to " + listener, ex);
			}
		}
	}

	private boolean isLate(long tickAgeNanos) {
		return tickAgeNanos > HELD_UP_TICKS * this.interval.toNanos() + HELD_UP_NANOS;
	}

	private void attend(ConsumerRecovery recovery, List<LiveConsumer> live, long now) {
		try {
			recovery.attend(live, now);
		}
		catch (RuntimeException ex) {
			this.errors.incrementAndGet();
			logger.error("The recovery failed", ex);
		}
	}

	private void examine(LiveConsumer consumer, long now, boolean grace) {
		ConsumerExamination before = consumer.examination();
		ConsumerExamination after = ConsumerExaminer.examine(consumer, now, grace);
		consumer.examination(after);
		consumer.countSplits();
		StatusChange change = StatusChange.of(consumer, before, after);
		if (change != null) {
			change.announce(this.events, this.repairs);
		}
	}

}
