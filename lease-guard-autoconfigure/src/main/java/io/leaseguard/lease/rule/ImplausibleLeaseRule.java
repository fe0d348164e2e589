package io.leaseguard.lease.rule;

import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.LeaseEquation;
import io.leaseguard.lease.LeaseTerms;
import io.leaseguard.lease.Millis;
import io.leaseguard.lease.Setting;
import io.leaseguard.lease.Severity;

/**
 * A lease that Kafka takes but nobody means: seconds in the place of milliseconds, or
 * microseconds. The client counts in milliseconds and takes anything from 1.
 */
class ImplausibleLeaseRule implements LeaseRule {

	static final String ID = "implausible-lease";

	private static final int IMPOSSIBLE = 100;

	private static final int PER_SECOND = 1_000;

	private static final int MICROS_PER_SECOND = 1_000_000;

	private static final long DAY = 86_400_000;

	@Override
	public @Nullable Finding examine(LeaseCase leaseCase) {
		Setting lease = leaseCase.given().maxPollInterval();
		if (!lease.explicit() || lease.value() < 1) {
			return null;
		}
		if (lease.value() < PER_SECOND) {
			return tooShortForTheWork(leaseCase) ? null : tiny(leaseCase, lease.value());
		}
		boolean slip = lease.value() >= DAY && lease.value() % MICROS_PER_SECOND == 0;
		return (slip && !leaseCase.delayTolerated()) ? huge(leaseCase, lease.value()) : null;
	}

	private boolean tooShortForTheWork(LeaseCase leaseCase) {
		LeaseTerms terms = leaseCase.terms();
		return terms.declared() && LeaseEquation.requiredLease(terms,
				leaseCase.settings().maxPollRecords().value()) >= leaseCase.settings().maxPollInterval().value();
	}

	private Finding tiny(LeaseCase leaseCase, int lease) {
		return leaseCase.finding(ID, (lease < IMPOSSIBLE) ? Severity.ERROR : Severity.WARNING,
				"max.poll.interval.ms is %d, and Kafka counts milliseconds: a pause of the garbage collector is enough to end such a lease."
					.formatted(lease),
				"Set max.poll.interval.ms to %d (%s), or remove it to have the default of Kafka.".formatted(
						lease * PER_SECOND, Millis.format((long) lease * PER_SECOND)),
				Map.of("leaseMs", (long) lease));
	}

	private Finding huge(LeaseCase leaseCase, int lease) {
		return leaseCase.finding(ID, Severity.WARNING,
				"max.poll.interval.ms is %d, and Kafka counts milliseconds: that makes %s.".formatted(lease,
						Millis.format(lease)),
				"Set max.poll.interval.ms to %d (%s).".formatted(lease / PER_SECOND, Millis.format(lease / PER_SECOND)),
				Map.of("leaseMs", (long) lease));
	}

}
