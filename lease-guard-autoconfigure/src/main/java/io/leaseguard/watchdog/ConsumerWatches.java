package io.leaseguard.watchdog;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.springframework.kafka.listener.AbstractMessageListenerContainer;

import io.leaseguard.container.GroupThreads;
import io.leaseguard.lease.Judgement;
import io.leaseguard.lease.Millis;
import io.leaseguard.lease.Pulse;
import io.leaseguard.startup.ListenerAssessment;

/**
 * The watches over one consumer.
 *
 * @param heartbeat the watch over its heartbeat
 * @param stall the watch over its progress
 * @param forecaster looks ahead to the end of its lease
 */
record ConsumerWatches(HeartbeatWatch heartbeat, StallWatch stall, LeaseForecaster forecaster) {

	/**
	 * Create the watches over a consumer.
	 * @param assessment what start-up has found out about its listener
	 * @param child its container
	 * @param parent the parent of its container, or the same when it has none
	 * @param progressTimeout how long it may go without progress, {@code null} for its
	 * lease
	 * @param fetchMaxWaitMs how long a broker may hold its fetches, milliseconds
	 * @param nowNanos the time
	 * @return the watches
	 */
	static ConsumerWatches of(ListenerAssessment assessment, AbstractMessageListenerContainer<?, ?> child,
			AbstractMessageListenerContainer<?, ?> parent, @Nullable Duration progressTimeout, long fetchMaxWaitMs,
			long nowNanos) {
		Judgement judgement = assessment.judgement();
		Pulse pulse = judgement.settings().pulse();
		long leaseMs = judgement.leaseMs();
		long timeoutMs = (progressTimeout != null) ? Millis.ceil(progressTimeout) : leaseMs;
		String groupId = assessment.groupId();
		HeartbeatWatch heartbeat = new HeartbeatWatch(pulse, leaseMs, fetchMaxWaitMs,
				() -> groupId != null && GroupThreads.complete(groupId), nowNanos);
		ProgressWatch partitions = new ProgressWatch(timeoutMs, leaseMs, PauseWishes.of(child, parent));
		StallWatch stall = new StallWatch(partitions, timeoutMs, fetchMaxWaitMs,
				Millis.plus(leaseMs, pulse.sessionMs()), nowNanos);
		LeaseForecaster forecaster = new LeaseForecaster(TimeUnit.MILLISECONDS.toNanos(leaseMs),
				assessment.batchListener());
		return new ConsumerWatches(heartbeat, stall, forecaster);
	}

}
