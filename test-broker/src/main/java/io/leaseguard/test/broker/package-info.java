/**
 * A real Kafka broker in a process of its own.
 */
@NullMarked
package io.leaseguard.test.broker;

import org.jspecify.annotations.NullMarked;
