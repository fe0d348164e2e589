/**
 * One loop over all live consumers: their state, their status, the events.
 */
@NullMarked
package io.leaseguard.watchdog;

import org.jspecify.annotations.NullMarked;
