package io.leaseguard.lease;

/**
 * The effective value of one numeric setting of a Kafka consumer.
 *
 * @param value the value; durations in milliseconds
 * @param origin where it comes from
 * @since 0.1.0
 */
public record Setting(int value, SettingOrigin origin) {

	/**
	 * Return whether the application has set the value. What the application has set is
	 * never overwritten.
	 * @return whether the origin is {@link SettingOrigin#APPLICATION}
	 */
	public boolean explicit() {
		return this.origin == SettingOrigin.APPLICATION;
	}

	static Setting derived(int value) {
		return new Setting(value, SettingOrigin.DERIVED);
	}

}
