/**
 * Keys and wiring.
 */
@NullMarked
package io.leaseguard.autoconfigure;

import org.jspecify.annotations.NullMarked;
