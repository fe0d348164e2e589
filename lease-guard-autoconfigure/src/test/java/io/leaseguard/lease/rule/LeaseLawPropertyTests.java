package io.leaseguard.lease.rule;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Builders;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.Judgement;
import io.leaseguard.lease.LeaseEquation;
import io.leaseguard.lease.LeaseSettings;
import io.leaseguard.lease.LeaseTerms;
import io.leaseguard.lease.Millis;
import io.leaseguard.lease.Pulse;
import io.leaseguard.lease.SettingOrigin;
import io.leaseguard.lease.Severity;
import io.leaseguard.lease.TestListener;
import io.leaseguard.lease.Verdict;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Property tests for {@link LeaseLaw}, and with it for the equation and the derivation.
 * What is expected is reckoned apart from them, in numbers without a limit.
 */
@PropertyDefaults(edgeCases = EdgeCasesMode.NONE)
class LeaseLawPropertyTests {

	private static final Pattern STEP = Pattern
		.compile("(one record|one batch|[a-z.-]*[a-z])(?: to)? ([0-9]+)(ms|s|m|h|d)?\\b");

	@Property
	void verdictIsViolationExactlyWhenTheLawCannotBeKept(@ForAll("anyListener") TestListener listener,
			@ForAll boolean derivable) {
		Judgement judgement = listener.judge(derivable);
		assertThat(judgement.verdict() == Verdict.VIOLATION).isNotEqualTo(attainable(listener, derivable));
	}

	@Property
	void everyOtherVerdictKeepsBothHalvesOfTheLaw(@ForAll("anyListener") TestListener listener,
			@ForAll boolean derivable) {
		Judgement judgement = listener.judge(derivable);
		Assume.that(judgement.verdict() != Verdict.VIOLATION);
		assertThat(tolerated(judgement.terms(), judgement.settings())).isTrue();
		if (judgement.terms().declared()) {
			assertThat(longEnough(judgement.terms(), judgement.settings())).isTrue();
		}
		assertThat(judgement.verdict() == Verdict.UNDECLARED).isNotEqualTo(judgement.terms().declared());
	}

	@Property
	void derivedBatchIsTheLargest(@ForAll("openListener") TestListener listener) {
		LeaseSettings derived = listener.derive();
		Assume.that(derived.maxPollRecords().origin() == SettingOrigin.DERIVED);
		int batch = derived.maxPollRecords().value();
		assertThat(batch).isBetween(1, listener.settings().maxPollRecords().value() - 1);
		if (derived.maxPollInterval().explicit()) {
			assertThat(required(listener.terms(), batch + 1))
				.isGreaterThanOrEqualTo(BigDecimal.valueOf(derived.maxPollInterval().value()));
		}
		else {
			assertThat(derivedLease(listener.terms(), batch + 1))
				.isGreaterThan(longestLease(listener.terms(), listener.settings().pulse()));
		}
	}

	@Property
	void derivedLeaseIsTheShortestInWholeSeconds(@ForAll("openListener") TestListener listener) {
		LeaseSettings derived = listener.derive();
		Assume.that(derived.maxPollInterval().origin() == SettingOrigin.DERIVED);
		assertThat(BigDecimal.valueOf(derived.maxPollInterval().value()))
			.isEqualByComparingTo(derivedLease(listener.terms(), derived.maxPollRecords().value()));
		assertThat(derived.maxPollInterval().value() % 1000).isZero();
	}

	@Property
	void explicitValueIsNeverChanged(@ForAll("wildListener") TestListener listener, @ForAll boolean derivable) {
		LeaseSettings given = listener.settings();
		LeaseSettings settings = listener.judge(derivable).settings();
		if (given.maxPollRecords().explicit()) {
			assertThat(settings.maxPollRecords()).isEqualTo(given.maxPollRecords());
		}
		if (given.maxPollInterval().explicit()) {
			assertThat(settings.maxPollInterval()).isEqualTo(given.maxPollInterval());
		}
		assertThat(settings.pulse()).isEqualTo(given.pulse());
	}

	@Property
	void nothingIsChangedWhereNothingMayBeDerived(@ForAll("wildListener") TestListener listener) {
		assertThat(listener.judge(false).settings()).isEqualTo(listener.settings());
	}

	@Property
	void whateverTheInputThereIsAVerdictWithItsReasons(@ForAll("wildListener") TestListener listener,
			@ForAll boolean derivable) {
		Judgement judgement = listener.judge(derivable);
		List<Finding> findings = judgement.findings();
		assertThat(judgement.verdict() == Verdict.VIOLATION)
			.isEqualTo(findings.stream().anyMatch((finding) -> finding.severity() == Severity.ERROR));
		assertThat(findings).allSatisfy((finding) -> {
			assertThat(finding.message()).isNotBlank().endsWith(".").doesNotContain("null", "..");
			assertThat(finding.fix()).matches("[A-Z].*[a-z0-9)]\\.").doesNotContain("null", "to unbounded", " -");
			assertThat(finding.subject()).isEqualTo("payments");
		});
		assertThat(findings).extracting(Finding::rule).doesNotHaveDuplicates();
		assertThat(findings).extracting((finding) -> -finding.severity().ordinal()).isSorted();
	}

	@Property
	void whateverTheInputNoNumberIsNegativeOrWrapped(@ForAll("wildListener") TestListener listener,
			@ForAll int batchSize, @ForAll long lease) {
		LeaseTerms terms = listener.terms();
		Judgement judgement = listener.judge();
		assertThat(judgement.detectionDelayMs()).isNotNegative();
		if (terms.declared()) {
			assertThat(judgement.requiredLeaseMs()).isNotNegative();
			assertThat(judgement.equation()).isNotBlank();
			assertThat(BigDecimal.valueOf(LeaseEquation.requiredLease(terms, batchSize)))
				.isEqualByComparingTo(saturated(required(terms, batchSize)));
			assertThat(LeaseEquation.shortestLease(terms, batchSize)).isPositive();
			assertThat(LeaseEquation.derivedLease(terms, batchSize))
				.isGreaterThanOrEqualTo(LeaseEquation.shortestLease(terms, batchSize))
				.isGreaterThanOrEqualTo(terms.minLeaseMs());
			assertThat(LeaseEquation.largestBatch(terms, lease, Math.max(1, batchSize))).isBetween(0,
					Math.max(1, batchSize));
		}
		assertThat(LeaseEquation.longestRecordTimeout(terms, lease)).isBetween(0L, Math.max(0, lease));
		assertThat(LeaseEquation.longestBatchTimeout(terms, lease)).isBetween(0L, Math.max(0, lease));
		assertThat(LeaseEquation.longestLease(terms, listener.settings().pulse())).isBetween(0L,
				(long) Integer.MAX_VALUE);
	}

	@Property
	void requiredLeaseGrowsWithEveryTerm(@ForAll("declaredListener") TestListener listener,
			@ForAll("duration") Duration more, @ForAll("factor") double factor, @ForAll("batchSize") int batchSize) {
		long required = LeaseEquation.requiredLease(listener.terms(), batchSize);
		LeaseTerms terms = listener.terms();
		Duration timeout = terms.recordTimeout();
		if (timeout != null) {
			assertThat(
					LeaseEquation.requiredLease(listener.copy().recordTimeout(sum(timeout, more)).terms(), batchSize))
				.isGreaterThanOrEqualTo(required);
		}
		assertThat(LeaseEquation
			.requiredLease(listener.copy().recordOverhead(sum(terms.recordOverhead(), more)).terms(), batchSize))
			.isGreaterThanOrEqualTo(required);
		assertThat(LeaseEquation
			.requiredLease(listener.copy().safetyFactor(Math.max(terms.safetyFactor(), factor)).terms(), batchSize))
			.isGreaterThanOrEqualTo(required);
		assertThat(LeaseEquation.requiredLease(listener.copy().fixedCost("recovery-timeout", more).terms(), batchSize))
			.isGreaterThanOrEqualTo(required);
		assertThat(LeaseEquation.requiredLease(terms, (batchSize < Integer.MAX_VALUE) ? batchSize + 1 : batchSize))
			.isGreaterThanOrEqualTo(required);
	}

	@Property
	void longerToleratedDelayNeverMakesTheBatchSmallerOrTheVerdictWorse(@ForAll("anyListener") TestListener listener,
			@ForAll("duration") Duration more) {
		Judgement judgement = listener.judge();
		Judgement tolerant = listener.copy().maxDetectionDelay(sum(listener.terms().maxDetectionDelay(), more)).judge();
		Assume.that(judgement.verdict() != Verdict.VIOLATION);
		assertThat(tolerant.verdict()).isNotEqualTo(Verdict.VIOLATION);
		assertThat(tolerant.settings().maxPollRecords().value())
			.isGreaterThanOrEqualTo(judgement.settings().maxPollRecords().value());
	}

	@Property
	void longestTimeoutsAreExact(@ForAll("declaredListener") TestListener listener, @ForAll("batchSize") int lease) {
		LeaseTerms terms = listener.terms();
		BigDecimal limit = BigDecimal.valueOf(lease);
		long batch = LeaseEquation.longestBatchTimeout(terms, lease);
		assertThat(required(listener.copy().batchTimeout(Duration.ofMillis(batch + 1)).terms(), 1))
			.isGreaterThanOrEqualTo(limit);
		if (batch > 0) {
			assertThat(required(listener.copy().batchTimeout(Duration.ofMillis(batch)).terms(), 1)).isLessThan(limit);
		}
		TestListener records = listener.copy().batchTimeout(null);
		long record = LeaseEquation.longestRecordTimeout(terms, lease);
		assertThat(required(records.recordTimeout(Duration.ofMillis(record + 1)).terms(), 1))
			.isGreaterThanOrEqualTo(limit);
		if (record > 0) {
			assertThat(required(records.recordTimeout(Duration.ofMillis(record)).terms(), 1)).isLessThan(limit);
		}
	}

	@Property
	void everyWayOfAFixCuresItsFinding(@ForAll("anyListener") TestListener listener, @ForAll boolean derivable) {
		for (Finding finding : errors(listener.judge(derivable))) {
			for (String way : ways(finding)) {
				TestListener fixed = follow(way, listener);
				if (fixed != null) {
					assertThat(errors(fixed.judge(derivable))).as("After: %s", way)
						.extracting(Finding::rule)
						.doesNotContain(finding.rule());
				}
			}
		}
	}

	@Property
	void whoFollowsTheFixesArrives(@ForAll("anyListener") TestListener listener, @ForAll boolean derivable) {
		TestListener current = listener;
		for (int round = 0; round < 3; round++) {
			List<Finding> errors = errors(current.judge(derivable));
			if (errors.isEmpty()) {
				return;
			}
			TestListener before = current;
			current = errors.stream()
				.flatMap((finding) -> ways(finding).stream())
				.flatMap((way) -> Stream.ofNullable(follow(way, before)))
				.findFirst()
				.orElseThrow();
		}
		assertThat(errors(current.judge(derivable))).isEmpty();
	}

	@Property
	void durationInAPropertyIsExact(@ForAll("batchSize") int millis) {
		assertThat(DurationStyle.detectAndParse(Millis.formatProperty(millis))).isEqualTo(Duration.ofMillis(millis));
	}

	@Provide
	Arbitrary<TestListener> anyListener() {
		// Small numbers meet at the edges of the law far more often than large ones.
		return Arbitraries.oneOf(
				listener(5_000, 120_000, Arbitraries.integers().between(1, 20),
						Arbitraries.integers().between(1, 150_000)),
				listener(600_000, 86_400_000, Arbitraries.integers().between(1, 5_000), Arbitraries
					.oneOf(Arbitraries.integers().between(1, 3_600_000), Arbitraries.just(Integer.MAX_VALUE))));
	}

	@Provide
	Arbitrary<TestListener> openListener() {
		return anyListener().map((listener) -> listener.copy().batchTimeout(null).maxPollRecords(null));
	}

	private Arbitrary<TestListener> listener(long work, long delay, Arbitrary<Integer> records,
			Arbitrary<Integer> interval) {
		return Builders.withBuilder(TestListener::new)
			.use(Arbitraries.oneOf(millis(1, work / 100), millis(1, work)).injectNull(0.1))
			.in(TestListener::recordTimeout)
			.use(millis(1, work).injectNull(0.9))
			.in(TestListener::batchTimeout)
			.use(millis(0, 200))
			.in(TestListener::recordOverhead)
			.use(Arbitraries.of(1, 1.1, 1.25, 1.5, 3))
			.in((listener, factor) -> listener.safetyFactor(factor.doubleValue()))
			.use(Arbitraries.oneOf(millis(1, delay), millis(delay / 2, delay * 5)))
			.in(TestListener::maxDetectionDelay)
			.use(Arbitraries.frequencyOf(Tuple.of(4, Arbitraries.just(Duration.ZERO)), Tuple.of(4, millis(0, 10_000)),
					Tuple.of(1, millis(0, delay))))
			.in(TestListener::minLease)
			.use(Arbitraries.oneOf(Arbitraries.just(Duration.ZERO), millis(0, work)))
			.in((listener, cost) -> listener.fixedCost("retry-backoff", cost))
			.use(records.injectNull(0.5))
			.in(TestListener::maxPollRecords)
			.use(interval.injectNull(0.5))
			.in(TestListener::maxPollInterval)
			.use(Arbitraries.of(false, false, true))
			.in(TestListener::staticMember)
			.use(Arbitraries.of(true, false))
			.in(TestListener::classic)
			.use(Arbitraries.integers().between(9_000, 60_000).injectNull(0.7))
			.in(TestListener::session)
			.build();
	}

	@Provide
	Arbitrary<TestListener> wildListener() {
		return Builders.withBuilder(TestListener::new)
			.use(duration().injectNull(0.2))
			.in(TestListener::recordTimeout)
			.use(duration().injectNull(0.7))
			.in(TestListener::batchTimeout)
			.use(duration())
			.in(TestListener::recordOverhead)
			.use(factor())
			.in(TestListener::safetyFactor)
			.use(duration())
			.in(TestListener::maxDetectionDelay)
			.use(duration())
			.in(TestListener::minLease)
			.use(duration())
			.in((listener, cost) -> listener.fixedCost("retry-backoff", cost))
			.use(wildInteger().injectNull(0.3))
			.in(TestListener::maxPollRecords)
			.use(wildInteger().injectNull(0.3))
			.in(TestListener::maxPollInterval)
			.use(Arbitraries.of(true, false))
			.in(TestListener::staticMember)
			.use(Arbitraries.of(true, false))
			.in(TestListener::classic)
			.use(wildInteger().injectNull(0.3))
			.in(TestListener::session)
			.use(wildInteger().injectNull(0.3))
			.in(TestListener::heartbeat)
			.build();
	}

	@Provide
	Arbitrary<TestListener> declaredListener() {
		return Arbitraries.oneOf(anyListener(), wildListener()).filter((listener) -> listener.terms().declared());
	}

	@Provide
	Arbitrary<Duration> duration() {
		Arbitrary<Long> seconds = Arbitraries.oneOf(Arbitraries.longs().between(0, 100_000),
				Arbitraries.longs().between(0, Long.MAX_VALUE),
				Arbitraries.of(0L, Integer.MAX_VALUE / 1000L, Long.MAX_VALUE / 1000, Long.MAX_VALUE));
		Arbitrary<Integer> nanos = Arbitraries.oneOf(Arbitraries.integers().between(1, 999_999_999),
				Arbitraries.of(1, 1_000_000, 999_000_000));
		return Combinators.combine(seconds, nanos).as(Duration::ofSeconds);
	}

	@Provide
	Arbitrary<Double> factor() {
		return Arbitraries.oneOf(Arbitraries.doubles().between(1, 10).ofScale(3),
				Arbitraries.of(1.0, 1.1, 1e9, 1e300, Double.MAX_VALUE));
	}

	@Provide
	Arbitrary<Integer> batchSize() {
		return Arbitraries.oneOf(Arbitraries.integers().between(1, 5_000),
				Arbitraries.integers().between(1, Integer.MAX_VALUE), Arbitraries.of(1, Integer.MAX_VALUE));
	}

	private Arbitrary<Integer> wildInteger() {
		return Arbitraries.oneOf(Arbitraries.integers(), Arbitraries.integers().between(0, 600_000),
				Arbitraries.of(Integer.MIN_VALUE, -1, 0, 1, Integer.MAX_VALUE));
	}

	private Arbitrary<Duration> millis(long from, long to) {
		return Arbitraries.longs().between(from, to).map(Duration::ofMillis);
	}

	private static Duration sum(Duration duration, Duration more) {
		try {
			return duration.plus(more);
		}
		catch (ArithmeticException ex) {
			return Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);
		}
	}

	private static BigDecimal millis(Duration duration, RoundingMode rounding) {
		return BigDecimal.valueOf(duration.getSeconds())
			.multiply(BigDecimal.valueOf(1000))
			.add(BigDecimal.valueOf(duration.getNano(), 6))
			.setScale(0, rounding);
	}

	private static BigDecimal required(LeaseTerms terms, int batchSize) {
		Duration batchTimeout = terms.batchTimeout();
		Duration recordTimeout = terms.recordTimeout();
		BigDecimal work = BigDecimal.ZERO;
		if (batchTimeout != null) {
			work = millis(batchTimeout, RoundingMode.CEILING);
		}
		else if (recordTimeout != null) {
			work = millis(recordTimeout, RoundingMode.CEILING).add(millis(terms.recordOverhead(), RoundingMode.CEILING))
				.multiply(BigDecimal.valueOf(Math.max(0, batchSize)));
		}
		BigDecimal required = work.multiply(new BigDecimal(Double.toString(terms.safetyFactor())))
			.setScale(0, RoundingMode.CEILING);
		for (Duration cost : terms.fixedCosts().parts().values()) {
			required = required.add(millis(cost, RoundingMode.CEILING));
		}
		return required;
	}

	private static BigDecimal saturated(BigDecimal millis) {
		return millis.min(BigDecimal.valueOf(Long.MAX_VALUE));
	}

	private static BigDecimal derivedLease(LeaseTerms terms, int batchSize) {
		BigDecimal second = BigDecimal.valueOf(1000);
		BigDecimal above = required(terms, batchSize).divideToIntegralValue(second).add(BigDecimal.ONE);
		BigDecimal minimum = millis(terms.minLease(), RoundingMode.CEILING).divide(second, 0, RoundingMode.CEILING);
		return above.max(minimum).multiply(second);
	}

	private static BigDecimal longestLease(LeaseTerms terms, Pulse pulse) {
		return millis(terms.maxDetectionDelay(), RoundingMode.FLOOR)
			.subtract(BigDecimal.valueOf(pulse.staticMember() ? pulse.sessionMs() : 0))
			.min(BigDecimal.valueOf(Integer.MAX_VALUE));
	}

	private static boolean longEnough(LeaseTerms terms, LeaseSettings settings) {
		return BigDecimal.valueOf(settings.maxPollInterval().value())
			.compareTo(required(terms, settings.maxPollRecords().value())) > 0;
	}

	private static boolean tolerated(LeaseTerms terms, LeaseSettings settings) {
		return BigDecimal.valueOf(settings.maxPollInterval().value())
			.compareTo(longestLease(terms, settings.pulse())) <= 0;
	}

	private static boolean attainable(TestListener listener, boolean derivable) {
		LeaseTerms terms = listener.terms();
		LeaseSettings settings = listener.settings();
		if (settings.maxPollInterval().explicit() && settings.maxPollInterval().value() < 100) {
			// Nobody means that, whatever the law would make of it.
			return false;
		}
		if (!terms.declared()) {
			return tolerated(terms, settings);
		}
		int smallest = (derivable && !settings.maxPollRecords().explicit()) ? 1 : settings.maxPollRecords().value();
		if (derivable && !settings.maxPollInterval().explicit()) {
			return derivedLease(terms, smallest).compareTo(longestLease(terms, settings.pulse())) <= 0;
		}
		return tolerated(terms, settings)
				&& required(terms, smallest).compareTo(BigDecimal.valueOf(settings.maxPollInterval().value())) < 0;
	}

	private static List<Finding> errors(Judgement judgement) {
		return judgement.findings().stream().filter((finding) -> finding.severity() == Severity.ERROR).toList();
	}

	private static List<String> ways(Finding finding) {
		String fix = finding.fix().replaceAll("(, which |; at most |\\. A longer ).*", "");
		int always = fix.indexOf("; either way");
		return Stream.of(((always > 0) ? fix.substring(0, always) : fix).split(", or "))
			.map((way) -> (always > 0) ? way + fix.substring(always) : way)
			.toList();
	}

	private static @Nullable TestListener follow(String way, TestListener listener) {
		TestListener fixed = listener.copy();
		boolean followed = way.startsWith("Remove max.poll.interval.ms");
		if (followed) {
			fixed.maxPollInterval(null);
		}
		Matcher step = STEP.matcher(way);
		while (step.find()) {
			String number = step.group(2);
			String unit = step.group(3);
			Duration duration = DurationStyle.detectAndParse((unit != null) ? number + unit : number);
			switch (step.group(1)) {
				case "max.poll.records" -> fixed.maxPollRecords(Integer.valueOf(number));
				case "max.poll.interval.ms", "it" -> fixed.maxPollInterval(Integer.valueOf(number));
				case "max-detection-delay" -> fixed.maxDetectionDelay(duration);
				case "min-lease" -> fixed.minLease(duration);
				case "one record" -> fixed.recordTimeout(duration);
				case "one batch" -> fixed.batchTimeout(duration);
				default -> throw new AssertionError("What is to be done with '" + step.group(1) + "'? " + way);
			}
			followed = true;
		}
		return followed ? fixed : null;
	}

}
