package io.leaseguard.container;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

import io.leaseguard.lease.rule.Advisory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Advisories}.
 */
class AdvisoriesTests {

	@ParameterizedTest
	@ValueSource(strings = { "3.9.1", "4.0.2", "4.1.1", "4.1.2", "4.2.0", "4.2.1", "4.3.0", "4.3.1",
			"4.2.1.redhat-00001", "4.1.1-ccs" })
	void deadHeartbeatAffects(String version) {
		assertThat(deadHeartbeat(version).affected()).isTrue();
	}

	@ParameterizedTest
	@NullAndEmptySource
	@ValueSource(strings = { "4.2.2", "4.4.0", "5.0.0", "unknown" })
	void deadHeartbeatDoesNotAffect(String version) {
		assertThat(deadHeartbeat(version).affected()).isFalse();
	}

	@Test
	void fixIsNotAMatterOfOrder() {
		Advisory advisory = deadHeartbeat("4.3.1");
		assertThat(advisory.fixedIn()).containsExactly("4.2.2", "4.4.0");
		assertThat(advisory.summary()).endsWith(".");
	}

	private Advisory deadHeartbeat(String version) {
		return Advisories.of(version)
			.stream()
			.filter((advisory) -> advisory.id().equals("KAFKA-20253"))
			.findFirst()
			.orElseThrow();
	}

}
