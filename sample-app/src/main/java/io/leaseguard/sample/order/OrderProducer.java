package io.leaseguard.sample.order;

import java.util.concurrent.atomic.AtomicLong;

import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Places an order four times a second, each to be paid and to be shipped.
 */
@Component
class OrderProducer {

	private static final long INTERVAL_MS = 250;

	private final KafkaTemplate<String, String> template;

	private final AtomicLong orders = new AtomicLong();

	OrderProducer(KafkaTemplate<String, String> template) {
		this.template = template;
	}

	@Scheduled(fixedRate = INTERVAL_MS)
	void placeOrder() {
		String order = "order-" + this.orders.incrementAndGet();
		this.template.send(PaymentListener.TOPIC, order, "pay " + order);
		this.template.send(ShipmentListener.TOPIC, order, "ship " + order);
	}

}
