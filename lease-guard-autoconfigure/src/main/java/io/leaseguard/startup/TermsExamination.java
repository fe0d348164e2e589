package io.leaseguard.startup;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.Severity;

/**
 * Examines declared terms for values out of their range. Such a value is taken out, so
 * that everything else can still be judged and all problems be told at once.
 *
 * @since 0.1.0
 */
public final class TermsExamination {

	static final String ID = "invalid-terms";

	private final UnaryOperator<String> names;

	private final @Nullable String listener;

	private final List<Finding> problems = new ArrayList<>();

	/**
	 * Create an examination.
	 * @param names makes the full name of a term, as the user wrote it, from its name in
	 * kebab case
	 * @param listener the listener id, {@code null} when a problem is about the term
	 * itself
	 */
	public TermsExamination(UnaryOperator<String> names, @Nullable String listener) {
		this.names = names;
		this.listener = listener;
	}

	/**
	 * Examine a declaration.
	 * @param terms the declaration
	 * @return the declaration without the values that are out of their range
	 */
	public TermsDeclaration examine(TermsDeclaration terms) {
		return new TermsDeclaration(terms.enabled(), positive("record-timeout", terms.recordTimeout()),
				positive("batch-timeout", terms.batchTimeout()), notNegative("record-overhead", terms.recordOverhead()),
				factor(terms.safetyFactor()), positive("max-detection-delay", terms.maxDetectionDelay()),
				notNegative("min-lease", terms.minLease()), notNegative("retry-backoff", terms.retryBackoff()),
				notNegative("recovery-timeout", terms.recoveryTimeout()));
	}

	private @Nullable Double factor(@Nullable Double factor) {
		if (factor == null || (factor >= 1 && factor < Double.POSITIVE_INFINITY)) {
			return factor;
		}
		problem("safety-factor", factor, "be at least 1");
		return null;
	}

	/**
	 * Examine a duration that must be above zero.
	 * @param name the name
	 * @param value the value
	 * @return the value, {@code null} when it is out of range
	 */
	public @Nullable Duration positive(String name, @Nullable Duration value) {
		if (value == null || !(value.isNegative() || value.isZero())) {
			return value;
		}
		problem(name, value, "be above zero");
		return null;
	}

	/**
	 * Examine a duration that must not be negative.
	 * @param name the name
	 * @param value the value
	 * @return the value, {@code null} when it is out of range
	 */
	public @Nullable Duration notNegative(String name, @Nullable Duration value) {
		if (value == null || !value.isNegative()) {
			return value;
		}
		problem(name, value, "not be negative");
		return null;
	}

	/**
	 * Note a problem.
	 * @param name the name of the value
	 * @param value the value
	 * @param rule what it must be
	 */
	public void problem(String name, Object value, String rule) {
		String full = this.names.apply(name);
		this.problems.add(new Finding(ID, Severity.ERROR, (this.listener != null) ? this.listener : full,
				"%s is '%s', but it must %s.".formatted(full, value, rule), "Change or remove %s.".formatted(full),
				Map.of()));
	}

	/**
	 * Return the problems found so far.
	 * @return the findings, errors
	 */
	public List<Finding> problems() {
		return List.copyOf(this.problems);
	}

}
