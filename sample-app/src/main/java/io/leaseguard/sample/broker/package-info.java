/**
 * The broker that runs inside the sample unless it is given one.
 */
@NullMarked
package io.leaseguard.sample.broker;

import org.jspecify.annotations.NullMarked;
