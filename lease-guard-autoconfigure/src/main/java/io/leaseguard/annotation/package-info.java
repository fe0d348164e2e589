/**
 * What application code imports, and nothing else: an annotation that knows no other room
 * of the house.
 */
@NullMarked
package io.leaseguard.annotation;

import org.jspecify.annotations.NullMarked;
