package io.leaseguard.startup;

/**
 * What to do about a listener whose settings break the law.
 *
 * @since 0.1.0
 */
public enum ViolationPolicy {

	/**
	 * Refuse to start.
	 */
	FAIL,

	/**
	 * Start with the settings as they are and report the violation.
	 */
	WARN

}
