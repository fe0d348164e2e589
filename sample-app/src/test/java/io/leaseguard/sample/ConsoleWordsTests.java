package io.leaseguard.sample;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.core.io.ClassPathResource;

import io.leaseguard.lease.Severity;
import io.leaseguard.lease.Verdict;
import io.leaseguard.watchdog.LeaseStatus;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The console knows every word that the endpoint may say, and has a tone and a shape for
 * it.
 */
class ConsoleWordsTests {

	@ParameterizedTest
	@EnumSource
	void everyStatusHasAToneAndAShape(LeaseStatus status) throws IOException {
		assertThat(words())
			.containsPattern(status.name() + ": \\{ tone: \"\\w+\", icon: \"[^\"]+\", means: \"[^\"]+\" }");
	}

	@ParameterizedTest
	@EnumSource
	void everySeverityHasAToneAndAShape(Severity severity) throws IOException {
		assertThat(words()).containsPattern(severity.name() + ": \\{ tone: \"\\w+\", icon: \"[^\"]+\" }");
	}

	@ParameterizedTest
	@EnumSource
	void everyVerdictHasAMeaning(Verdict verdict) throws IOException {
		assertThat(words()).containsPattern(verdict.name() + ": \"[^\"]+\"");
	}

	private static String words() throws IOException {
		return new ClassPathResource("static/status.js").getContentAsString(StandardCharsets.UTF_8);
	}

}
