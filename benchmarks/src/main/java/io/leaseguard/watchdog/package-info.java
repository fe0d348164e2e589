/**
 * Benchmarks that need the inside of the watchdog.
 */
@NullMarked
package io.leaseguard.watchdog;

import org.jspecify.annotations.NullMarked;
