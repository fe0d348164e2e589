package io.leaseguard.lease.rule;

import java.util.HashMap;
import java.util.Map;

import org.junit.jupiter.api.Test;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.Severity;
import io.leaseguard.lease.TestListener;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link NestedMapRule}.
 */
class NestedMapRuleTests {

	private final TestRule rule = new TestRule(new NestedMapRule());

	@Test
	void settingWithinMapsIsNoSetting() {
		Finding finding = this.rule.assertBroken(
				new TestListener().configuration("max", Map.of("poll", Map.of("interval", Map.of("ms", 600_000))))
					.leaseCase(true));
		assertThat(finding.rule()).isEqualTo("nested-map");
		assertThat(finding.severity()).isEqualTo(Severity.ERROR);
		assertThat(finding.message()).isEqualTo(
				"The key 'max' holds a Map, which Kafka does not unfold: max.poll.interval.ms in it has no effect.");
		assertThat(finding.fix()).isEqualTo("Put max.poll.interval.ms into the configuration as one key with dots.");
	}

	@Test
	void mapUnderHalfOfTheKeyIsFoundToo() {
		assertThat(this.rule
			.assertBroken(new TestListener().configuration("session.timeout", Map.of("ms", "30000")).leaseCase(true))
			.message()).contains("'session.timeout'", "session.timeout.ms in it");
	}

	@Test
	void otherMapsAreNobodysMistake() {
		this.rule.assertKept(new TestListener().configuration("max", Map.of("retries", 5))
			.configuration("schema.registry", Map.of("session.timeout.ms", 5))
			.leaseCase(true));
	}

	@Test
	void mapWithinItselfIsNoTrouble() {
		Map<String, Object> endless = new HashMap<>();
		endless.put("poll", endless);
		this.rule.assertKept(new TestListener().configuration("max", endless).leaseCase(true));
	}

}
