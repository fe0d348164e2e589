package io.leaseguard.endpoint;

import java.time.Instant;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;

import io.leaseguard.container.Advisories;
import io.leaseguard.container.KafkaClientVersion;
import io.leaseguard.endpoint.LeasesEndpoint.KafkaClientDescriptor;
import io.leaseguard.endpoint.ListenerDescriptor.FindingDescriptor;
import io.leaseguard.endpoint.ListenerDescriptor.SettingDescriptor;
import io.leaseguard.endpoint.ListenerDescriptor.TermsDescriptor;
import io.leaseguard.lease.SettingOrigin;
import io.leaseguard.lease.Severity;
import io.leaseguard.lease.Verdict;
import io.leaseguard.watchdog.LeaseStatus;
import io.leaseguard.watchdog.ListenerSnapshot;
import io.leaseguard.watchdog.PastRecovery;
import io.leaseguard.watchdog.RepairState;
import io.leaseguard.watchdog.TestSnapshots;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.entry;

/**
 * Tests for {@link LeasesEndpoint}.
 */
class LeasesEndpointTests {

	private final LeasesEndpoint endpoint = new LeasesEndpoint(
			() -> TestSnapshots.of(TestSnapshots.listener("orders", TestSnapshots.idle(0), TestSnapshots.working(1)),
					TestSnapshots.listener(TestSnapshots.assessment("payments", "payments", TestSnapshots.violation()),
							TestSnapshots.stuck(0), TestSnapshots.silent(1, RepairState.FAILED)),
					TestSnapshots.listener(TestSnapshots.assessment("refunds", null, TestSnapshots.undeclared()))));

	@Test
	void allListenersAreShownWithTheClient() {
		assertThat(this.endpoint.leases().listeners().keySet()).containsExactly("orders", "payments", "refunds");
		assertThat(this.endpoint.leases().kafkaClient())
			.isEqualTo(new KafkaClientDescriptor(KafkaClientVersion.read(), Advisories.ofClient()));
	}

	@Test
	void oneListenerIsTheSameAsAmongAll() {
		assertThat(this.endpoint.lease("payments")).isEqualTo(this.endpoint.leases().listeners().get("payments"));
	}

	@Test
	void anUnknownListenerIsNotFound() {
		assertThat(this.endpoint.lease("unknown")).isNull();
	}

	@Test
	void aDerivedLeaseShowsItsTermsAndItsEquation() {
		ListenerDescriptor listener = listener("orders");
		assertThat(listener.groupId()).isEqualTo("orders-group");
		assertThat(listener.verdict()).isEqualTo(Verdict.DERIVED);
		assertThat(listener.terms()).isEqualTo(new TermsDescriptor(2000L, null, 100, 1.5, 1_800_000, 0, Map.of()));
		assertThat(listener.settings()).containsExactly(
				entry("max.poll.records", new SettingDescriptor(500, SettingOrigin.KAFKA_DEFAULT)),
				entry("max.poll.interval.ms", new SettingDescriptor(1_576_000, SettingOrigin.DERIVED)),
				entry("session.timeout.ms", new SettingDescriptor(45_000, SettingOrigin.KAFKA_DEFAULT)),
				entry("heartbeat.interval.ms", new SettingDescriptor(3000, SettingOrigin.KAFKA_DEFAULT)));
		assertThat(listener.equation()).isEqualTo("500 x (2s + 100ms) x 1.5 = 26m15s < 26m16s");
		assertThat(listener.requiredLeaseMs()).isEqualTo(1_575_000);
		assertThat(listener.leaseMs()).isEqualTo(1_576_000);
		assertThat(listener.detectionDelayMs()).isEqualTo(1_576_000);
		assertThat(listener.findings()).isEmpty();
	}

	@Test
	void aViolationShowsItsFindingsAndFixedCosts() {
		ListenerDescriptor listener = listener("payments");
		assertThat(listener.verdict()).isEqualTo(Verdict.VIOLATION);
		assertThat(listener.terms().fixedCostMs()).isEqualTo(10_000);
		assertThat(listener.terms().fixedCosts()).containsExactly(entry("retryBackoff", 10_000L));
		assertThat(listener.findings()).hasSize(3)
			.endsWith(new FindingDescriptor("session-too-short", Severity.WARNING, "Something is wrong.",
					"Change 'a.property'.", "docs/rules.md#session-too-short"));
	}

	@Test
	void underTheConsumerProtocolThereAreNoSessionAndHeartbeatSettings() {
		ListenerDescriptor listener = listener("refunds");
		assertThat(listener.settings()).containsOnlyKeys("max.poll.records", "max.poll.interval.ms");
		assertThat(listener.groupId()).isNull();
		assertThat(listener.equation()).isNull();
		assertThat(listener.requiredLeaseMs()).isNull();
		assertThat(listener.consumers()).isEmpty();
	}

	@Test
	void aConsumerShowsWhatItDoes() {
		assertThat(listener("orders").consumers()).element(1)
			.isEqualTo(new ConsumerDescriptor(1, "consumer-payments-1", LeaseStatus.WORKING, 0.25, 0.5, 394_000, 900L,
					120L, 480, "payments-0@42", List.of("payments-0", "payments-1"), null, 1, null, null, null, null));
	}

	@Test
	void theUsedPartOfALeaseIsRounded() {
		assertThat(ConsumerDescriptor.of(TestSnapshots.used(0.003323802789473684)).leaseUsed()).isEqualTo(0.0033);
		assertThat(ConsumerDescriptor.of(TestSnapshots.used(1.99996)).leaseUsed()).isEqualTo(2);
	}

	@Test
	void aSickConsumerShowsWhatIsKnownOfItsTrouble() {
		assertThat(listener("payments").consumers()).satisfiesExactly(
				(stuck) -> assertThat(stuck.stack()).containsExactly("com.example.Payments.pay(Payments.java:42)"),
				(silent) -> {
					assertThat(silent.repair()).isEqualTo(RepairState.FAILED);
					assertThat(silent.detail()).isEqualTo("The repair is FAILED");
					assertThat(silent.stack()).isNull();
				});
	}

	@Test
	void theLastRepairsAreShownWhereThereWereAny() {
		assertThat(listener("orders").recoveries()).isNull();
		Instant time = Instant.parse("2026-01-01T00:00:00Z");
		ListenerSnapshot listener = new ListenerSnapshot(
				TestSnapshots.assessment("orders", "orders", TestSnapshots.derived()), List.of(), 0, 0, List.of(),
				List.of(new PastRecovery(time, 1, LeaseStatus.HEARTBEAT_LOST, "rejoin", "healed", 1200)), null,
				List.of(), null);
		assertThat(ListenerDescriptor.of(listener).recoveries())
			.containsExactly(new RecoveryDescriptor(time, 1, LeaseStatus.HEARTBEAT_LOST, "rejoin", "healed", 1200));
	}

	@Test
	void withoutSomebodyWhoRepairsARequestFindsNoConsumer() {
		assertThatExceptionOfType(InvalidEndpointRequestException.class)
			.isThrownBy(() -> this.endpoint.recover("orders", "rejoin", null))
			.withMessage("Listener 'orders' has no running consumer; start its container");
		assertThatExceptionOfType(InvalidEndpointRequestException.class)
			.isThrownBy(() -> this.endpoint.recover("unknown", "rejoin", null))
			.withMessage("There is no listener 'unknown'");
	}

	private ListenerDescriptor listener(String id) {
		ListenerDescriptor listener = this.endpoint.lease(id);
		if (listener == null) {
			throw new AssertionError("There is no listener '" + id + "'");
		}
		return listener;
	}

}
