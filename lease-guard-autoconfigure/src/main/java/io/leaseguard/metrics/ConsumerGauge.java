package io.leaseguard.metrics;

import java.util.function.ToDoubleBiFunction;

import org.jspecify.annotations.Nullable;

import io.leaseguard.lease.Millis;
import io.leaseguard.watchdog.ConsumerSnapshot;
import io.leaseguard.watchdog.ListenerSnapshot;

/**
 * The gauges of one consumer. All have the same tag keys. What is not known reads as not
 * a number.
 */
enum ConsumerGauge {

	LEASE("lease.guard.lease", "seconds", "Time within which the consumer promises to poll again",
			(listener, consumer) -> seconds((long) listener.assessment().judgement().leaseMs())),

	LEASE_USED("lease.guard.lease.used", null, "Part of the lease that is used up, 1 and beyond when it has expired",
			(listener, consumer) -> consumer.leaseUsed()),

	POLL_AGE("lease.guard.poll.age", "seconds", "Time since the consumer last entered or left a poll",
			(listener, consumer) -> seconds(consumer.pollAgeMs())),

	HEARTBEAT_AGE("lease.guard.heartbeat.age", "seconds", "Time since the consumer last sent a heartbeat",
			(listener, consumer) -> seconds(consumer.heartbeatAgeMs())),

	RECORD_AGE("lease.guard.record.age", "seconds", "Time that the record in flight has taken so far",
			(listener, consumer) -> seconds(consumer.recordAgeMs())),

	RECORDS_REMAINING("lease.guard.records.remaining", "records", "Records of the last poll that are not yet done",
			(listener, consumer) -> consumer.recordsRemaining()),

	REQUIRED_LEASE("lease.guard.required.lease", "seconds", "Time that the lease must exceed by the terms",
			(listener, consumer) -> seconds(listener.assessment().judgement().requiredLeaseMs())),

	DETECTION_DELAY("lease.guard.detection.delay", "seconds", "Time for which a stuck consumer keeps its partitions",
			(listener, consumer) -> seconds(listener.assessment().judgement().detectionDelayMs()));

	private static final double MILLIS_PER_SECOND = 1000;

	private final String meterName;

	private final @Nullable String baseUnit;

	private final String description;

	private final ToDoubleBiFunction<ListenerSnapshot, ConsumerSnapshot> value;

	ConsumerGauge(String meterName, @Nullable String baseUnit, String description,
			ToDoubleBiFunction<ListenerSnapshot, ConsumerSnapshot> value) {
		this.meterName = meterName;
		this.baseUnit = baseUnit;
		this.description = description;
		this.value = value;
	}

	String meterName() {
		return this.meterName;
	}

	@Nullable String baseUnit() {
		return this.baseUnit;
	}

	String description() {
		return this.description;
	}

	double value(ListenerSnapshot listener, ConsumerSnapshot consumer) {
		return this.value.applyAsDouble(listener, consumer);
	}

	private static double seconds(@Nullable Long millis) {
		if (millis == null) {
			return Double.NaN;
		}
		return (millis == Millis.UNBOUNDED) ? Double.POSITIVE_INFINITY : millis / MILLIS_PER_SECOND;
	}

}
