package io.leaseguard.health;

import java.util.LinkedHashMap;
import java.util.Map;

import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

import io.leaseguard.lease.Judgement;
import io.leaseguard.watchdog.ConsumerSnapshot;
import io.leaseguard.watchdog.LeaseGuard;
import io.leaseguard.watchdog.LeaseSnapshot;
import io.leaseguard.watchdog.ListenerSnapshot;
import io.leaseguard.watchdog.RepairState;
import io.leaseguard.watchdog.WatchdogReading;

/**
 * {@link HealthIndicator} with one detail per listener of the {@link LeaseGuard}. Down
 * only for what a restart or a person must cure; what passes or is meant to be, such as a
 * broker out of reach or a listener that was stopped on purpose, shows in the detail
 * alone. Durations are whole milliseconds under keys that end in {@code Ms}.
 */
class LeaseGuardHealthIndicator extends AbstractHealthIndicator {

	/**
	 * The prefix of the properties, which no listener has for an id.
	 */
	static final String WATCHDOG = "lease-guard.watchdog";

	private static final double DECIMALS = 10_000;

	private final LeaseGuard leaseGuard;

	LeaseGuardHealthIndicator(LeaseGuard leaseGuard) {
		super("Lease Guard health check failed");
		this.leaseGuard = leaseGuard;
	}

	@Override
	protected void doHealthCheck(Health.Builder builder) {
		LeaseSnapshot snapshot = this.leaseGuard.snapshot();
		if (snapshot.listeners().values().stream().anyMatch(ListenerSnapshot::down)) {
			builder.down();
		}
		else {
			builder.up();
		}
		WatchdogReading watchdog = this.leaseGuard.watchdog();
		if (watchdog.ill()) {
			// Whoever reads the rest must know that it is old.
			builder.withDetail(WATCHDOG, Map.of("status", watchdog.state().name(), "tickAgeMs", watchdog.tickAgeMs()));
		}
		snapshot.listeners().forEach((listenerId, listener) -> builder.withDetail(listenerId, listener(listener)));
	}

	private static Map<String, Object> listener(ListenerSnapshot listener) {
		Judgement judgement = listener.assessment().judgement();
		Map<String, Object> detail = new LinkedHashMap<>();
		if (listener.assessment().watchable()) {
			detail.put("status", listener.status().name());
		}
		detail.put("verdict", judgement.verdict().name());
		if (listener.assessment().groupId() != null) {
			detail.put("groupId", listener.assessment().groupId());
		}
		detail.put("leaseMs", judgement.leaseMs());
		detail.put("detectionDelayMs", judgement.detectionDelayMs());
		if (listener.stopReason() != null) {
			detail.put("stopReason", listener.stopReason().name());
			detail.put("detail", listener.stopReason().explanation());
		}
		else if (!listener.assessment().watchable()) {
			detail.put("detail", "Its consumers can't be watched");
		}
		detail.put("consumers", listener.consumers().stream().map(LeaseGuardHealthIndicator::consumer).toList());
		return detail;
	}

	private static Map<String, Object> consumer(ConsumerSnapshot consumer) {
		Map<String, Object> detail = new LinkedHashMap<>();
		detail.put("index", consumer.index());
		detail.put("status", consumer.status().name());
		detail.put("leaseUsed", Math.round(consumer.leaseUsed() * DECIMALS) / DECIMALS);
		detail.put("pollAgeMs", consumer.pollAgeMs());
		if (consumer.heartbeatAgeMs() != null) {
			detail.put("heartbeatAgeMs", consumer.heartbeatAgeMs());
		}
		if (consumer.position() != null) {
			detail.put("position", consumer.position());
		}
		if (consumer.recordAgeMs() != null) {
			detail.put("recordAgeMs", consumer.recordAgeMs());
		}
		if (!consumer.stalled().isEmpty()) {
			detail.put("stalled", consumer.stalled());
		}
		if (consumer.stopReason() != null) {
			detail.put("stopReason", consumer.stopReason().name());
		}
		if (consumer.detail() != null) {
			detail.put("detail", consumer.detail());
		}
		if (consumer.repair() != RepairState.NONE) {
			detail.put("repair", consumer.repair().name());
		}
		if (!consumer.stack().isEmpty()) {
			detail.put("stack", consumer.stack());
		}
		return detail;
	}

}
