package io.leaseguard.watchdog;

import java.time.Duration;
import java.util.List;

import io.leaseguard.benchmark.SimulatedApplication;
import io.leaseguard.benchmark.SimulatedListener;
import io.leaseguard.startup.ListenerAssessments;

/**
 * The loop of an application with many consumers, turned by hand. A second passes between
 * two ticks, and each client sends a heartbeat every three seconds, as they do by
 * default.
 */
public final class Loop implements AutoCloseable {

	private static final Duration INTERVAL = Duration.ofSeconds(1);

	private static final int HEARTBEAT_TICKS = 3;

	private final SimulatedApplication application;

	private final LeaseWatchdog watchdog;

	private int ticks;

	/**
	 * Start the application.
	 * @param consumers how many there are, each of a listener of its own
	 * @param properties properties of the application
	 */
	public Loop(int consumers, String... properties) {
		this.application = SimulatedApplication.start(consumers, properties);
		List<SnapshotListener> views = this.application.beans(SnapshotListener.class);
		this.watchdog = new LeaseWatchdog(this.application.bean(ListenerAssessments.class),
				this.application.bean(LiveConsumers.class), this.application.bean(MissedStarts.class),
				this.application.beans(ConsumerRecovery.class), () -> views,
				this.application.bean(LeaseEventPublisher.class), Duration.ofDays(1), this.application.clock()::nanos);
		this.watchdog.start();
	}

	/**
	 * Let a second pass.
	 * @param records how many records each consumer polls and works off in it
	 */
	public void pass(int records) {
		this.application.clock().advance(INTERVAL);
		this.ticks++;
		List<SimulatedListener> listeners = this.application.listeners();
		for (int i = 0; i < listeners.size(); i++) {
			SimulatedListener listener = listeners.get(i);
			if ((i + this.ticks) % HEARTBEAT_TICKS == 0) {
				listener.client().heartbeat();
			}
			listener.client().request();
			if (records > 0) {
				listener.turn();
			}
		}
	}

	/**
	 * Hand out so many records at each poll.
	 * @param records how many
	 */
	public void handOut(int records) {
		this.application.listeners().forEach((listener) -> {
			listener.client().handOut(records);
			listener.turn();
		});
	}

	/**
	 * Turn once.
	 * @return the snapshot
	 */
	public LeaseSnapshot tick() {
		this.watchdog.tick();
		return this.watchdog.snapshot();
	}

	/**
	 * Return the application.
	 * @return the application
	 */
	public SimulatedApplication application() {
		return this.application;
	}

	@Override
	public void close() {
		this.watchdog.stop();
		this.application.close();
	}

}
