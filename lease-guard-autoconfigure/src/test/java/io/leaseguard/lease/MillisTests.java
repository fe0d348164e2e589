package io.leaseguard.lease;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.convert.DurationStyle;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Millis}.
 */
class MillisTests {

	private static final Duration LONGEST = Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);

	@Test
	void ceilCountsAStartedMillisecond() {
		assertThat(Millis.ceil(Duration.ZERO)).isZero();
		assertThat(Millis.ceil(Duration.ofNanos(1))).isEqualTo(1);
		assertThat(Millis.ceil(Duration.ofNanos(1_000_000))).isEqualTo(1);
		assertThat(Millis.ceil(Duration.ofNanos(1_000_001))).isEqualTo(2);
	}

	@Test
	void floorCutsOffAStartedMillisecond() {
		assertThat(Millis.floor(Duration.ofNanos(999_999))).isZero();
		assertThat(Millis.floor(Duration.ofNanos(1_999_999))).isEqualTo(1);
	}

	@Test
	void durationTooLongToCountIsUnbounded() {
		assertThat(Millis.ceil(LONGEST)).isEqualTo(Millis.UNBOUNDED);
		assertThat(Millis.floor(LONGEST)).isEqualTo(Millis.UNBOUNDED);
	}

	@Test
	void longestCountableDurationIsStillExact() {
		assertThat(Millis.floor(Duration.ofMillis(Long.MAX_VALUE))).isEqualTo(Long.MAX_VALUE);
		assertThat(Millis.floor(Duration.ofMillis(Long.MAX_VALUE - 1))).isEqualTo(Long.MAX_VALUE - 1);
		assertThat(Millis.ceil(Duration.ofMillis(Long.MAX_VALUE).plusNanos(1))).isEqualTo(Millis.UNBOUNDED);
	}

	@Test
	void plusSaturates() {
		assertThat(Millis.plus(1, 2)).isEqualTo(3);
		assertThat(Millis.plus(Millis.UNBOUNDED, 0)).isEqualTo(Millis.UNBOUNDED);
		assertThat(Millis.plus(Millis.UNBOUNDED, 1)).isEqualTo(Millis.UNBOUNDED);
		assertThat(Millis.plus(Millis.UNBOUNDED, Millis.UNBOUNDED)).isEqualTo(Millis.UNBOUNDED);
		assertThat(Millis.plus(Long.MAX_VALUE - 1, 1)).isEqualTo(Millis.UNBOUNDED);
	}

	@Test
	void plusTakesNegativeForNone() {
		assertThat(Millis.plus(-5, 0)).isZero();
		assertThat(Millis.plus(45_000, -2_134_967_296)).isEqualTo(45_000);
		assertThat(Millis.plus(Long.MIN_VALUE, Long.MIN_VALUE)).isZero();
	}

	@Test
	void timesSaturates() {
		assertThat(Millis.times(500, 2_100)).isEqualTo(1_050_000);
		assertThat(Millis.times(0, Millis.UNBOUNDED)).isZero();
		assertThat(Millis.times(1, Millis.UNBOUNDED)).isEqualTo(Millis.UNBOUNDED);
		assertThat(Millis.times(1, Long.MAX_VALUE - 1)).isEqualTo(Long.MAX_VALUE - 1);
		assertThat(Millis.times(2, Long.MAX_VALUE / 2)).isEqualTo(Long.MAX_VALUE - 1);
		assertThat(Millis.times(2, Long.MAX_VALUE / 2 + 1)).isEqualTo(Millis.UNBOUNDED);
		assertThat(Millis.times(4, 1L << 62)).isEqualTo(Millis.UNBOUNDED);
		assertThat(Millis.times(500, Millis.UNBOUNDED)).isEqualTo(Millis.UNBOUNDED);
	}

	@Test
	void timesTakesANegativeCountForNone() {
		assertThat(Millis.times(-1, 2_100)).isZero();
		assertThat(Millis.times(Long.MIN_VALUE, Millis.UNBOUNDED)).isZero();
	}

	@ParameterizedTest
	@CsvSource({ "1, 10, 1.1, 11", "500, 2100, 1.5, 1575000", "1, 1, 1.5, 2", "3, 1, 1.1, 4", "100, 1, 1.1, 110",
			"1, 1000000, 1.000001, 1000001", "1, 1, 1, 1", "0, 2100, 1.5, 0", "500, 0, 1.5, 0" })
	void productIsExactAndRoundedUp(long count, long each, double factor, long product) {
		assertThat(Millis.product(count, each, factor)).isEqualTo(product);
	}

	@Test
	void productSaturates() {
		assertThat(Millis.product(2, Long.MAX_VALUE, 1)).isEqualTo(Millis.UNBOUNDED);
		assertThat(Millis.product(1, Long.MAX_VALUE, 1)).isEqualTo(Millis.UNBOUNDED);
		assertThat(Millis.product(1, Long.MAX_VALUE - 1, 1)).isEqualTo(Long.MAX_VALUE - 1);
		assertThat(Millis.product(1, 1, 1e300)).isEqualTo(Millis.UNBOUNDED);
		assertThat(Millis.product(Integer.MAX_VALUE, Long.MAX_VALUE, Double.MAX_VALUE)).isEqualTo(Millis.UNBOUNDED);
		assertThat(Millis.product(0, Long.MAX_VALUE, Double.MAX_VALUE)).isZero();
	}

	@Test
	void productTakesANegativeCountForNone() {
		assertThat(Millis.product(-1, 2100, 1.5)).isZero();
		assertThat(Millis.product(Integer.MIN_VALUE, Long.MAX_VALUE, 1e300)).isZero();
	}

	@ParameterizedTest
	@CsvSource({ "0, 0s", "1, 1ms", "100, 100ms", "1000, 1s", "1001, 1s1ms", "60000, 1m", "1575000, 26m15s",
			"1576000, 26m16s", "7200000, 2h", "93600000, 1d2h", "2147483647, 24d20h31m23s647ms", "-1000, -1s",
			"-2134967296, -24d17h2m47s296ms" })
	void formatIsWhatPeopleWrite(long millis, String text) {
		assertThat(Millis.format(millis)).isEqualTo(text);
	}

	@Test
	void formatNamesTheUnbounded() {
		assertThat(Millis.format(Millis.UNBOUNDED)).isEqualTo("unbounded");
		assertThat(Millis.format(Long.MIN_VALUE)).isEqualTo("-unbounded");
	}

	@ParameterizedTest
	@CsvSource({ "0, 0s", "1, 1ms", "1000, 1s", "1001, 1001ms", "60000, 1m", "1576000, 1576s", "1800000, 30m",
			"7200000, 2h", "7201000, 7201s", "86400000, 1d", "93600000, 26h", "2147483647, 2147483647ms" })
	void formatPropertyIsOneNumberWithTheLargestExactUnit(long millis, String text) {
		assertThat(Millis.formatProperty(millis)).isEqualTo(text);
	}

	@ParameterizedTest
	@ValueSource(longs = { 0, 1, 999, 1000, 59_001, 61_000, 1_576_000, 7_201_000, 90_000_000, 864_000_000, 2147483647L,
			Long.MAX_VALUE - 1 })
	void formatPropertyIsBoundBySpringBoot(long millis) {
		assertThat(DurationStyle.detectAndParse(Millis.formatProperty(millis))).isEqualTo(Duration.ofMillis(millis));
	}

}
