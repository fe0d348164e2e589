package io.leaseguard.startup;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link WrittenProperties}.
 */
class WrittenPropertiesTests {

	private static final String KEY = "max.poll.records";

	@ParameterizedTest
	@ValueSource(strings = { "max.poll.records=", "max.poll.records:", "max.poll.records ", "max.poll.records = ",
			"max.poll.records\t" })
	void keyIsSeenInEveryNotation(String spelling) {
		WrittenProperties properties = written("ssl.key.password=secret", "  " + spelling + "40");
		assertThat(properties.value(KEY)).isEqualTo("40");
		assertThat(properties.spellings(KEY)).containsExactly(spelling);
	}

	@Test
	void keyIsSeenAmongSeveralLines() {
		WrittenProperties properties = written("""
				# max.poll.records=1
				ssl.key.password=secret
				max.poll.records=40
				""");
		assertThat(properties.value(KEY)).isEqualTo("40");
		assertThat(properties.spellings(KEY)).containsExactly("max.poll.records=");
	}

	@Test
	void lastValueCountsAndEverySpellingIsTold() {
		WrittenProperties properties = written("max.poll.records=1", "max.poll.records:2\nmax.poll.records=3");
		assertThat(properties.value(KEY)).isEqualTo("3");
		assertThat(properties.spellings(KEY)).containsExactly("max.poll.records=", "max.poll.records:",
				"max.poll.records=");
	}

	@Test
	void escapedKeyIsKnown() {
		assertThat(written("max\\u002epoll.records=4").spellings(KEY)).containsExactly("max.poll.records=");
	}

	@Test
	void otherKeysAndValuesAreNotTakenForIt() {
		WrittenProperties properties = written("max.poll.records.x=1", "my.max.poll.records=2",
				"a=b \\\nmax.poll.records=3");
		assertThat(properties.value(KEY)).isNull();
		assertThat(properties.spellings(KEY)).isEmpty();
		assertThat(properties.hasExpressions()).isFalse();
	}

	@Test
	void expressionsAreNotParsed() {
		WrittenProperties properties = written("${more:max.poll.records=1}", "#{'max.poll.records=2'}",
				"#{'\nmax.poll.records=3'}", "max.poll.records=\\u00zz");
		assertThat(properties.value(KEY)).isNull();
		assertThat(properties.spellings(KEY)).isEmpty();
		assertThat(properties.hasExpressions()).isTrue();
		assertThat(written("max.poll.records=${records}").spellings(KEY)).containsExactly("max.poll.records=");
	}

	private static WrittenProperties written(String... texts) {
		return new WrittenProperties(List.of(texts));
	}

}
