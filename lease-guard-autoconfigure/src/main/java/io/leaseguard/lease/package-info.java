/**
 * The equation: terms, required lease, derivation, verdict. Depends on the JDK alone.
 */
@NullMarked
package io.leaseguard.lease;

import org.jspecify.annotations.NullMarked;
