/**
 * The health of all listeners: one of the views of the snapshot.
 */
@NullMarked
package io.leaseguard.health;

import org.jspecify.annotations.NullMarked;
