package io.leaseguard.container;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.LeaseSettings;
import io.leaseguard.lease.Setting;
import io.leaseguard.lease.SettingOrigin;
import io.leaseguard.lease.Severity;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ConsumerSettings} and {@link InvalidSetting}.
 */
class ConsumerSettingsTests {

	private static final String LEASE = "max.poll.interval.ms";

	@Test
	void defaultsAreThoseOfKafka() {
		LeaseSettings settings = new ConsumerSettings(Map.of()).settings();
		assertThat(settings.maxPollRecords()).isEqualTo(new Setting(500, SettingOrigin.KAFKA_DEFAULT));
		assertThat(settings.maxPollInterval()).isEqualTo(new Setting(300_000, SettingOrigin.KAFKA_DEFAULT));
		assertThat(settings.pulse().sessionTimeout()).isEqualTo(new Setting(45_000, SettingOrigin.KAFKA_DEFAULT));
		assertThat(settings.pulse().heartbeatInterval()).isEqualTo(new Setting(3_000, SettingOrigin.KAFKA_DEFAULT));
		assertThat(settings.pulse().classic()).isTrue();
		assertThat(settings.pulse().staticMember()).isFalse();
	}

	static List<Object> accepted() {
		return List.of("300000", 300_000, "+300000");
	}

	@ParameterizedTest
	@MethodSource("accepted")
	void everyFormThatKafkaTakesIsTaken(Object value) {
		ConsumerSettings settings = new ConsumerSettings(Map.of(LEASE, value));
		assertThat(settings.settings().maxPollInterval()).isEqualTo(new Setting(300_000, SettingOrigin.APPLICATION));
		assertThat(settings.invalid()).isEmpty();
	}

	static List<Arguments> refused() {
		return List.of(Arguments.of(300_000L, "Long", 300_000), Arguments.of("5m", "String", 300_000),
				Arguments.of("PT5M", "String", 300_000), Arguments.of("300_000", "String", 300_000),
				Arguments.of("50000;", "String", 50_000), Arguments.of("5*60*1000", "String", 300_000),
				Arguments.of(Duration.ofMinutes(5), "Duration", 300_000), Arguments.of(0, "Integer", 300_000),
				Arguments.of(-1, "Integer", 300_000), Arguments.of("2147483648", "String", 300_000),
				Arguments.of(" 240000 ", "String", 240_000), Arguments.of("", "String", 300_000),
				Arguments.of("foo", "String", 300_000), Arguments.of(20.0, "Double", 20),
				Arguments.of("10s", "String", 10_000), Arguments.of("300000L", "String", 300_000),
				Arguments.of(new ArrayList<>(List.of(1)), "ArrayList", 300_000));
	}

	@ParameterizedTest
	@MethodSource("refused")
	void everyFormThatKafkaRefusesIsNamedWithWhatWasMeant(Object value, String type, int meant) {
		ConsumerSettings settings = new ConsumerSettings(Map.of(LEASE, value));
		assertThat(settings.settings().maxPollInterval()).isEqualTo(new Setting(300_000, SettingOrigin.KAFKA_DEFAULT));
		Finding finding = settings.invalid().get(0).finding("payments");
		assertThat(settings.invalid()).hasSize(1);
		assertThat(finding.rule()).isEqualTo("invalid-value");
		assertThat(finding.severity()).isEqualTo(Severity.ERROR);
		assertThat(finding.subject()).isEqualTo("payments");
		assertThat(finding.message())
			.startsWith("max.poll.interval.ms is '%s' (%s), which is refused: ".formatted(value, type));
		assertThat(finding.fix()).isEqualTo("Set max.poll.interval.ms to a whole number of milliseconds from 1 to "
				+ "2147483647, as an int or a string of digits, for example max.poll.interval.ms=" + meant + ".");
	}

	@Test
	void whiteSpaceIsRefusedByTheContainerWhereItReadsTheValueItself() {
		assertThat(new ConsumerSettings(Map.of(LEASE, " 300000")).invalid().get(0).finding("payments").message())
			.endsWith(": Spring Kafka takes no white space around the number.");
		assertThat(new ConsumerSettings(Map.of("max.poll.records", " 5 ")).invalid()).isEmpty();
	}

	@Test
	void batchSizeIsNoDuration() {
		Finding finding = new ConsumerSettings(Map.of("max.poll.records", "5m")).invalid().get(0).finding("payments");
		assertThat(finding.fix()).startsWith("Set max.poll.records to a whole number from 1 to")
			.endsWith("max.poll.records=500.");
	}

	@Test
	void negativeHeartbeatIsRefusedThoughItsDefinitionLetsItPass() {
		ConsumerSettings settings = new ConsumerSettings(Map.of("heartbeat.interval.ms", -1));
		assertThat(settings.invalid()).singleElement()
			.extracting(InvalidSetting::key)
			.isEqualTo("heartbeat.interval.ms");
		assertThat(new ConsumerSettings(Map.of("heartbeat.interval.ms", 0)).invalid()).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "consumer, false", "CONSUMER, false", "' Consumer ', false", "classic, true", "CLASSIC, true",
			"'', true" })
	void protocolIsReadInAnyLetterCase(String protocol, boolean classic) {
		assertThat(new ConsumerSettings(Map.of("group.protocol", protocol)).settings().pulse().classic())
			.isEqualTo(classic);
	}

	@Test
	void protocolThatIsNoneIsRefused() {
		Finding finding = new ConsumerSettings(Map.of("group.protocol", "next-gen")).invalid()
			.get(0)
			.finding("payments");
		assertThat(finding.message()).startsWith("group.protocol is 'next-gen' (String), which is refused");
		assertThat(finding.fix()).isEqualTo("Set group.protocol to 'classic' or 'consumer', as a string.");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "a b", ".", "..", "é", "a/b" })
	void instanceIdThatIsNoneIsRefused(String id) {
		ConsumerSettings settings = new ConsumerSettings(Map.of("group.instance.id", id));
		assertThat(settings.invalid()).singleElement()
			.extracting((invalid) -> invalid.finding("payments").fix())
			.isEqualTo(
					"Set group.instance.id to 1 to 249 letters, digits, dots, underscores or hyphens, or remove it.");
	}

	@ParameterizedTest
	@ValueSource(strings = { "pod-0", "a.b_c", "...", " pod-1 " })
	void instanceIdMakesStaticMember(String id) {
		ConsumerSettings settings = new ConsumerSettings(Map.of("group.instance.id", id));
		assertThat(settings.invalid()).isEmpty();
		assertThat(settings.settings().pulse().staticMember()).isTrue();
	}

	@Test
	void sessionAndHeartbeatAreNotReadUnderTheConsumerProtocol() {
		ConsumerSettings settings = new ConsumerSettings(
				Map.of("group.protocol", "consumer", "session.timeout.ms", "10s", "heartbeat.interval.ms", -1));
		assertThat(settings.invalid()).isEmpty();
		assertThat(settings.settings().pulse().sessionTimeout()).isNull();
		assertThat(settings.settings().pulse().heartbeatInterval()).isNull();
	}

	@Test
	void valueThatCannotEvenBeShownIsNoTrouble() {
		Object value = new Object() {

			@Override
			public String toString() {
				throw new IllegalStateException("never shown");
			}

		};
		for (String key : List.of(LEASE, "group.protocol", "group.instance.id", "group.remote.assignor")) {
			Finding finding = new ConsumerSettings(Map.of(key, value)).invalid().get(0).finding("payments");
			assertThat(finding.message()).startsWith(key + " is '" + value.getClass().getName());
		}
	}

	@Test
	void longValueIsCutShort() {
		Finding finding = new ConsumerSettings(Map.of(LEASE, "x".repeat(10_000))).invalid().get(0).finding("payments");
		assertThat(finding.message()).contains("x".repeat(80) + "…'").doesNotContain("x".repeat(81));
	}

}
