package io.leaseguard.startup;

import java.util.List;

import org.jspecify.annotations.Nullable;

import io.leaseguard.lease.Finding;

/**
 * What is known of a listener from its code.
 *
 * @param place the class and method, {@code null} when the listener is no annotated
 * method
 * @param declarations what its annotations declare, the nearest first
 * @param problems values that can't be used
 */
record AnnotatedTerms(@Nullable String place, List<TermsDeclaration> declarations, List<Finding> problems) {

	static final AnnotatedTerms NONE = new AnnotatedTerms(null, List.of(), List.of());

	AnnotatedTerms {
		declarations = List.copyOf(declarations);
		problems = List.copyOf(problems);
	}

}
