/**
 * Repairs what can safely be repaired, and knows when to stop.
 */
@NullMarked
package io.leaseguard.recovery;

import org.jspecify.annotations.NullMarked;
