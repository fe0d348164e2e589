/**
 * The deadline in the hand of the listener: how much time its record and its lease leave.
 */
@NullMarked
package io.leaseguard.deadline;

import org.jspecify.annotations.NullMarked;
