/**
 * Faults to inflict on a client, and the means to see what they do.
 */
@NullMarked
package io.leaseguard.test.fault;

import org.jspecify.annotations.NullMarked;
