package io.leaseguard.lease;

/**
 * Derives what the application has left open: the lease, the batch size, or both. A value
 * that the application has set stays as it is, lawful or not; where both halves of the
 * law can't hold, the batch gives way, never the tolerated detection delay.
 *
 * @since 0.1.0
 */
public final class LeaseDerivation {

	private LeaseDerivation() {
	}

	/**
	 * Return the settings with everything filled in that can be derived.
	 * @param terms the terms
	 * @param settings the settings as the application has them
	 * @return the settings to use; unchanged where nothing can or need be derived
	 */
	public static LeaseSettings derive(LeaseTerms terms, LeaseSettings settings) {
		if (!terms.declared()) {
			return settings;
		}
		Setting batch = settings.maxPollRecords();
		Setting lease = settings.maxPollInterval();
		if (lease.explicit()) {
			return batch.explicit() ? settings : deriveBatch(terms, settings, lease.value());
		}
		long longest = LeaseEquation.longestLease(terms, settings.pulse());
		long derived = LeaseEquation.derivedLease(terms, batch.value());
		if (derived <= longest) {
			return settings.withMaxPollInterval(Setting.derived((int) derived));
		}
		if (batch.explicit()) {
			return settings;
		}
		LeaseSettings shrunk = deriveBatch(terms, settings, longest);
		derived = LeaseEquation.derivedLease(terms, shrunk.maxPollRecords().value());
		return (derived <= longest) ? shrunk.withMaxPollInterval(Setting.derived((int) derived)) : settings;
	}

	private static LeaseSettings deriveBatch(LeaseTerms terms, LeaseSettings settings, long leaseMs) {
		int current = settings.maxPollRecords().value();
		int largest = LeaseEquation.largestBatch(terms, leaseMs, current);
		return (largest == 0 || largest == current) ? settings : settings.withMaxPollRecords(Setting.derived(largest));
	}

	/**
	 * Return what the guard would derive if the application left the lease, and where
	 * need be the batch size, open: the way out to name in a finding. It is for the
	 * application to set, so a {@code min-lease} out of reach does not stand in its way.
	 * @param terms the terms, declared
	 * @param settings the settings as the application has them
	 * @param openBatch whether to leave the batch size open as well
	 * @return the settings that would be derived; without a derived lease if none is
	 * lawful
	 */
	public static LeaseSettings suggest(LeaseTerms terms, LeaseSettings settings, boolean openBatch) {
		LeaseSettings open = settings
			.withMaxPollInterval(new Setting(settings.maxPollInterval().value(), SettingOrigin.KAFKA_DEFAULT));
		Setting batch = settings.maxPollRecords();
		if (batch.origin() == SettingOrigin.DERIVED) {
			// It was derived from other terms, and only because nobody had set it.
			open = open.withMaxPollRecords(new Setting(LeaseKeys.DEFAULT_RECORDS, SettingOrigin.KAFKA_DEFAULT));
		}
		else if (openBatch) {
			open = open.withMaxPollRecords(new Setting(batch.value(), SettingOrigin.KAFKA_DEFAULT));
		}
		boolean reachable = terms.minLeaseMs() <= LeaseEquation.longestLease(terms, settings.pulse());
		return derive(reachable ? terms : terms.withoutMinLease(), open);
	}

}
