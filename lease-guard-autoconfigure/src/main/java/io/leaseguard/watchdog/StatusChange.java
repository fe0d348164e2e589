package io.leaseguard.watchdog;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.leaseguard.lease.Millis;
import io.leaseguard.lease.Pulse;

/**
 * A change of status that is worth a line in the log and an event: once, not every tick.
 *
 * @param consumer the consumer
 * @param before the last tick, {@code null} if there was none
 * @param after the present tick
 */
record StatusChange(LiveConsumer consumer, @Nullable ConsumerExamination before, ConsumerExamination after) {

	private static final Log logger = LogFactory.getLog(LeaseWatchdog.class);

	static @Nullable StatusChange of(LiveConsumer consumer, @Nullable ConsumerExamination before,
			ConsumerExamination after) {
		if (before == null || before.status() != after.status()) {
			return new StatusChange(consumer, before, after);
		}
		return isAnother(before, after) ? new StatusChange(consumer, before, after) : null;
	}

	/**
	 * Another record of the same batch may be overdue now, another partition at a stop.
	 */
	private static boolean isAnother(ConsumerExamination before, ConsumerExamination after) {
		return switch (after.status()) {
			case OVERDUE, AT_RISK ->
				newlyOverdue(before, after) || before.progress().polls() != after.progress().polls();
			case PROGRESS_STALLED -> !Objects.equals(partition(before), partition(after));
			default -> false;
		};
	}

	private static boolean newlyOverdue(@Nullable ConsumerExamination before, ConsumerExamination after) {
		return after.overdue() && (before == null || !before.overdue()
				|| !Objects.equals(before.progress().position(), after.progress().position()));
	}

	private static @Nullable String partition(ConsumerExamination examination) {
		ProgressStall stall = examination.stall();
		return (stall != null) ? stall.partition() : null;
	}

	/**
	 * Tell of the change.
	 * @param events where to publish the event
	 * @param repairs whether somebody repairs what is sick, and tells of it himself
	 */
	void announce(LeaseEventPublisher events, boolean repairs) {
		LeaseEvent event = switch (this.after.status()) {
			case LEASE_EXPIRED -> expired();
			case OVERDUE -> null;
			case AT_RISK -> atRisk();
			case PROGRESS_STALLED -> stalled();
			case HEARTBEAT_LOST -> heartbeatLost(repairs);
			case STOPPED -> stopped();
			default -> recovered();
		};
		if (event != null) {
			events.publish(event);
		}
		boolean mild = this.after.status() == LeaseStatus.OVERDUE || this.after.status() == LeaseStatus.AT_RISK;
		if (mild && newlyOverdue(this.before, this.after)) {
			events.publish(overdue());
		}
	}

	private LeaseEvent expired() {
		this.consumer.tally().expired();
		long lease = this.consumer.assessment().judgement().leaseMs();
		long age = millis(this.after.progress().pollAgeNanos());
		logger.warn("The lease of " + this.consumer + " has expired: no poll for " + Millis.format(age) + ", lease "
				+ Millis.format(lease) + inFlight() + ". It is out of its group now. " + where());
		return new LeaseEvent.LeaseExpired(this.consumer.listenerId(), this.consumer.index(),
				this.after.progress().position(), age, lease, this.after.stack());
	}

	private @Nullable LeaseEvent atRisk() {
		BatchForecast forecast = this.after.forecast();
		if (forecast == null || !this.consumer.watches().forecaster().mayTell(this.after.progress())) {
			return null;
		}
		log(this.consumer.mayWarnOfRisk(System.nanoTime()),
				"The lease of " + this.consumer + " is at risk" + inFlight() + ". " + this.after.detail());
		return new LeaseEvent.LeaseAtRisk(this.consumer.listenerId(), this.consumer.index(),
				this.after.progress().position(), this.after.progress().recordsRemaining(),
				millis(this.after.progress().pollAgeNanos()), millis(forecast.needNanos()),
				this.consumer.assessment().judgement().leaseMs(), forecast.lawfulRecords());
	}

	private LeaseEvent overdue() {
		long age = millis(this.after.progress().recordAgeNanos());
		log(this.consumer.mayWarnOfWork(System.nanoTime()),
				"A record of " + this.consumer + " has outlived its timeout" + inFlight() + ". " + where());
		return new LeaseEvent.RecordOverdue(this.consumer.listenerId(), this.consumer.index(),
				this.after.progress().position(), age, this.after.stack());
	}

	private static void log(boolean due, String message) {
		if (due) {
			logger.warn(message);
		}
		else {
			logger.debug(message);
		}
	}

	private @Nullable LeaseEvent stalled() {
		ProgressStall stall = this.after.stall();
		if (stall == null) {
			return null;
		}
		logger.warn("The " + this.consumer + " makes no progress. " + stall.detail());
		return new LeaseEvent.ProgressStalled(this.consumer.listenerId(), this.consumer.index(), stall.partition(),
				millis(stall.nanos()), stall.detail());
	}

	private LeaseEvent heartbeatLost(boolean repairs) {
		Pulse pulse = this.consumer.assessment().judgement().settings().pulse();
		Long age = this.after.heartbeatAgeMs();
		logger.warn("The heartbeat of " + this.consumer + " is lost: "
				+ ((age != null) ? "none was sent for " + Millis.format(age) : "none was ever sent")
				+ ", session timeout " + Millis.format(pulse.sessionMs())
				+ ". It polls on, but its group has given it up or soon will." + (repairs ? "" : " No repair is tried.")
				+ ((this.after.detail() != null) ? " " + this.after.detail() : ""));
		return new LeaseEvent.HeartbeatLost(this.consumer.listenerId(), this.consumer.index(), age, pulse.sessionMs());
	}

	private @Nullable LeaseEvent stopped() {
		logger.warn("The " + this.consumer + " is stopped. " + this.after.detail());
		return null;
	}

	private @Nullable LeaseEvent recovered() {
		LeaseStatus from = (this.before != null) ? this.before.status() : LeaseStatus.IDLE;
		// A lost heartbeat is back only when one was heard, which the recovery finds out.
		if (from != LeaseStatus.LEASE_EXPIRED && from != LeaseStatus.PROGRESS_STALLED) {
			return null;
		}
		logger.info("The " + this.consumer
				+ ((from == LeaseStatus.LEASE_EXPIRED) ? " polls again" : " makes progress again"));
		return new LeaseEvent.ConsumerRecovered(this.consumer.listenerId(), this.consumer.index(), from, null);
	}

	private String inFlight() {
		String position = this.after.progress().position();
		if (position == null) {
			return "";
		}
		return "; " + position + " in flight for " + Millis.format(millis(this.after.progress().recordAgeNanos()));
	}

	private String where() {
		Thread thread = this.consumer.thread();
		List<String> stack = this.after.stack();
		return (thread == null || stack.isEmpty()) ? "Its thread has no stack"
				: "Thread '" + thread.getName() + "' is at " + String.join(" <- ", stack);
	}

	private static long millis(long nanos) {
		return TimeUnit.NANOSECONDS.toMillis(nanos);
	}

}
