package io.leaseguard.health;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

import io.leaseguard.startup.ListenerAssessment;
import io.leaseguard.watchdog.ConsumerSnapshot;
import io.leaseguard.watchdog.LeaseGuard;
import io.leaseguard.watchdog.LeaseSnapshot;
import io.leaseguard.watchdog.ListenerSnapshot;
import io.leaseguard.watchdog.RepairState;
import io.leaseguard.watchdog.StopReason;
import io.leaseguard.watchdog.TestSnapshots;
import io.leaseguard.watchdog.WatchdogReading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

/**
 * Tests for {@link LeaseGuardHealthIndicator}.
 */
class LeaseGuardHealthIndicatorTests {

	@Test
	void withoutListenersItIsUpWithoutDetails() {
		Health health = health(TestSnapshots.of());
		assertThat(health.getStatus()).isEqualTo(Status.UP);
		assertThat(health.getDetails()).isEmpty();
	}

	@Test
	void aListenerShowsItsLeaseAndItsConsumers() {
		Health health = health(TestSnapshots.of(TestSnapshots.listener("payments", TestSnapshots.working(0))));
		assertThat(health.getStatus()).isEqualTo(Status.UP);
		assertThat(health.getDetails())
			.extractingByKey("payments", InstanceOfAssertFactories.map(String.class, Object.class))
			.containsExactly(entry("status", "WORKING"), entry("verdict", "DERIVED"),
					entry("groupId", "payments-group"), entry("leaseMs", 1_576_000),
					entry("detectionDelayMs", 1_576_000L),
					entry("consumers", List.of(consumer("index", 0, "status", "WORKING", "leaseUsed", 0.25, "pollAgeMs",
							394_000L, "heartbeatAgeMs", 900L, "position", "payments-0@42", "recordAgeMs", 120L))));
	}

	@Test
	void whatAConsumerDoesNotHaveIsLeftOut() {
		assertThat(consumer(TestSnapshots.idle(2))).containsExactly(entry("index", 2), entry("status", "IDLE"),
				entry("leaseUsed", 0.0), entry("pollAgeMs", 100L));
	}

	@Test
	void theUsedPartOfALeaseIsRounded() {
		assertThat(consumer(TestSnapshots.used(0.003323802789473684))).containsEntry("leaseUsed", 0.0033);
	}

	@Test
	void aStalledConsumerIsDownAndNamesThePartition() {
		ConsumerSnapshot stalled = TestSnapshots.stalled(0);
		assertThat(health(TestSnapshots.of(TestSnapshots.listener("payments", stalled))).getStatus())
			.isEqualTo(Status.DOWN);
		assertThat(consumer(stalled)).containsEntry("status", "PROGRESS_STALLED")
			.containsEntry("stalled", List.of("payments-1"))
			.containsEntry("detail", "payments-1 has not moved for 5m");
	}

	@Test
	void aConsumerThatStoppedByAFaultIsDownAndTellsWhy() {
		ConsumerSnapshot stopped = TestSnapshots.stopped(0, StopReason.FENCED);
		assertThat(health(TestSnapshots.of(TestSnapshots.listener("payments", stopped))).getStatus())
			.isEqualTo(Status.DOWN);
		assertThat(consumer(stopped)).containsEntry("stopReason", "FENCED")
			.containsEntry("detail", StopReason.FENCED.explanation());
	}

	@Test
	void aListenerThatNeverStartedIsDownAndTellsSo() {
		ListenerSnapshot listener = TestSnapshots.neverStarted("payments");
		Health health = health(TestSnapshots.of(listener));
		assertThat(health.getStatus()).isEqualTo(Status.DOWN);
		assertThat(health.getDetails())
			.extractingByKey("payments", InstanceOfAssertFactories.map(String.class, Object.class))
			.containsEntry("status", "STOPPED")
			.containsEntry("stopReason", "NEVER_STARTED")
			.containsEntry("detail", StopReason.NEVER_STARTED.explanation());
	}

	@Test
	void aWatchdogThatDoesNotTickIsShownButTakesNothingDown() {
		LeaseSnapshot snapshot = TestSnapshots.of(TestSnapshots.listener("payments", TestSnapshots.working(0)));
		Health ill = new LeaseGuardHealthIndicator(guard(snapshot, WatchdogReading.State.LATE)).health();
		assertThat(ill.getStatus()).isEqualTo(Status.UP);
		assertThat(ill.getDetails()).containsEntry("lease-guard.watchdog",
				Map.of("status", "LATE", "tickAgeMs", 12_500L));
		Health well = new LeaseGuardHealthIndicator(guard(snapshot, WatchdogReading.State.TICKING)).health();
		assertThat(well.getDetails()).containsOnlyKeys("payments");
	}

	private static LeaseGuard guard(LeaseSnapshot snapshot, WatchdogReading.State state) {
		return new LeaseGuard() {

			@Override
			public LeaseSnapshot snapshot() {
				return snapshot;
			}

			@Override
			public WatchdogReading watchdog() {
				return new WatchdogReading(state, 12_500, 0);
			}

		};
	}

	@Test
	void aStuckConsumerIsDownAndShowsItsStack() {
		ConsumerSnapshot stuck = TestSnapshots.stuck(0);
		assertThat(
				health(TestSnapshots.of(TestSnapshots.listener("payments", TestSnapshots.idle(1), stuck))).getStatus())
			.isEqualTo(Status.DOWN);
		assertThat(consumer(stuck)).containsEntry("status", "LEASE_EXPIRED")
			.containsEntry("stack", List.of("com.example.Payments.pay(Payments.java:42)"));
	}

	@Test
	void aConsumerUnderRepairIsUpWithTheFactInItsDetail() {
		ConsumerSnapshot pending = TestSnapshots.silent(0, RepairState.PENDING);
		assertThat(health(TestSnapshots.of(TestSnapshots.listener("payments", pending))).getStatus())
			.isEqualTo(Status.UP);
		assertThat(consumer(pending)).containsEntry("status", "HEARTBEAT_LOST")
			.containsEntry("repair", "PENDING")
			.containsEntry("detail", "The repair is PENDING");
	}

	@Test
	void oneListenerThatIsDownTakesTheOthersWithItButNotTheirDetails() {
		Health health = health(TestSnapshots.of(TestSnapshots.listener("orders", TestSnapshots.idle(0)),
				TestSnapshots.listener("payments", TestSnapshots.silent(0, RepairState.EXHAUSTED))));
		assertThat(health.getStatus()).isEqualTo(Status.DOWN);
		assertThat(health.getDetails()).containsOnlyKeys("orders", "payments");
		assertThat(health.getDetails())
			.extractingByKey("orders", InstanceOfAssertFactories.map(String.class, Object.class))
			.containsEntry("status", "IDLE");
	}

	@Test
	void aListenerWithoutConsumersIsStoppedAndUp() {
		Health health = health(TestSnapshots.of(TestSnapshots.listener("payments")));
		assertThat(health.getStatus()).isEqualTo(Status.UP);
		assertThat(health.getDetails())
			.extractingByKey("payments", InstanceOfAssertFactories.map(String.class, Object.class))
			.containsEntry("status", "STOPPED")
			.containsEntry("consumers", List.of());
	}

	@Test
	void aListenerThatCanNotBeWatchedHasNoStatus() {
		ListenerAssessment assessment = new ListenerAssessment("payments", null, false, false,
				TestSnapshots.undeclared());
		Health health = health(TestSnapshots.of(TestSnapshots.listener(assessment)));
		assertThat(health.getStatus()).isEqualTo(Status.UP);
		assertThat(health.getDetails())
			.extractingByKey("payments", InstanceOfAssertFactories.map(String.class, Object.class))
			.containsExactly(entry("verdict", "UNDECLARED"), entry("leaseMs", 300_000),
					entry("detectionDelayMs", 300_000L), entry("detail", "Its consumers can't be watched"),
					entry("consumers", List.of()));
	}

	@Test
	void itGoesBackToUpByItself() {
		LeaseSnapshot[] snapshot = { TestSnapshots.of(TestSnapshots.listener("payments", TestSnapshots.stuck(0))) };
		LeaseGuardHealthIndicator indicator = new LeaseGuardHealthIndicator(() -> snapshot[0]);
		assertThat(indicator.health().getStatus()).isEqualTo(Status.DOWN);
		snapshot[0] = TestSnapshots.of(TestSnapshots.listener("payments", TestSnapshots.working(0)));
		assertThat(indicator.health().getStatus()).isEqualTo(Status.UP);
	}

	private static Health health(LeaseSnapshot snapshot) {
		LeaseGuard leaseGuard = () -> snapshot;
		return new LeaseGuardHealthIndicator(leaseGuard).health();
	}

	private static Map<String, Object> consumer(ConsumerSnapshot consumer) {
		Object listener = health(TestSnapshots.of(TestSnapshots.listener("payments", consumer))).getDetails()
			.get("payments");
		Map<String, Object> detail = new LinkedHashMap<>();
		assertThat(listener).asInstanceOf(InstanceOfAssertFactories.map(String.class, Object.class))
			.extractingByKey("consumers", InstanceOfAssertFactories.list(Object.class))
			.singleElement(InstanceOfAssertFactories.map(String.class, Object.class))
			.satisfies(detail::putAll);
		return detail;
	}

	private static Map<String, Object> consumer(Object... keysAndValues) {
		Map<String, Object> detail = new LinkedHashMap<>();
		for (int i = 0; i < keysAndValues.length; i += 2) {
			detail.put((String) keysAndValues[i], keysAndValues[i + 1]);
		}
		return detail;
	}

}
