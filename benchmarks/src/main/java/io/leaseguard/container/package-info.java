/**
 * Benchmarks that need the inside of the taps.
 */
@NullMarked
package io.leaseguard.container;

import org.jspecify.annotations.NullMarked;
