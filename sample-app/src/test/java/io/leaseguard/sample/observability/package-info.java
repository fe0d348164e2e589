/**
 * Tests of what is drawn from the meters of the running sample.
 */
@NullMarked
package io.leaseguard.sample.observability;

import org.jspecify.annotations.NullMarked;
