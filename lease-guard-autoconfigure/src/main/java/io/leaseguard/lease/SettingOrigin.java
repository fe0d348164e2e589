package io.leaseguard.lease;

/**
 * Where the value of a {@link Setting} comes from.
 *
 * @since 0.1.0
 */
public enum SettingOrigin {

	/**
	 * Nobody set it: the default of the Kafka client.
	 */
	KAFKA_DEFAULT,

	/**
	 * Set by the application, anywhere: factory, container, listener.
	 */
	APPLICATION,

	/**
	 * Derived from the terms by the guard.
	 */
	DERIVED

}
