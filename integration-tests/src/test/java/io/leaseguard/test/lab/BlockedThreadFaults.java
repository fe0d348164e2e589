package io.leaseguard.test.lab;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

import org.springframework.kafka.listener.CommonErrorHandler;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.util.backoff.FixedBackOff;

import static org.awaitility.Awaitility.await;

/**
 * Faults that keep the consumer thread from its next poll for longer than the lease.
 */
final class BlockedThreadFaults {

	private static final String EXPIRED = "LEASE_EXPIRED";

	/**
	 * A poll that lasts is waiting for records until its timeout is over, and renews the
	 * lease all the while.
	 */
	private static final Duration LEASE_INSIDE_POLL = Timings.LEASE.plus(Timings.POLL);

	private static final Duration SLOW = Duration.ofSeconds(4);

	private BlockedThreadFaults() {
	}

	static Stream<Scenario> all() {
		List<Scenario> scenarios = new ArrayList<>(List.of(blockedListener("listener blocked for ever"),
				blockedListener("listener blocked for ever, 1 of 3").partitions(3).concurrency(3).onlyInTheLongRun(),
				blockedListener("batch listener blocked for ever").with("laboratory.listener", "batch")
					.onlyInTheLongRun(),
				blockedListener("listener blocked for ever, consumer protocol")
					.with("spring.kafka.consumer.properties.group.protocol", "consumer"),
				slowListener(), blockedDeserializer(), blockedRebalanceListener(), longBackOff()));
		if (Runtime.version().feature() >= 21) {
			scenarios.add(blockedListener("listener blocked for ever, virtual threads")
				.with("spring.threads.virtual.enabled", true));
		}
		return scenarios.stream();
	}

	private static Scenario blockedListener(String name) {
		return Scenario.of(name).foundAs(EXPIRED).fault((trial) -> {
			Work.Gate gate = Work.Gate.closed();
			trial.with(gate::open);
			AtomicBoolean first = new AtomicBoolean(true);
			trial.work().task = (record, consumer) -> {
				if (first.getAndSet(false)) {
					trial.bites();
					gate.pass();
				}
			};
			trial.produce(2);
			gate.awaitArrivals(1);
			trial.work().blocker = gate;
		}).mend((trial) -> trial.work().blocker.open());
	}

	private static Scenario slowListener() {
		return Scenario.of("listener slower than its terms: a batch outlives the lease")
			.foundAs(EXPIRED)
			// The first poll may bring one record only, and expire no lease
			.between(Timings.LEASE, Timings.LEASE.plus(SLOW))
			.fault((trial) -> {
				AtomicBoolean first = new AtomicBoolean(true);
				trial.work().task = (record, consumer) -> {
					if (first.getAndSet(false)) {
						trial.bites();
					}
					trial.live(SLOW);
				};
				trial.produce(12);
			})
			.mend((trial) -> trial.work().release());
	}

	private static Scenario blockedDeserializer() {
		return Scenario.of("deserializer blocked for ever")
			.foundAs(EXPIRED)
			.between(Timings.LEASE, LEASE_INSIDE_POLL)
			.fault((trial) -> {
				Work.Gate gate = Work.Gate.closed();
				trial.work().deserializerGate = gate;
				trial.produce(2);
				gate.awaitArrivals(1);
				trial.bites();
			})
			.mend((trial) -> trial.work().release());
	}

	private static Scenario blockedRebalanceListener() {
		return Scenario.of("rebalance listener blocked for ever")
			.foundAs(EXPIRED)
			.between(Timings.LEASE, LEASE_INSIDE_POLL)
			.partitions(3)
			.fault((trial) -> {
				Work.Gate gate = Work.Gate.closed();
				trial.work().rebalanceGate = gate;
				trial.with(new SecondMember(trial, LaboratoryBroker.get().bootstrapServers(), Map.of()));
				gate.awaitArrivals(1);
				trial.bites();
			})
			.mend((trial) -> trial.work().release());
	}

	/**
	 * The start-up check refuses this back-off, so the application had to insist on it.
	 */
	private static Scenario longBackOff() {
		return Scenario.of("back-off beyond the lease")
			.foundAs(EXPIRED)
			.with("lease-guard.on-violation", "warn")
			.with("spring.kafka.consumer.max-poll-interval", "6s")
			.withBeans((context) -> context.registerBean(CommonErrorHandler.class,
					() -> new DefaultErrorHandler(new FixedBackOff(9000, 1))))
			.fault((trial) -> {
				AtomicBoolean first = new AtomicBoolean(true);
				trial.work().task = (record, consumer) -> {
					if (first.getAndSet(false)) {
						trial.bites();
						throw new IllegalStateException("Fails once");
					}
				};
				trial.produce(1);
				await().atMost(Timings.LIMIT).until(() -> !first.get());
			});
	}

}
