package io.leaseguard.lease;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link LeaseTerms}.
 */
class LeaseTermsTests {

	private final TestListener listener = new TestListener();

	@Test
	void termsWithoutATimeoutAreNotDeclared() {
		LeaseTerms terms = this.listener.terms();
		assertThat(terms.declared()).isFalse();
		assertThat(terms.recordMs()).isEqualTo(Millis.UNBOUNDED);
	}

	@Test
	void recordTimeoutDeclares() {
		LeaseTerms terms = this.listener.recordTimeout(Duration.ofSeconds(2)).terms();
		assertThat(terms.declared()).isTrue();
		assertThat(terms.recordMs()).isEqualTo(2_100);
	}

	@Test
	void batchTimeoutDeclares() {
		assertThat(this.listener.batchTimeout(Duration.ofMinutes(10)).terms().declared()).isTrue();
	}

	@Test
	void timesOfWorkAreRoundedUpAndTheToleratedDelayIsRoundedDown() {
		Duration odd = Duration.ofNanos(5_000_001);
		LeaseTerms terms = this.listener.recordTimeout(odd)
			.recordOverhead(odd)
			.minLease(odd)
			.maxDetectionDelay(odd)
			.terms();
		assertThat(terms.recordMs()).isEqualTo(12);
		assertThat(terms.recordOverheadMs()).isEqualTo(6);
		assertThat(terms.minLeaseMs()).isEqualTo(6);
		assertThat(terms.maxDetectionDelayMs()).isEqualTo(5);
	}

	@Test
	void recordSaturates() {
		Duration longest = Duration.ofSeconds(Long.MAX_VALUE);
		assertThat(this.listener.recordTimeout(longest).recordOverhead(longest).terms().recordMs())
			.isEqualTo(Millis.UNBOUNDED);
	}

	@ParameterizedTest
	@ValueSource(longs = { 0, -1 })
	void recordTimeoutMustBeAboveZero(long millis) {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.listener.recordTimeout(Duration.ofMillis(millis)).terms())
			.withMessage("'record-timeout' must be above zero but is " + Duration.ofMillis(millis));
	}

	@ParameterizedTest
	@ValueSource(longs = { 0, -1 })
	void batchTimeoutMustBeAboveZero(long millis) {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.listener.batchTimeout(Duration.ofMillis(millis)).terms())
			.withMessage("'batch-timeout' must be above zero but is " + Duration.ofMillis(millis));
	}

	@ParameterizedTest
	@ValueSource(longs = { 0, -1 })
	void maxDetectionDelayMustBeAboveZero(long millis) {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.listener.maxDetectionDelay(Duration.ofMillis(millis)).terms())
			.withMessage("'max-detection-delay' must be above zero but is " + Duration.ofMillis(millis));
	}

	@Test
	void recordOverheadMustNotBeNegative() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.listener.recordOverhead(Duration.ofMillis(-1)).terms())
			.withMessage("'record-overhead' must not be negative but is PT-0.001S");
	}

	@Test
	void minLeaseMustNotBeNegative() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.listener.minLease(Duration.ofMillis(-1)).terms())
			.withMessage("'min-lease' must not be negative but is PT-0.001S");
	}

	@ParameterizedTest
	@ValueSource(doubles = { 0.99, 0, -1.5, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY })
	void safetyFactorMustBeAtLeastOneAndFinite(double factor) {
		assertThatIllegalArgumentException().isThrownBy(() -> this.listener.safetyFactor(factor).terms())
			.withMessage("'safety-factor' must be at least 1 and finite but is " + factor);
	}

	@Test
	void smallestTermsAreAccepted() {
		LeaseTerms terms = this.listener.recordTimeout(Duration.ofNanos(1))
			.recordOverhead(Duration.ZERO)
			.minLease(Duration.ZERO)
			.safetyFactor(1)
			.maxDetectionDelay(Duration.ofNanos(1))
			.terms();
		assertThat(terms.recordMs()).isEqualTo(1);
		assertThat(terms.minLeaseMs()).isZero();
		assertThat(terms.maxDetectionDelayMs()).isZero();
	}

	@Test
	void termsWithoutMinLeaseKeepTheRest() {
		this.listener.recordTimeout(Duration.ofSeconds(2)).fixedCost("retry-backoff", Duration.ofSeconds(10));
		assertThat(this.listener.terms().withoutMinLease()).isEqualTo(this.listener.minLease(Duration.ZERO).terms());
	}

}
