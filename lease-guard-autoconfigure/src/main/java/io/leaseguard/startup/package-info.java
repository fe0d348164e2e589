/**
 * What runs at start-up: resolve, judge, apply, report, refuse.
 */
@NullMarked
package io.leaseguard.startup;

import org.jspecify.annotations.NullMarked;
