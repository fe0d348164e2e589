package io.leaseguard.container;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Reads what a consumer is doing while it does it. Within a longer stride of its records
 * a stuck one is seen by the count of records standing still.
 */
final class ProgressReader {

	private static final int TRIES = 4;

	private final WorkState work;

	private final Membership membership;

	private final PartitionLedger ledger;

	private final PollFailures failures;

	private long seenPolls = -1;

	private int seenRemaining = -1;

	private long standingSinceNanos;

	ProgressReader(WorkState work, Membership membership, PartitionLedger ledger, PollFailures failures) {
		this.work = work;
		this.membership = membership;
		this.ledger = ledger;
		this.failures = failures;
	}

	/**
	 * Take a reading that is consistent in itself, or, when the consumer is too quick for
	 * that, one that errs towards progress.
	 * @param nowNanos the time
	 * @return the reading
	 */
	ProgressReading read(long nowNanos) {
		ProgressReading reading = readOnce(nowNanos);
		for (int i = 0; i < TRIES && this.work.polls() != reading.polls(); i++) {
			reading = readOnce(nowNanos);
		}
		return reading;
	}

	private ProgressReading readOnce(long nowNanos) {
		long polls = this.work.polls();
		boolean polling = (polls & 1) == 1;
		long turned = this.work.turnedNanos();
		// Inside poll() the client renews the lease by itself, for as long as it was
		// asked to stay.
		long renewed = polling ? turned + this.work.pollTimeoutNanos() : turned;
		int batch = polling ? 0 : this.work.batch();
		int remaining = Math.max(0, batch - this.work.done());
		ConsumerRecord<?, ?> record = this.work.current();
		boolean single = this.work.stride() == 1;
		long mark = this.work.markNanos();
		if (polling || record != this.work.current()) {
			record = null;
		}
		long recordAge = single ? age(nowNanos, mark) : standing(polls, remaining, nowNanos);
		return new ProgressReading(polls, polling, age(nowNanos, turned), age(nowNanos, renewed),
				age(nowNanos, this.work.emptyNanos()), batch, remaining, (record != null) ? recordAge : -1, record,
				this.membership.assigned(), this.membership.paused(), this.membership.isGroupMember(),
				this.membership.isRebalancing(), this.ledger.sample(), this.failures.last(), this.work.failed());
	}

	private long standing(long polls, int remaining, long nowNanos) {
		// How long the count has not moved, as far as readings tell: what a record in a
		// longer stride has taken at least.
		if (polls != this.seenPolls || remaining != this.seenRemaining) {
			this.seenPolls = polls;
			this.seenRemaining = remaining;
			this.standingSinceNanos = nowNanos;
		}
		return age(nowNanos, this.standingSinceNanos);
	}

	private static long age(long now, long then) {
		return Math.max(0, now - then);
	}

}
