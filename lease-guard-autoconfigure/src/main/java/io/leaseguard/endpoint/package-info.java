/**
 * The actuator endpoint {@code leases}: one of the views of the snapshot.
 */
@NullMarked
package io.leaseguard.endpoint;

import org.jspecify.annotations.NullMarked;
