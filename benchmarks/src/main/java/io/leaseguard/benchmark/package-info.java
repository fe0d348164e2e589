/**
 * What the guard costs: every figure beside something that was measured in the same run.
 */
@NullMarked
package io.leaseguard.benchmark;

import org.jspecify.annotations.NullMarked;
