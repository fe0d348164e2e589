package io.leaseguard.sample.order;

import org.junit.jupiter.api.Test;
import org.springframework.kafka.core.KafkaTemplate;

import io.leaseguard.sample.fault.OrderHold;

import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.then;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;

/**
 * Tests for {@link OrderProducer}.
 */
class OrderProducerTests {

	@SuppressWarnings("unchecked")
	private final KafkaTemplate<String, String> template = mock(KafkaTemplate.class);

	private final OrderHold hold = mock(OrderHold.class);

	private final OrderProducer producer = new OrderProducer(this.template, this.hold);

	@Test
	void everyEighthOrderIsPaidBack() {
		for (int i = 0; i < 16; i++) {
			this.producer.placeOrder();
		}
		then(this.template).should(times(16)).send(eq("payments"), any(), any());
		then(this.template).should(times(16)).send(eq("shipments"), any(), any());
		then(this.template).should().send("refunds", "order-8", "refund order-8");
		then(this.template).should().send("refunds", "order-16", "refund order-16");
		then(this.template).shouldHaveNoMoreInteractions();
	}

	@Test
	void whileOrdersAreHeldNoneIsPlaced() {
		given(this.hold.held()).willReturn(true);
		this.producer.placeOrder();
		then(this.template).shouldHaveNoInteractions();
	}

}
