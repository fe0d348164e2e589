package io.leaseguard.watchdog;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import io.leaseguard.startup.ListenerAssessment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link ListenerMap}.
 */
class ListenerMapTests {

	private final ListenerSnapshot orders = TestSnapshots.listener("orders", TestSnapshots.idle(0));

	private final ListenerSnapshot payments = TestSnapshots.listener("payments", TestSnapshots.idle(0));

	private final Map<String, ListenerSnapshot> expected = new LinkedHashMap<>();

	ListenerMapTests() {
		this.expected.put("orders", this.orders);
		this.expected.put("payments", this.payments);
	}

	@Test
	void copyIsEqualAndKeepsTheOrder() {
		ListenerMap map = ListenerMap.copyOf(this.expected);
		assertThat(map).isEqualTo(this.expected)
			.hasSameHashCodeAs(this.expected)
			.containsExactlyEntriesOf(this.expected);
		assertThat(map.get("payments")).isSameAs(this.payments);
		assertThat(map.get("none")).isNull();
		assertThat(map.containsKey("none")).isFalse();
		assertThat(map.values()).containsExactly(this.orders, this.payments);
		this.expected.clear();
		assertThat(map).hasSize(2);
		assertThat(ListenerMap.copyOf(map)).isSameAs(map);
	}

	@Test
	void nobodyChangesIt() {
		ListenerMap map = ListenerMap.copyOf(this.expected);
		assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> map.put("late", this.orders));
		assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> map.remove("orders"));
		assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> map.values().clear());
		assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> map.keySet().clear());
	}

	@Test
	void nextTickHasItsOwnListenersInTheSamePlaces() {
		List<ListenerAssessment> assessments = List.of(this.orders.assessment(), this.payments.assessment());
		ListenerMap first = ListenerMap.of(assessments, listeners(this.orders, this.payments), null);
		ListenerSnapshot busy = TestSnapshots.listener("payments", TestSnapshots.working(0));
		ListenerMap second = ListenerMap.of(assessments, listeners(this.orders, busy), first);
		assertThat(first).isEqualTo(this.expected);
		assertThat(second.get("payments")).isSameAs(busy);
	}

	@Test
	void otherAssessmentsHaveOtherPlaces() {
		List<ListenerAssessment> assessments = new ArrayList<>(List.of(this.orders.assessment()));
		ListenerMap first = ListenerMap.of(assessments, listeners(this.orders), null);
		ListenerMap second = ListenerMap.of(List.of(this.payments.assessment()), listeners(this.payments), first);
		assertThat(second.get("payments")).isSameAs(this.payments);
		assertThat(second.get("orders")).isNull();
	}

	private static ListenerSnapshot[] listeners(ListenerSnapshot... listeners) {
		return listeners;
	}

}
