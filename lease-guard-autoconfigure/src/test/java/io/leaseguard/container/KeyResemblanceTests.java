package io.leaseguard.container;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of {@link KeyResemblance} among the names of an application.
 */
class KeyResemblanceTests {

	private static final List<String> KNOWN = List.of("orders", "invoices", "invoicing", "payments-dlt", "a1", "Zürich",
			"счета");

	@ParameterizedTest
	@CsvSource({ "invoice,invoices", "invocies,invoices", "invoicng,invoicing", "Orders,orders",
			"paymentsDlt,payments-dlt", "payment-dlt,payments-dlt", "Zurich,Zürich" })
	void nearestNameIsFound(String name, String nearest) {
		assertThat(KeyResemblance.nearest(name, KNOWN)).isEqualTo(nearest);
	}

	@ParameterizedTest
	@ValueSource(strings = { "shipments", "payments", "a2", "b1", "заказы", "" })
	void nothingIsSuggestedForAnotherName(String name) {
		assertThat(KeyResemblance.nearest(name, KNOWN)).isNull();
	}

	@Test
	void nothingIsSuggestedWhereNothingIsKnown() {
		assertThat(KeyResemblance.nearest("orders", List.of())).isNull();
	}

}
