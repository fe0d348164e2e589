/**
 * The rules, one small class each, and the law that applies them.
 */
@NullMarked
package io.leaseguard.lease.rule;

import org.jspecify.annotations.NullMarked;
