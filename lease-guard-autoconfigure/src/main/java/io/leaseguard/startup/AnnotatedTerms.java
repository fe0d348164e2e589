package io.leaseguard.startup;

import java.util.List;

import org.jspecify.annotations.Nullable;

import io.leaseguard.lease.Finding;

/**
 * What is known of a listener from its code.
 *
 * @param annotation where its {@code @KafkaListener} stands, {@code null} when the
 * listener has none
 * @param declarations what its annotations declare, the nearest first
 * @param problems values that can't be used
 */
record AnnotatedTerms(@Nullable ListenerAnnotation annotation, List<TermsDeclaration> declarations,
		List<Finding> problems) {

	static final AnnotatedTerms NONE = new AnnotatedTerms(null, List.of(), List.of());

	AnnotatedTerms {
		declarations = List.copyOf(declarations);
		problems = List.copyOf(problems);
	}

}
