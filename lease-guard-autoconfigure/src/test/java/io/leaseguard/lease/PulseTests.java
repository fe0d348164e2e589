package io.leaseguard.lease;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Pulse}.
 */
class PulseTests {

	@Test
	void dynamicMemberAddsNothingToTheDetectionDelay() {
		assertThat(new TestListener().settings().pulse().detectionSurchargeMs()).isZero();
	}

	@Test
	void staticMemberAddsItsSession() {
		Pulse pulse = new TestListener().staticMember(true).session(60_000).settings().pulse();
		assertThat(pulse.detectionSurchargeMs()).isEqualTo(60_000);
	}

	@Test
	void sessionOfTheBrokerIsReckonedWithWhereItIsNotKnown() {
		Pulse pulse = new TestListener().staticMember(true).classic(false).settings().pulse();
		assertThat(pulse.sessionTimeout()).isNull();
		assertThat(pulse.sessionMs()).isEqualTo(45_000);
		assertThat(pulse.detectionSurchargeMs()).isEqualTo(45_000);
	}

	@Test
	void negativeSessionShortensNothing() {
		assertThat(new TestListener().staticMember(true).session(-5).settings().pulse().detectionSurchargeMs())
			.isZero();
	}

}
