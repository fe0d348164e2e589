package io.leaseguard.lease;

/**
 * What the law says of the settings of one listener at start-up.
 *
 * @since 0.1.0
 */
public enum Verdict {

	/**
	 * Lawful as the application has it.
	 */
	LAWFUL,

	/**
	 * Lawful after the guard has derived a setting.
	 */
	DERIVED,

	/**
	 * No record timeout is declared, so the law can't be applied in full. Rules that need
	 * no terms have found no error.
	 */
	UNDECLARED,

	/**
	 * A law is broken. The application does not start, unless violations are only warned
	 * about.
	 */
	VIOLATION

}
