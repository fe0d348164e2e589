package io.leaseguard.watchdog;

import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.FixedCosts;
import io.leaseguard.lease.Judgement;
import io.leaseguard.lease.LeaseSettings;
import io.leaseguard.lease.LeaseTerms;
import io.leaseguard.lease.Pulse;
import io.leaseguard.lease.Setting;
import io.leaseguard.lease.SettingOrigin;
import io.leaseguard.lease.Severity;
import io.leaseguard.lease.Verdict;
import io.leaseguard.startup.ListenerAssessment;

/**
 * Snapshots for the tests of the views.
 */
public final class TestSnapshots {

	private TestSnapshots() {
	}

	public static LeaseSnapshot of(ListenerSnapshot... listeners) {
		Map<String, ListenerSnapshot> byId = new LinkedHashMap<>();
		Arrays.asList(listeners).forEach((listener) -> byId.put(listener.assessment().listenerId(), listener));
		return new LeaseSnapshot(byId, 0);
	}

	public static ListenerSnapshot listener(String id, ConsumerSnapshot... consumers) {
		return listener(assessment(id, id + "-group", derived()), consumers);
	}

	public static ListenerSnapshot listener(ListenerAssessment assessment, ConsumerSnapshot... consumers) {
		return new ListenerSnapshot(assessment, List.of(consumers), 0, 0, List.of(), List.of(), null,
				assessment.judgement().findings(), null);
	}

	/**
	 * A listener whose container should have started with the application.
	 */
	public static ListenerSnapshot neverStarted(String id) {
		return new ListenerSnapshot(assessment(id, id + "-group", derived()), List.of(), 0, 0, List.of(), List.of(),
				null, List.of(), StopReason.NEVER_STARTED);
	}

	public static ListenerAssessment assessment(String id, @Nullable String groupId, Judgement judgement) {
		return new ListenerAssessment(id, groupId, false, true, judgement);
	}

	/**
	 * The judgement of a listener with a lease of 26m16s, derived for 500 x (2s + 100ms)
	 * x 1.5.
	 */
	public static Judgement derived() {
		return new Judgement(terms(Duration.ofSeconds(2), Map.of()), settings(SettingOrigin.DERIVED, 1_576_000),
				Verdict.DERIVED, List.of());
	}

	/**
	 * The judgement of a listener that declares nothing, under the consumer protocol.
	 */
	public static Judgement undeclared() {
		LeaseSettings settings = new LeaseSettings(new Setting(500, SettingOrigin.KAFKA_DEFAULT),
				new Setting(300_000, SettingOrigin.KAFKA_DEFAULT), new Pulse(false, false, null, null));
		return new Judgement(terms(null, Map.of()), settings, Verdict.UNDECLARED, List.of());
	}

	/**
	 * The judgement of a listener with two violations of one rule and a warning.
	 */
	public static Judgement violation() {
		LeaseTerms terms = terms(Duration.ofSeconds(2), Map.of("retryBackoff", Duration.ofSeconds(10)));
		return new Judgement(terms, settings(SettingOrigin.APPLICATION, 300_000), Verdict.VIOLATION,
				List.of(finding("lease-too-short", Severity.ERROR), finding("lease-too-short", Severity.ERROR),
						finding("session-too-short", Severity.WARNING)));
	}

	private static LeaseTerms terms(@Nullable Duration recordTimeout, Map<String, Duration> fixedCosts) {
		return new LeaseTerms(recordTimeout, null, Duration.ofMillis(100), 1.5, Duration.ofMinutes(30),
				Duration.ofMinutes(1), new FixedCosts(fixedCosts));
	}

	private static LeaseSettings settings(SettingOrigin origin, int leaseMs) {
		return new LeaseSettings(new Setting(500, SettingOrigin.KAFKA_DEFAULT), new Setting(leaseMs, origin),
				new Pulse(true, false, new Setting(45_000, SettingOrigin.KAFKA_DEFAULT),
						new Setting(3000, SettingOrigin.KAFKA_DEFAULT)));
	}

	private static Finding finding(String rule, Severity severity) {
		return new Finding(rule, severity, "payments", "Something is wrong.", "Change 'a.property'.", Map.of());
	}

	/**
	 * A consumer that has nothing in flight and has not sent a heartbeat yet.
	 */
	public static ConsumerSnapshot idle(int index) {
		return new ConsumerSnapshot(index, null, LeaseStatus.IDLE, false, 0, null, 100, null, null, 0, null,
				List.of("payments-0"), List.of(), 0, RepairState.NONE, null, null, List.of());
	}

	/**
	 * A consumer with records in hand.
	 */
	public static ConsumerSnapshot working(int index) {
		return new ConsumerSnapshot(index, "consumer-payments-1", LeaseStatus.WORKING, false, 0.25, 0.5, 394_000, 900L,
				120L, 480, "payments-0@42", List.of("payments-0", "payments-1"), List.of(), 1, RepairState.NONE, null,
				null, List.of());
	}

	/**
	 * A consumer with records in hand that has used a part of its lease.
	 */
	public static ConsumerSnapshot used(double leaseUsed) {
		return new ConsumerSnapshot(0, null, LeaseStatus.WORKING, false, leaseUsed, null, 100, null, 100L, 1,
				"payments-0@42", List.of("payments-0"), List.of(), 0, RepairState.NONE, null, null, List.of());
	}

	/**
	 * A consumer that is stuck in its listener.
	 */
	public static ConsumerSnapshot stuck(int index) {
		return new ConsumerSnapshot(index, "consumer-payments-1", LeaseStatus.LEASE_EXPIRED, true, 1.5, 1.5, 2_364_000,
				1000L, 2_363_000L, 499, "payments-0@42", List.of("payments-0"), List.of(), 0, RepairState.NONE, null,
				null, List.of("com.example.Payments.pay(Payments.java:42)"));
	}

	/**
	 * A consumer that polls but sends no heartbeats.
	 */
	public static ConsumerSnapshot silent(int index, RepairState repair) {
		return new ConsumerSnapshot(index, "consumer-payments-1", LeaseStatus.HEARTBEAT_LOST,
				repair != RepairState.PENDING, 0, null, 100, 46_000L, null, 0, null, List.of("payments-0"), List.of(),
				1, repair, null, "The repair is " + repair, List.of());
	}

	/**
	 * A consumer one of whose partitions stands still.
	 */
	public static ConsumerSnapshot stalled(int index) {
		return new ConsumerSnapshot(index, "consumer-payments-1", LeaseStatus.PROGRESS_STALLED, true, 0, null, 100,
				900L, null, 0, null, List.of("payments-0", "payments-1"), List.of("payments-1"), 0, RepairState.NONE,
				null, "payments-1 has not moved for 5m", List.of());
	}

	/**
	 * A consumer that does not run although nobody has stopped it.
	 */
	public static ConsumerSnapshot stopped(int index, StopReason reason) {
		return new ConsumerSnapshot(index, "consumer-payments-1", LeaseStatus.STOPPED, true, 0, null, 100, null, null,
				0, null, List.of(), List.of(), 0, RepairState.NONE, reason, reason.explanation(), List.of());
	}

}
