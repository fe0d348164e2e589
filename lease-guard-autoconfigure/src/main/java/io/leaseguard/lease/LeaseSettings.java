package io.leaseguard.lease;

/**
 * The settings of one consumer that make its lease and its pulse.
 *
 * @param maxPollRecords the batch size ({@code S}), {@code max.poll.records}
 * @param maxPollInterval the lease ({@code L}), {@code max.poll.interval.ms}
 * @param pulse the heartbeat
 * @since 0.1.0
 */
public record LeaseSettings(Setting maxPollRecords, Setting maxPollInterval, Pulse pulse) {

	/**
	 * Return how long a stuck consumer keeps its partitions under these settings.
	 * @return milliseconds
	 */
	public long detectionDelayMs() {
		return Millis.plus(this.maxPollInterval.value(), this.pulse.detectionSurchargeMs());
	}

	/**
	 * Return whether the guard has derived one of the settings.
	 * @return whether the batch size or the lease is {@link SettingOrigin#DERIVED}
	 */
	public boolean derived() {
		return this.maxPollRecords.origin() == SettingOrigin.DERIVED
				|| this.maxPollInterval.origin() == SettingOrigin.DERIVED;
	}

	LeaseSettings withMaxPollRecords(Setting setting) {
		return new LeaseSettings(setting, this.maxPollInterval, this.pulse);
	}

	LeaseSettings withMaxPollInterval(Setting setting) {
		return new LeaseSettings(this.maxPollRecords, setting, this.pulse);
	}

}
