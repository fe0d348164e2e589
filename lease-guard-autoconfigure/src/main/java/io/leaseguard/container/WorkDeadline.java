package io.leaseguard.container;

import org.jspecify.annotations.Nullable;

/**
 * How much time the terms of a consumer leave for its work. For the thread of the
 * consumer alone.
 */
final class WorkDeadline {

	private final WorkState work;

	private @Nullable ConsumerTerms terms;

	WorkDeadline(WorkState work) {
		this.work = work;
	}

	void terms(@Nullable ConsumerTerms terms) {
		this.terms = terms;
		if (isSplitting()) {
			this.work.timeEach();
		}
	}

	boolean hasTerms() {
		return this.terms != null;
	}

	boolean isSplitting() {
		ConsumerTerms terms = this.terms;
		return terms != null && terms.splitting();
	}

	/**
	 * Whether the next record may not finish in time for the next poll. Where nothing is
	 * declared, it may take as long as the longest of this poll and of the one before.
	 * @return whether it is too late for it
	 */
	boolean isLate() {
		ConsumerTerms terms = this.terms;
		if (terms == null) {
			return false;
		}
		long next = (terms.nextNanos() != ConsumerTerms.UNBOUNDED) ? terms.nextNanos() : this.work.longestNanos();
		return leaseAge(terms, this.work.markNanos()) > terms.budgetNanos(next);
	}

	/**
	 * Whether so much time has passed between the last poll and this one that it must be
	 * made sure that this one renews the lease.
	 * @return whether it must be made sure
	 */
	boolean isRefreshDue() {
		ConsumerTerms terms = this.terms;
		return terms != null && this.work.cycleNanos() > terms.refreshNanos();
	}

	/**
	 * Whether so much time has passed between the last poll and this one that a rebalance
	 * can't wait for some more of them.
	 * @return whether this poll has to serve it
	 */
	boolean isRebalanceDue() {
		ConsumerTerms terms = this.terms;
		return terms != null && isRefreshDue()
				&& this.work.cycleNanos() > terms.leaseNanos() / ConsumerTerms.REBALANCE_PART;
	}

	long leaseLeftNanos(long nowNanos) {
		ConsumerTerms terms = this.terms;
		long polls = this.work.polls();
		if (terms == null || polls == 0 || (polls & 1) == 1) {
			return ConsumerTerms.UNBOUNDED;
		}
		return Math.max(0, terms.leaseNanos() - leaseAge(terms, nowNanos));
	}

	/**
	 * How long ago the lease was renewed, at most: the client renews it at the beginning
	 * of a poll and now and then while it waits, not at the end. What it calls inside,
	 * such as a rebalance listener, takes time of the lease.
	 * @param terms the terms
	 * @param nowNanos the time
	 * @return nanoseconds
	 */
	private long leaseAge(ConsumerTerms terms, long nowNanos) {
		long poll = Math.min(this.work.pollNanos(), terms.leaseNanos() / 2);
		return Math.max(0, nowNanos - this.work.turnedNanos()) + poll;
	}

	long workLeftNanos(long nowNanos) {
		ConsumerTerms terms = this.terms;
		if (terms == null || this.work.current() == null || terms.workNanos() == ConsumerTerms.UNBOUNDED) {
			return ConsumerTerms.UNBOUNDED;
		}
		this.work.timeEachNow();
		return Math.max(0, terms.workNanos() - Math.max(0, nowNanos - this.work.markNanos()));
	}

}
