package io.leaseguard.sample.order;

import java.util.concurrent.atomic.AtomicLong;

import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

import io.leaseguard.sample.fault.OrderHold;

/**
 * Places an order four times a second, each to be paid and to be shipped. Every eighth is
 * paid back.
 */
@Component
class OrderProducer {

	private static final long INTERVAL_MS = 250;

	private static final int ORDERS_PER_REFUND = 8;

	private final KafkaTemplate<String, String> template;

	private final OrderHold hold;

	private final AtomicLong orders = new AtomicLong();

	OrderProducer(KafkaTemplate<String, String> template, OrderHold hold) {
		this.template = template;
		this.hold = hold;
	}

	@Scheduled(fixedRate = INTERVAL_MS)
	void placeOrder() {
		if (this.hold.held()) {
			return;
		}
		long number = this.orders.incrementAndGet();
		String order = "order-" + number;
		this.template.send(PaymentListener.TOPIC, order, "pay " + order);
		this.template.send(ShipmentListener.TOPIC, order, "ship " + order);
		if (number % ORDERS_PER_REFUND == 0) {
			this.template.send(RefundListener.TOPIC, order, "refund " + order);
		}
	}

}
