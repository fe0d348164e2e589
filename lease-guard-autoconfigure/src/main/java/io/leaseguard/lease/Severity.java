package io.leaseguard.lease;

/**
 * How much a {@link Finding} matters.
 *
 * @since 0.1.0
 */
public enum Severity {

	/**
	 * Worth knowing.
	 */
	INFO,

	/**
	 * Weakens a promise or hints at a mistake: reported, the application starts.
	 */
	WARNING,

	/**
	 * Breaks a law or can't be what anyone means: refused.
	 */
	ERROR

}
