/**
 * What we know of spring-kafka and its consumers: effective configuration, fixed costs,
 * taps.
 */
@NullMarked
package io.leaseguard.container;

import org.jspecify.annotations.NullMarked;
