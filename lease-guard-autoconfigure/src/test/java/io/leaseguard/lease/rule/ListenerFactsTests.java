package io.leaseguard.lease.rule;

import java.util.HashMap;
import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link ListenerFacts}.
 */
class ListenerFactsTests {

	@Test
	void noneIsARecordListenerWithNothingConfigured() {
		assertThat(ListenerFacts.NONE.batchListener()).isFalse();
		assertThat(ListenerFacts.NONE.configuration()).isEmpty();
	}

	@Test
	void configurationIsACopyThatMayHoldAnything() {
		Map<String, Object> configuration = new HashMap<>();
		configuration.put("max.poll.records", "20");
		configuration.put("max", Map.of("poll", Map.of("records", 20)));
		ListenerFacts facts = new ListenerFacts(true, configuration);
		configuration.clear();
		assertThat(facts.configuration()).containsOnlyKeys("max.poll.records", "max");
		assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> facts.configuration().clear());
	}

}
