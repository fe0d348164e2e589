package io.leaseguard.startup;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.Severity;

/**
 * Examines declared terms for values out of their range. Such a value is taken out, so
 * that everything else can still be judged and all problems be told at once.
 *
 * @since 0.1.0
 */
public final class TermsExamination {

	/**
	 * The rule that such a value breaks.
	 */
	public static final String ID = "invalid-terms";

	/**
	 * No hard timeout of work is shorter: one turn of the scheduler of an operating
	 * system or one pause of the garbage collector takes as long.
	 */
	private static final Duration LEAST_TIMEOUT = Duration.ofMillis(5);

	private static final List<ChronoUnit> UNITS = List.of(ChronoUnit.DAYS, ChronoUnit.HOURS, ChronoUnit.MINUTES,
			ChronoUnit.SECONDS, ChronoUnit.MILLIS, ChronoUnit.MICROS);

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
		return new TermsDeclaration(terms.enabled(), timeout("record-timeout", terms.recordTimeout(), "2s"),
				timeout("batch-timeout", terms.batchTimeout(), "1m"),
				notNegative("record-overhead", terms.recordOverhead(), "100ms"), factor(terms.safetyFactor()),
				positive("max-detection-delay", terms.maxDetectionDelay(), "30m"),
				notNegative("min-lease", terms.minLease(), "1m"),
				notNegative("retry-backoff", terms.retryBackoff(), "10s"),
				notNegative("recovery-timeout", terms.recoveryTimeout(), "10s"));
	}

	private @Nullable Double factor(@Nullable Double factor) {
		if (factor == null || (factor >= 1 && factor < Double.POSITIVE_INFINITY)) {
			return factor;
		}
		problem("safety-factor", factor, "be at least 1" + ((factor < 1) ? "" : " and finite"), "1.5");
		return null;
	}

	private @Nullable Duration timeout(String name, @Nullable Duration value, String example) {
		Duration positive = positive(name, value, example);
		if (positive == null || positive.compareTo(LEAST_TIMEOUT) >= 0) {
			return positive;
		}
		problem(name, positive, "be at least 5ms: a pause of the garbage collector takes as long", example);
		return null;
	}

	/**
	 * Examine a duration that must be above zero.
	 * @param name the name
	 * @param value the value
	 * @param example a value that is allowed, as it is written
	 * @return the value, {@code null} when it is out of range
	 */
	public @Nullable Duration positive(String name, @Nullable Duration value, String example) {
		if (value == null || !(value.isNegative() || value.isZero())) {
			return value;
		}
		problem(name, value, "be above zero", example);
		return null;
	}

	/**
	 * Examine a duration that must not be negative.
	 * @param name the name
	 * @param value the value
	 * @param example a value that is allowed, as it is written
	 * @return the value, {@code null} when it is out of range
	 */
	public @Nullable Duration notNegative(String name, @Nullable Duration value, String example) {
		if (value == null || !value.isNegative()) {
			return value;
		}
		problem(name, value, "not be negative", example);
		return null;
	}

	/**
	 * Examine a number that must be at least one.
	 * @param name the name
	 * @param value the value
	 * @param example a value that is allowed, as it is written
	 */
	public void atLeastOne(String name, int value, String example) {
		if (value < 1) {
			problem(name, value, "be at least 1", example);
		}
	}

	private void problem(String name, Object value, String rule, String example) {
		String full = this.names.apply(name);
		add(full, value, rule, "Set %s to %s, for example, or remove it.".formatted(full, example));
	}

	/**
	 * Note a problem.
	 * @param name the name of the value
	 * @param value the value
	 * @param rule what it must be
	 */
	void problem(String name, Object value, String rule) {
		problem(name, value, rule, "Change or remove %s."::formatted);
	}

	/**
	 * Note a problem.
	 * @param name the name of the value
	 * @param value the value
	 * @param rule what it must be
	 * @param fix makes what to change from the full name
	 */
	void problem(String name, Object value, String rule, UnaryOperator<String> fix) {
		String full = this.names.apply(name);
		add(full, value, rule, fix.apply(full));
	}

	private void add(String name, Object value, String rule, String fix) {
		Object written = (value instanceof Duration duration) ? text(duration) : value;
		this.problems.add(new Finding(ID, Severity.ERROR, (this.listener != null) ? this.listener : name,
				"%s is '%s', but it must %s.".formatted(name, written, rule), fix, Map.of()));
	}

	// As people write it into a property, not as ISO 8601 has it.
	private static String text(Duration duration) {
		ChronoUnit unit = UNITS.stream()
			.filter((candidate) -> isWhole(duration, candidate.getDuration()))
			.findFirst()
			.orElse(ChronoUnit.NANOS);
		return DurationStyle.SIMPLE.print(duration, duration.isZero() ? ChronoUnit.SECONDS : unit);
	}

	private static boolean isWhole(Duration duration, Duration unit) {
		return (unit.getSeconds() > 0) ? duration.getNano() == 0 && duration.getSeconds() % unit.getSeconds() == 0
				: duration.getNano() % unit.getNano() == 0;
	}

	/**
	 * Return the problems found so far.
	 * @return the findings, errors
	 */
	public List<Finding> problems() {
		return List.copyOf(this.problems);
	}

}
