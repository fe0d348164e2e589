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

	private static final long TURN_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

	private static final long HEARTBEAT_NANOS = TimeUnit.SECONDS.toNanos(1);

	private static final long BEGIN_NANOS = TimeUnit.SECONDS.toNanos(2);

	private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(60);

	private static final double NANOS_PER_SECOND = 1e9;

	private final Map<String, Long> told = new ConcurrentHashMap<>();

	private DetectionMeasurement() {
	}

	static Section measure(Effort effort) {
		Section section = new Section("Detection",
				"""
						How long after the earliest possible moment the guard tells of a fault by an event, at its default \
						tick of one second: a lease of %d s that expires because the consumer does not poll again, and a \
						heartbeat that is not sent for a session timeout of %d s although the consumer polls on. The \
						faults begin at random moments. A client tells the age of its heartbeat in whole seconds."""
					.formatted(LEASE.toSeconds(), SESSION.toSeconds()),
				"fault", "number", "least, s", "median, s", "99 in 100, s", "most, s");
		double[] expired = new DetectionMeasurement().run(effort.detections(), true);
		double[] lost = new DetectionMeasurement().run(effort.detections(), false);
		row(section, "expired lease", expired);
		row(section, "lost heartbeat", lost);
		section.atLeast("Earliest", Math.min(expired[0], lost[0]), 0, "s");
		section.atMost("Latest expired lease", expired[expired.length - 1], 2, "s");
		section.atMost("Latest lost heartbeat", lost[lost.length - 1], 2, "s");
		return section;
	}

	private static void row(Section section, String fault, double[] delays) {
		section.row(fault, delays.length, Spread.number(delays[0]), Spread.number(delays[delays.length / 2]),
				Spread.number(delays[(int) Math.ceil(delays.length * 0.99) - 1]),
				Spread.number(delays[delays.length - 1]));
	}

	/**
	 * Let each of many consumers have the same fault.
	 * @param count how many
	 * @param polling whether it is the poll that stops, not the heartbeat
	 * @return the delays in seconds, sorted
	 */
	private double[] run(int count, boolean polling) {
		try (SimulatedApplication application = SimulatedApplication.start(count, "lease-guard.watchdog.interval=1s",
				"lease-guard.on-violation=warn", "lease-guard.recovery.mode=none",
				"spring.kafka.consumer.max-poll-interval=" + LEASE,
				"spring.kafka.consumer.properties.session.timeout.ms=" + SESSION.toMillis(),
				"spring.kafka.consumer.heartbeat-interval=2s")) {
			application.listen(LeaseEvent.class,
					(event) -> this.told.putIfAbsent(event.listenerId(), System.nanoTime()));
			List<Patient> patients = new ArrayList<>();
			Random random = new Random(1);
			long begin = System.nanoTime() + BEGIN_NANOS;
			for (SimulatedListener listener : application.listeners()) {
				listener.client().handOut(1);
				patients.add(new Patient(listener, begin + random.nextLong(HEARTBEAT_NANOS * 3)));
			}
			while (this.told.size() < count) {
				if (System.nanoTime() - begin > LIMIT_NANOS) {
					throw new IllegalStateException(
							"Of %d faults only %d were told".formatted(count, this.told.size()));
				}
				patients.forEach((patient) -> patient.live(polling));
				LockSupport.parkNanos(TURN_NANOS);
			}
			return patients.stream()
				.mapToDouble((patient) -> patient.delay(this.told, polling ? LEASE : SESSION))
				.sorted()
				.toArray();
		}
	}

	/**
	 * A consumer that is going to have a fault.
	 */
	private static final class Patient {

		private final SimulatedListener listener;

		private final long sickNanos;

		private long heartbeatNanos;

		private long soundNanos;

		Patient(SimulatedListener listener, long sickNanos) {
			this.listener = listener;
			this.sickNanos = sickNanos;
		}

		/**
		 * Poll and send heartbeats, or one of the two no more.
		 * @param polling whether it is the poll that stops
		 */
		void live(boolean polling) {
			long now = System.nanoTime();
			boolean sound = now < this.sickNanos;
			if ((sound || polling) && now - this.heartbeatNanos > HEARTBEAT_NANOS) {
				this.heartbeatNanos = now;
				this.listener.client().heartbeat();
				this.soundNanos = polling ? this.soundNanos : now;
			}
			if (sound || !polling) {
				this.listener.client().request();
				this.soundNanos = polling ? System.nanoTime() : this.soundNanos;
				this.listener.turn();
			}
		}

		double delay(Map<String, Long> told, Duration tolerated) {
			long earliest = this.soundNanos + tolerated.toNanos();
			return (told.getOrDefault(String.valueOf(this.listener.getListenerId()), 0L) - earliest) / NANOS_PER_SECOND;
		}

	}

}
