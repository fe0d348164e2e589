/**
 * An order-processing application that shows the guard at work.
 */
@NullMarked
package io.leaseguard.sample;

import org.jspecify.annotations.NullMarked;
