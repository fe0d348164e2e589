package io.leaseguard.autoconfigure;

import java.time.Duration;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import io.leaseguard.recovery.RecoveryMode;
import io.leaseguard.startup.ViolationPolicy;

/**
 * Properties of Lease Guard. A name that is none of them stops the application: terms
 * that somebody believes to have declared are worse than none. So does a duration without
 * a unit, other than zero: Spring Boot would read it as milliseconds, where half of all
 * people mean seconds.
 *
 * @param enabled Whether to guard the leases of Kafka listeners.
 * @param onViolation What to do about a listener whose settings break the law.
 * @param apply Whether to write derived settings where the application has set none.
 * @param recordTimeout Hard timeout of one record in a listener, at least 5 ms. Nothing
 * is derived for a listener without one.
 * @param batchTimeout Hard timeout of a whole poll of a batch listener, at least 5 ms, as
 * an alternative to the record timeout. Means nothing to record listeners.
 * @param recordOverhead What one record costs beside the listener, for example conversion
 * and commit.
 * @param safetyFactor Head-room by which the time of a batch is multiplied. At least 1.
 * @param maxDetectionDelay How long a stuck consumer may keep its partitions before
 * others get them. A lease is never longer.
 * @param minLease Shortest lease to derive, so that a quick listener is not put out of
 * its group by a pause of the garbage collector. When not set, one minute or the maximum
 * detection delay, whichever is shorter.
 * @param retryBackoff Longest single back-off on the consumer thread between two attempts
 * at a record.
 * @param recoveryTimeout Longest single recovery of a failed record on the consumer
 * thread, for example publishing to a dead-letter topic.
 * @param listeners Values of single listeners by listener id, which take the place of the
 * ones above. An id with dots, or signs other than - and _, needs brackets, for example
 * [my.id].
 * @param watchdog Properties of the watchdog.
 * @param recovery Properties of the repair of consumers.
 * @param batchSplitting Properties of batch splitting.
 * @since 0.1.0
 */
@ConfigurationProperties(prefix = "lease-guard", ignoreUnknownFields = false)
public record LeaseGuardProperties(@DefaultValue("true") boolean enabled,
		@DefaultValue("fail") ViolationPolicy onViolation, @DefaultValue("true") boolean apply,
		@Nullable Duration recordTimeout, @Nullable Duration batchTimeout,
		@DefaultValue("100ms") Duration recordOverhead, @DefaultValue("1.5") double safetyFactor,
		@DefaultValue("30m") Duration maxDetectionDelay, @Nullable Duration minLease, @Nullable Duration retryBackoff,
		@Nullable Duration recoveryTimeout, @DefaultValue Map<String, Listener> listeners,
		@DefaultValue Watchdog watchdog, @DefaultValue Recovery recovery, @DefaultValue BatchSplitting batchSplitting) {

	/**
	 * Values of one listener.
	 *
	 * @param enabled Whether to guard this listener. On unless it is switched off here or
	 * by its annotation.
	 * @param recordTimeout Hard timeout of one record in this listener, at least 5 ms.
	 * @param batchTimeout Hard timeout of a whole poll of this batch listener, at least 5
	 * ms.
	 * @param recordOverhead What one record costs beside this listener.
	 * @param safetyFactor Head-room by which the time of a batch of this listener is
	 * multiplied. At least 1.
	 * @param maxDetectionDelay How long a stuck consumer of this listener may keep its
	 * partitions.
	 * @param minLease Shortest lease to derive for this listener.
	 * @param retryBackoff Longest single back-off of this listener on the consumer
	 * thread.
	 * @param recoveryTimeout Longest single recovery of a failed record of this listener
	 * on the consumer thread.
	 * @param batchSplitting Properties of batch splitting of this listener.
	 */
	public record Listener(@Nullable Boolean enabled, @Nullable Duration recordTimeout, @Nullable Duration batchTimeout,
			@Nullable Duration recordOverhead, @Nullable Double safetyFactor, @Nullable Duration maxDetectionDelay,
			@Nullable Duration minLease, @Nullable Duration retryBackoff, @Nullable Duration recoveryTimeout,
			@Nullable ListenerBatchSplitting batchSplitting) {
	}

	/**
	 * Properties of batch splitting of one listener.
	 *
	 * @param enabled Whether to end a batch of this listener early, and go on after a
	 * poll, when its next record may not finish inside the lease.
	 */
	public record ListenerBatchSplitting(@Nullable Boolean enabled) {
	}

	/**
	 * Properties of the watchdog.
	 *
	 * @param enabled Whether to watch live consumers.
	 * @param interval Time between two looks at all consumers.
	 * @param progressTimeout How long a partition with work may stand still before it
	 * counts as stalled. Unless set, the lease of its consumer.
	 */
	public record Watchdog(@DefaultValue("true") boolean enabled, @DefaultValue("1s") Duration interval,
			@Nullable Duration progressTimeout) {
	}

	/**
	 * Properties of the repair of consumers.
	 *
	 * @param mode How far to go to repair a consumer: not at all; let one whose heartbeat
	 * is lost rejoin its group, where the group protocol has a rejoin; or, where that
	 * does not help or does not exist, also stop and start the one sick consumer. A
	 * consumer whose thread is stuck is never restarted, nor one that was stopped because
	 * it was fenced or not authorized.
	 * @param maxAttempts Attempts on one consumer within the window. At least 1.
	 * @param window Time in which attempts are counted.
	 * @param coolDown Least time between two attempts on one consumer. Up to a quarter of
	 * it is added by chance, so that many instances do not act at once.
	 * @param breakLiveness Whether to declare the liveness of the application broken when
	 * recovery is exhausted, so that an orchestrator restarts it. That includes a stuck
	 * thread: its lease has expired, and for one whole further lease it has neither
	 * polled nor finished a record. Nothing is exhausted in mode none.
	 */
	public record Recovery(@DefaultValue("rejoin") RecoveryMode mode, @DefaultValue("3") int maxAttempts,
			@DefaultValue("10m") Duration window, @DefaultValue("30s") Duration coolDown,
			@DefaultValue("false") boolean breakLiveness) {
	}

	/**
	 * Properties of batch splitting.
	 *
	 * @param enabled Whether to end a batch of a record listener early, and go on after a
	 * poll, when its next record may not finish inside the lease.
	 */
	public record BatchSplitting(@DefaultValue("false") boolean enabled) {
	}

}
