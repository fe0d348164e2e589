/**
 * Orders: a producer, and a listener for each of the two things that happen to them.
 */
@NullMarked
package io.leaseguard.sample.order;

import org.jspecify.annotations.NullMarked;
