package io.leaseguard.lease;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LeaseSettings}.
 */
class LeaseSettingsTests {

	@Test
	void detectionDelayIsTheLease() {
		assertThat(new TestListener().settings().detectionDelayMs()).isEqualTo(300_000);
	}

	@Test
	void detectionDelayOfAStaticMemberIsTheLeaseAndTheSession() {
		assertThat(new TestListener().staticMember(true).settings().detectionDelayMs()).isEqualTo(345_000);
	}

	@Test
	void detectionDelayIsNoWrappedNumber() {
		TestListener listener = new TestListener().maxPollInterval(Integer.MAX_VALUE)
			.staticMember(true)
			.session(Integer.MAX_VALUE);
		assertThat(listener.settings().detectionDelayMs()).isEqualTo(2L * Integer.MAX_VALUE);
	}

	@Test
	void negativeLeaseIsNoDelay() {
		assertThat(new TestListener().maxPollInterval(-2_134_967_296).settings().detectionDelayMs()).isZero();
	}

	@Test
	void onlyAnApplicationSetsExplicitly() {
		assertThat(new Setting(500, SettingOrigin.APPLICATION).explicit()).isTrue();
		assertThat(new Setting(500, SettingOrigin.KAFKA_DEFAULT).explicit()).isFalse();
		assertThat(new Setting(500, SettingOrigin.DERIVED).explicit()).isFalse();
	}

	@Test
	void settingsAreDerivedWhenOneOfThemIs() {
		LeaseSettings settings = new TestListener().settings();
		assertThat(settings.derived()).isFalse();
		assertThat(settings.withMaxPollRecords(Setting.derived(190)).derived()).isTrue();
		assertThat(settings.withMaxPollInterval(Setting.derived(60_000)).derived()).isTrue();
	}

}
