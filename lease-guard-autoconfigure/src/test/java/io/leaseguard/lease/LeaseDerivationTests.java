package io.leaseguard.lease;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LeaseDerivation}.
 */
class LeaseDerivationTests {

	private final TestListener worked = new TestListener().recordTimeout(Duration.ofSeconds(2));

	@Test
	void leaseIsDerivedForTheDefaultBatch() {
		LeaseSettings derived = this.worked.derive();
		assertThat(derived.maxPollRecords()).isEqualTo(new Setting(500, SettingOrigin.KAFKA_DEFAULT));
		assertThat(derived.maxPollInterval()).isEqualTo(new Setting(1_576_000, SettingOrigin.DERIVED));
	}

	@Test
	void batchGivesWayToTheToleratedDelay() {
		LeaseSettings derived = this.worked.maxDetectionDelay(Duration.ofMinutes(10)).derive();
		assertThat(derived.maxPollRecords()).isEqualTo(new Setting(190, SettingOrigin.DERIVED));
		assertThat(derived.maxPollInterval()).isEqualTo(new Setting(599_000, SettingOrigin.DERIVED));
	}

	@Test
	void batchOfAStaticMemberGivesWayToItsSession() {
		LeaseSettings derived = this.worked.maxDetectionDelay(Duration.ofMinutes(10)).staticMember(true).derive();
		assertThat(derived.maxPollRecords()).isEqualTo(new Setting(176, SettingOrigin.DERIVED));
		assertThat(derived.maxPollInterval()).isEqualTo(new Setting(555_000, SettingOrigin.DERIVED));
		assertThat(derived.detectionDelayMs()).isEqualTo(600_000);
	}

	@Test
	void staticMemberUnderTheConsumerProtocolIsReckonedWithTheSessionOfTheBroker() {
		LeaseSettings derived = this.worked.maxDetectionDelay(Duration.ofMinutes(10))
			.staticMember(true)
			.classic(false)
			.derive();
		assertThat(derived.maxPollRecords().value()).isEqualTo(176);
		assertThat(derived.pulse()).isEqualTo(this.worked.settings().pulse());
	}

	@Test
	void leaseIsDerivedForTheBatchThatIsSet() {
		LeaseSettings derived = this.worked.maxPollRecords(100).derive();
		assertThat(derived.maxPollRecords()).isEqualTo(new Setting(100, SettingOrigin.APPLICATION));
		assertThat(derived.maxPollInterval()).isEqualTo(new Setting(316_000, SettingOrigin.DERIVED));
	}

	@Test
	void batchThatIsSetDoesNotGiveWay() {
		this.worked.maxDetectionDelay(Duration.ofMinutes(10)).maxPollRecords(191);
		assertThat(this.worked.derive()).isEqualTo(this.worked.settings());
	}

	@Test
	void derivedLeaseMayBeAllOfTheToleratedDelay() {
		this.worked.maxPollRecords(500).maxDetectionDelay(Duration.ofSeconds(1_576));
		assertThat(this.worked.derive().maxPollInterval()).isEqualTo(new Setting(1_576_000, SettingOrigin.DERIVED));
		this.worked.maxDetectionDelay(Duration.ofSeconds(1_575));
		assertThat(this.worked.derive()).isEqualTo(this.worked.settings());
	}

	@Test
	void batchThatIsSetMayBeAboveTheDefault() {
		LeaseSettings derived = this.worked.maxPollRecords(570).derive();
		assertThat(derived.maxPollInterval()).isEqualTo(new Setting(1_796_000, SettingOrigin.DERIVED));
	}

	@Test
	void batchIsDerivedForTheLeaseThatIsSet() {
		LeaseSettings derived = this.worked.maxPollInterval(300_000).derive();
		assertThat(derived.maxPollRecords()).isEqualTo(new Setting(95, SettingOrigin.DERIVED));
		assertThat(derived.maxPollInterval()).isEqualTo(new Setting(300_000, SettingOrigin.APPLICATION));
	}

	@Test
	void defaultBatchStaysWhereItFitsTheLeaseThatIsSet() {
		this.worked.maxPollInterval(1_576_000);
		assertThat(this.worked.derive()).isEqualTo(this.worked.settings());
	}

	@Test
	void derivedBatchIsNotAboveTheDefault() {
		assertThat(this.worked.maxPollInterval(1_800_000).derive().maxPollRecords().value()).isEqualTo(500);
	}

	@Test
	void nothingIsDerivedForALeaseThatHoldsNoRecord() {
		this.worked.maxPollInterval(3_150);
		assertThat(this.worked.derive()).isEqualTo(this.worked.settings());
	}

	@Test
	void leaseThatIsSetBeyondTheToleratedDelayIsNotShortened() {
		LeaseSettings derived = this.worked.maxPollInterval(Integer.MAX_VALUE).derive();
		assertThat(derived).isEqualTo(this.worked.settings());
	}

	@Test
	void nothingIsDerivedWhenBothAreSet() {
		this.worked.maxPollRecords(500).maxPollInterval(300_000);
		assertThat(this.worked.derive()).isEqualTo(this.worked.settings());
	}

	@Test
	void nothingIsDerivedWhenNotEvenOneRecordFits() {
		this.worked.maxDetectionDelay(Duration.ofSeconds(3));
		assertThat(this.worked.minLease(Duration.ZERO).derive()).isEqualTo(this.worked.settings());
	}

	@Test
	void nothingIsDerivedWithoutTerms() {
		TestListener listener = new TestListener();
		assertThat(listener.derive()).isEqualTo(listener.settings());
	}

	@Test
	void derivedLeaseIsNotBelowTheMinimum() {
		assertThat(this.worked.maxPollRecords(1).derive().maxPollInterval())
			.isEqualTo(new Setting(60_000, SettingOrigin.DERIVED));
		assertThat(this.worked.minLease(Duration.ofMinutes(2)).derive().maxPollInterval().value()).isEqualTo(120_000);
		assertThat(this.worked.minLease(Duration.ZERO).derive().maxPollInterval().value()).isEqualTo(4_000);
	}

	@Test
	void minimumMayBeAllOfTheToleratedDelay() {
		LeaseSettings derived = this.worked.minLease(Duration.ofMinutes(10))
			.maxDetectionDelay(Duration.ofMinutes(10))
			.derive();
		assertThat(derived.maxPollRecords().value()).isEqualTo(190);
		assertThat(derived.maxPollInterval().value()).isEqualTo(600_000);
	}

	@Test
	void nothingIsDerivedWhenTheMinimumIsBeyondTheToleratedDelay() {
		this.worked.minLease(Duration.ofHours(1));
		assertThat(this.worked.derive()).isEqualTo(this.worked.settings());
	}

	@Test
	void leaseIsDerivedForADeclaredBatch() {
		LeaseSettings derived = this.worked.batchTimeout(Duration.ofMinutes(10)).derive();
		assertThat(derived.maxPollRecords()).isEqualTo(new Setting(500, SettingOrigin.KAFKA_DEFAULT));
		assertThat(derived.maxPollInterval()).isEqualTo(new Setting(901_000, SettingOrigin.DERIVED));
	}

	@Test
	void declaredBatchDoesNotGiveWay() {
		this.worked.batchTimeout(Duration.ofMinutes(20));
		assertThat(this.worked.derive()).isEqualTo(this.worked.settings());
	}

	@Test
	void fixedCostsMakeTheBatchSmaller() {
		LeaseSettings derived = this.worked.maxPollInterval(300_000)
			.fixedCost("retry-backoff", Duration.ofSeconds(10))
			.derive();
		assertThat(derived.maxPollRecords().value()).isEqualTo(92);
	}

	@Test
	void leaseLongerThanKafkaCanHoldIsNotDerived() {
		LeaseSettings derived = this.worked.recordTimeout(Duration.ofHours(1))
			.maxDetectionDelay(Duration.ofDays(1_000))
			.derive();
		assertThat(derived.maxPollRecords().value()).isEqualTo(397);
		assertThat(derived.maxPollInterval().value()).isEqualTo(2_143_860_000);
	}

	@Test
	void suggestionOpensTheLeaseButKeepsTheBatchThatIsSet() {
		this.worked.maxPollRecords(100).maxPollInterval(1_000);
		LeaseSettings suggested = LeaseDerivation.suggest(this.worked.terms(), this.worked.settings(), false);
		assertThat(suggested.maxPollRecords()).isEqualTo(new Setting(100, SettingOrigin.APPLICATION));
		assertThat(suggested.maxPollInterval()).isEqualTo(new Setting(316_000, SettingOrigin.DERIVED));
	}

	@Test
	void suggestionOpensTheBatchAsWell() {
		this.worked.maxPollRecords(1_000).maxPollInterval(1_000).maxDetectionDelay(Duration.ofMinutes(10));
		assertThat(LeaseDerivation.suggest(this.worked.terms(), this.worked.settings(), false).derived()).isFalse();
		LeaseSettings suggested = LeaseDerivation.suggest(this.worked.terms(), this.worked.settings(), true);
		assertThat(suggested.maxPollRecords()).isEqualTo(new Setting(190, SettingOrigin.DERIVED));
		assertThat(suggested.maxPollInterval()).isEqualTo(new Setting(599_000, SettingOrigin.DERIVED));
	}

	@Test
	void suggestionKeepsToAMinimumThatIsAllOfTheToleratedDelay() {
		this.worked.maxPollRecords(100).maxPollInterval(1_000).minLease(Duration.ofMinutes(30));
		LeaseSettings suggested = LeaseDerivation.suggest(this.worked.terms(), this.worked.settings(), false);
		assertThat(suggested.maxPollInterval()).isEqualTo(new Setting(1_800_000, SettingOrigin.DERIVED));
	}

	@Test
	void suggestionIsNotHeldUpByAMinimumOutOfReach() {
		this.worked.maxPollRecords(100).maxPollInterval(1_000).minLease(Duration.ofHours(1));
		LeaseSettings suggested = LeaseDerivation.suggest(this.worked.terms(), this.worked.settings(), false);
		assertThat(suggested.maxPollInterval()).isEqualTo(new Setting(316_000, SettingOrigin.DERIVED));
	}

}
