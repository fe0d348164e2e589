/**
 * Faults to inject, and the HTTP calls that do it.
 */
@NullMarked
package io.leaseguard.sample.fault;

import org.jspecify.annotations.NullMarked;
