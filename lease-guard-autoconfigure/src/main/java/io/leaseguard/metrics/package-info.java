/**
 * The meters of all consumers: one of the views of the snapshot.
 */
@NullMarked
package io.leaseguard.metrics;

import org.jspecify.annotations.NullMarked;
