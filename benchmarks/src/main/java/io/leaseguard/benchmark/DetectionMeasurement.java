package io.leaseguard.benchmark;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import io.leaseguard.watchdog.LeaseEvent;

/**
 * Measures how long after the earliest possible moment a fault is told as an event.
 */
final class DetectionMeasurement {

	private static final Duration LEASE = Duration.ofSeconds(8);

	private static final Duration SESSION = Duration.ofSeconds(6);

	private static final Duration PROGRESS = Duration.ofSeconds(10);

	/**
	 * As long as a container lets a poll last by default.
	 */
	private static final Duration POLL = Duration.ofSeconds(5);

	private static final long TURN_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

	private static final long HEARTBEAT_NANOS = TimeUnit.SECONDS.toNanos(1);

	private static final long BEGIN_NANOS = TimeUnit.SECONDS.toNanos(2);

	private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(60);

	private static final double NANOS_PER_SECOND = 1e9;

	private final Map<String, Long> told = new ConcurrentHashMap<>();

	private final Fault fault;

	private DetectionMeasurement(Fault fault) {
		this.fault = fault;
	}

	static Section measure(Effort effort) {
		Section section = new Section("Detection", """
				How long after the earliest possible moment the guard tells of a fault by an event, at its default \
				tick of one second: a lease of %d s that expires because the consumer does not poll again, a \
				heartbeat that is not sent for a session timeout of %d s although the consumer polls on, and a \
				partition that stands still for a progress timeout of %d s although it has records, in polls of \
				up to %d s. The faults begin at random moments. A client tells the age of its heartbeat in whole \
				seconds.""".formatted(LEASE.toSeconds(), SESSION.toSeconds(), PROGRESS.toSeconds(), POLL.toSeconds()),
				"fault", "number", "least, s", "median, s", "99 in 100, s", "most, s");
		double[] expired = new DetectionMeasurement(Fault.EXPIRED_LEASE).run(effort.detections());
		double[] lost = new DetectionMeasurement(Fault.LOST_HEARTBEAT).run(effort.detections());
		double[] stalled = new DetectionMeasurement(Fault.STALL).run(effort.detections());
		row(section, "expired lease", expired);
		row(section, "lost heartbeat", lost);
		row(section, "stall", stalled);
		section.atLeast("Earliest", Math.min(stalled[0], Math.min(expired[0], lost[0])), 0, "s");
		section.atMost("Latest expired lease", expired[expired.length - 1], 2, "s");
		section.atMost("Latest lost heartbeat", lost[lost.length - 1], 2, "s");
		section.atMost("Latest stall", stalled[stalled.length - 1], 2, "s");
		return section;
	}

	private static void row(Section section, String fault, double[] delays) {
		section.row(fault, delays.length, Spread.number(delays[0]), Spread.number(delays[delays.length / 2]),
				Spread.number(delays[(int) Math.ceil(delays.length * 0.99) - 1]),
				Spread.number(delays[delays.length - 1]));
	}

	/**
	 * Let each of many consumers have the fault.
	 * @param count how many
	 * @return the delays in seconds, sorted
	 */
	private double[] run(int count) {
		try (SimulatedApplication application = SimulatedApplication.start(count, "lease-guard.watchdog.interval=1s",
				"lease-guard.on-violation=warn", "lease-guard.recovery.mode=none",
				"lease-guard.watchdog.progress-timeout=" + PROGRESS, "spring.kafka.consumer.max-poll-interval=" + LEASE,
				"spring.kafka.consumer.properties.session.timeout.ms=" + SESSION.toMillis(),
				"spring.kafka.consumer.heartbeat-interval=2s")) {
			application.listen(LeaseEvent.class,
					(event) -> this.told.putIfAbsent(event.listenerId(), System.nanoTime()));
			List<Patient> patients = new ArrayList<>();
			Random random = new Random(1);
			long begin = System.nanoTime() + BEGIN_NANOS;
			for (SimulatedListener listener : application.listeners()) {
				patients.add(new Patient(listener, this.fault, begin + random.nextLong(HEARTBEAT_NANOS * 3)));
			}
			patients.forEach(this::startPolling);
			while (this.told.size() < count) {
				if (System.nanoTime() - begin > LIMIT_NANOS) {
					throw new IllegalStateException(
							"Of %d faults only %d were told".formatted(count, this.told.size()));
				}
				patients.forEach(Patient::beat);
				LockSupport.parkNanos(TURN_NANOS);
			}
			return patients.stream().mapToDouble((patient) -> patient.delay(this.told)).sorted().toArray();
		}
	}

	private void startPolling(Patient patient) {
		Thread thread = new Thread(() -> {
			while (!this.told.containsKey(patient.listenerId())) {
				patient.poll();
				LockSupport.parkNanos(TURN_NANOS);
			}
		}, patient.listenerId());
		thread.setDaemon(true);
		thread.start();
	}

	/**
	 * What happens to a consumer.
	 */
	private enum Fault {

		EXPIRED_LEASE(LEASE),

		LOST_HEARTBEAT(SESSION),

		STALL(PROGRESS);

		private final Duration tolerated;

		Fault(Duration tolerated) {
			this.tolerated = tolerated;
		}

	}

	/**
	 * A consumer that is going to have a fault.
	 */
	private static final class Patient {

		private final SimulatedListener listener;

		private final Fault fault;

		private final long sickNanos;

		private long heartbeatNanos;

		private long offset;

		/**
		 * When it last did what it is going to leave off.
		 */
		private volatile long soundNanos;

		Patient(SimulatedListener listener, Fault fault, long sickNanos) {
			this.listener = listener;
			this.fault = fault;
			this.sickNanos = sickNanos;
		}

		String listenerId() {
			return String.valueOf(this.listener.getListenerId());
		}

		private boolean has(Fault fault, long nowNanos) {
			return this.fault == fault && nowNanos - this.sickNanos >= 0;
		}

		/**
		 * Send a heartbeat if it is due.
		 */
		void beat() {
			long now = System.nanoTime();
			this.listener.client().request();
			if (!has(Fault.LOST_HEARTBEAT, now) && now - this.heartbeatNanos > HEARTBEAT_NANOS) {
				this.heartbeatNanos = now;
				this.listener.client().heartbeat();
				if (this.fault == Fault.LOST_HEARTBEAT) {
					this.soundNanos = now;
				}
			}
		}

		/**
		 * Poll, or be stuck.
		 */
		void poll() {
			long now = System.nanoTime();
			if (has(Fault.EXPIRED_LEASE, now)) {
				return;
			}
			if (has(Fault.STALL, now)) {
				this.listener.client().stall();
				this.listener.turn(POLL);
				return;
			}
			this.listener.client().handOutNext(this.offset++);
			if (this.fault == Fault.EXPIRED_LEASE) {
				this.soundNanos = System.nanoTime();
			}
			this.listener.turn();
			if (this.fault == Fault.STALL) {
				this.soundNanos = System.nanoTime();
			}
		}

		double delay(Map<String, Long> told) {
			long earliest = this.soundNanos + this.fault.tolerated.toNanos();
			return (told.getOrDefault(listenerId(), 0L) - earliest) / NANOS_PER_SECOND;
		}

	}

}
