package io.leaseguard.lease;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LeaseEquation}.
 */
class LeaseEquationTests {

	private static final Duration LONGEST = Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);

	private final TestListener worked = new TestListener().recordTimeout(Duration.ofSeconds(2));

	@Test
	void requiredLeaseOfTheWorkedExample() {
		assertThat(LeaseEquation.requiredLease(this.worked.terms(), 500)).isEqualTo(1_575_000);
		assertThat(LeaseEquation.shortestLease(this.worked.terms(), 500)).isEqualTo(1_576_000);
		assertThat(LeaseEquation.derivedLease(this.worked.terms(), 500)).isEqualTo(1_576_000);
	}

	@Test
	void factorIsTakenByItsDecimalDigits() {
		LeaseTerms terms = TestListener.plain().recordTimeout(Duration.ofMillis(10)).safetyFactor(1.1).terms();
		assertThat(LeaseEquation.requiredLease(terms, 1)).isEqualTo(11);
		assertThat(LeaseEquation.requiredLease(terms, 100)).isEqualTo(1_100);
	}

	@Test
	void fractionOfAMillisecondIsRoundedUpOnceForTheWholeBatch() {
		LeaseTerms terms = TestListener.plain().recordTimeout(Duration.ofMillis(1)).safetyFactor(1.1).terms();
		assertThat(LeaseEquation.requiredLease(terms, 1)).isEqualTo(2);
		assertThat(LeaseEquation.requiredLease(terms, 5)).isEqualTo(6);
	}

	@Test
	void fixedCostsAreAddedOnceAndWithoutHeadRoom() {
		LeaseTerms terms = this.worked.fixedCost("retry-backoff", Duration.ofSeconds(10))
			.fixedCost("recovery-timeout", Duration.ofSeconds(5))
			.terms();
		assertThat(LeaseEquation.requiredLease(terms, 500)).isEqualTo(1_590_000);
		assertThat(LeaseEquation.requiredLease(terms, 1)).isEqualTo(18_150);
	}

	@Test
	void batchTimeoutTakesThePlaceOfTheRecords() {
		LeaseTerms terms = this.worked.batchTimeout(Duration.ofMinutes(10))
			.fixedCost("retry-backoff", Duration.ofSeconds(10))
			.terms();
		assertThat(LeaseEquation.requiredLease(terms, 1)).isEqualTo(910_000);
		assertThat(LeaseEquation.requiredLease(terms, 500)).isEqualTo(910_000);
	}

	@Test
	void requiredLeaseSaturates() {
		assertThat(LeaseEquation.requiredLease(this.worked.copy().recordTimeout(LONGEST).terms(), 1))
			.isEqualTo(Millis.UNBOUNDED);
		assertThat(LeaseEquation.requiredLease(this.worked.copy().batchTimeout(LONGEST).terms(), 1))
			.isEqualTo(Millis.UNBOUNDED);
		assertThat(LeaseEquation.requiredLease(this.worked.copy().safetyFactor(1e300).terms(), Integer.MAX_VALUE))
			.isEqualTo(Millis.UNBOUNDED);
		assertThat(LeaseEquation.requiredLease(this.worked.copy().fixedCost("retry-backoff", LONGEST).terms(), 1))
			.isEqualTo(Millis.UNBOUNDED);
	}

	@Test
	void unboundedRequiredLeaseHasNoDerivedLease() {
		LeaseTerms terms = this.worked.recordTimeout(LONGEST).terms();
		assertThat(LeaseEquation.shortestLease(terms, 1)).isEqualTo(Millis.UNBOUNDED);
		assertThat(LeaseEquation.derivedLease(terms, 1)).isEqualTo(Millis.UNBOUNDED);
	}

	@Test
	void requiredLeaseIsNotNegativeForABatchSizeThatKafkaRefuses() {
		assertThat(LeaseEquation.requiredLease(this.worked.terms(), -1)).isZero();
		assertThat(LeaseEquation.requiredLease(this.worked.recordTimeout(LONGEST).terms(), Integer.MIN_VALUE)).isZero();
	}

	@ParameterizedTest
	@CsvSource({ "999, 1000", "1000, 2000", "1001, 2000", "299999, 300000", "300000, 301000" })
	void derivedLeaseIsTheNextWholeSecondStrictlyAbove(long required, long lease) {
		LeaseTerms terms = TestListener.plain().recordTimeout(Duration.ofMillis(required)).terms();
		assertThat(LeaseEquation.derivedLease(terms, 1)).isEqualTo(lease);
	}

	@ParameterizedTest
	@CsvSource({ "0, 2000", "1000, 2000", "2000, 2000", "2001, 3000", "60000, 60000" })
	void derivedLeaseIsAWholeSecondNotBelowTheMinimum(long minLease, long lease) {
		LeaseTerms terms = TestListener.plain()
			.recordTimeout(Duration.ofSeconds(1))
			.minLease(Duration.ofMillis(minLease))
			.terms();
		assertThat(LeaseEquation.derivedLease(terms, 1)).isEqualTo(lease);
		assertThat(LeaseEquation.shortestLease(terms, 1)).isEqualTo(2_000);
	}

	@Test
	void derivedLeaseIsCountedAsLongAsItCanBe() {
		LeaseTerms terms = TestListener.plain().recordTimeout(Duration.ofMillis(Long.MAX_VALUE - 1000)).terms();
		assertThat(LeaseEquation.derivedLease(terms, 1)).isEqualTo(9_223_372_036_854_775_000L);
		terms = TestListener.plain().recordTimeout(Duration.ofMillis(Long.MAX_VALUE - 999)).terms();
		assertThat(LeaseEquation.derivedLease(terms, 1)).isEqualTo(Millis.UNBOUNDED);
	}

	@Test
	void derivedLeaseSaturatesWithTheMinimum() {
		assertThat(LeaseEquation.derivedLease(this.worked.minLease(LONGEST).terms(), 1)).isEqualTo(Millis.UNBOUNDED);
	}

	@ParameterizedTest
	@CsvSource({ "600000, 600000", "600999, 600000", "999, 0", "1, 0" })
	void longestLeaseIsTheToleratedDelayInWholeSeconds(long delay, long longest) {
		this.worked.maxDetectionDelay(Duration.ofMillis(delay));
		assertThat(LeaseEquation.longestLease(this.worked.terms(), this.worked.settings().pulse())).isEqualTo(longest);
	}

	@ParameterizedTest
	@CsvSource({ "600000, 45000, 555000", "60000, 45000, 15000", "45000, 45000, 0", "30000, 45000, 0",
			"600000, -5, 600000" })
	void longestLeaseOfAStaticMemberLeavesRoomForItsSession(long delay, int session, long longest) {
		this.worked.staticMember(true).session(session).maxDetectionDelay(Duration.ofMillis(delay));
		assertThat(LeaseEquation.longestLease(this.worked.terms(), this.worked.settings().pulse())).isEqualTo(longest);
	}

	@Test
	void longestLeaseFitsKafka() {
		this.worked.maxDetectionDelay(LONGEST);
		assertThat(LeaseEquation.longestLease(this.worked.terms(), this.worked.settings().pulse()))
			.isEqualTo(2_147_483_000);
		this.worked.staticMember(true).session(-1);
		assertThat(LeaseEquation.longestLease(this.worked.terms(), this.worked.settings().pulse()))
			.isEqualTo(LeaseEquation.LONGEST_LEASE_MS);
	}

	@ParameterizedTest
	@CsvSource({ "1576000, 500", "1575001, 500", "1575000, 499", "600000, 190", "3151, 1", "3150, 0", "1, 0", "0, 0",
			"-1, 0" })
	void largestBatchStaysStrictlyBelowTheLease(long lease, int batch) {
		assertThat(LeaseEquation.largestBatch(this.worked.terms(), lease, 500)).isEqualTo(batch);
	}

	@Test
	void largestBatchIsNotLargerThanAskedFor() {
		assertThat(LeaseEquation.largestBatch(this.worked.terms(), Integer.MAX_VALUE, 1)).isEqualTo(1);
		assertThat(LeaseEquation.largestBatch(TestListener.plain().recordTimeout(Duration.ofNanos(1)).terms(),
				Long.MAX_VALUE, Integer.MAX_VALUE))
			.isEqualTo(Integer.MAX_VALUE);
	}

	@Test
	void largestBatchOfADeclaredBatchIsAllOrNothing() {
		LeaseTerms terms = this.worked.batchTimeout(Duration.ofMinutes(10)).terms();
		assertThat(LeaseEquation.largestBatch(terms, 900_001, 500)).isEqualTo(500);
		assertThat(LeaseEquation.largestBatch(terms, 900_000, 500)).isZero();
	}

	@ParameterizedTest
	@CsvSource({ "600000, 399899", "3150, 1999", "3151, 2000", "152, 0", "0, 0", "-2134967296, 0" })
	void longestRecordTimeoutIsWhatIsLeftOfTheLease(long lease, long timeout) {
		assertThat(LeaseEquation.longestRecordTimeout(this.worked.terms(), lease)).isEqualTo(timeout);
	}

	@Test
	void longestBatchTimeoutIsWhatIsLeftOfTheLease() {
		LeaseTerms terms = this.worked.fixedCost("retry-backoff", Duration.ofSeconds(10)).terms();
		assertThat(LeaseEquation.longestBatchTimeout(terms, 600_000)).isEqualTo(393_332);
		assertThat(LeaseEquation.longestBatchTimeout(terms, 10_000)).isZero();
		assertThat(LeaseEquation.longestBatchTimeout(terms, Long.MIN_VALUE)).isZero();
	}

	@Test
	void nothingIsLeftOfALeaseThatFixedCostsUseUp() {
		LeaseTerms terms = this.worked.fixedCost("retry-backoff", LONGEST).terms();
		assertThat(LeaseEquation.longestRecordTimeout(terms, Integer.MAX_VALUE)).isZero();
		assertThat(LeaseEquation.longestBatchTimeout(terms, Integer.MAX_VALUE)).isZero();
	}

	@Test
	void equationIsReadable() {
		assertThat(LeaseEquation.describe(this.worked.terms(), 500, 1_576_000))
			.isEqualTo("500 x (2s + 100ms) x 1.5 = 26m15s < 26m16s");
		assertThat(LeaseEquation.describe(this.worked.terms(), 500, 300_000))
			.isEqualTo("500 x (2s + 100ms) x 1.5 = 26m15s >= 5m");
	}

	@Test
	void equalityIsNoLessThan() {
		assertThat(LeaseEquation.describe(this.worked.terms(), 500, 1_575_000))
			.isEqualTo("500 x (2s + 100ms) x 1.5 = 26m15s >= 26m15s");
	}

	@Test
	void equationNamesTheFixedCost() {
		LeaseTerms terms = this.worked.fixedCost("retry-backoff", Duration.ofSeconds(10)).safetyFactor(2).terms();
		assertThat(LeaseEquation.describeRequired(terms, 10)).isEqualTo("10 x (2s + 100ms) x 2 + 10s = 52s");
	}

	@Test
	void equationOfADeclaredBatchHasNoRecords() {
		LeaseTerms terms = this.worked.batchTimeout(Duration.ofMinutes(10)).terms();
		assertThat(LeaseEquation.describe(terms, 500, 1_000_000)).isEqualTo("10m x 1.5 = 15m < 16m40s");
	}

	@Test
	void equationNeedsTerms() {
		assertThat(LeaseEquation.describe(new TestListener().terms(), 500, 300_000)).isNull();
	}

}
