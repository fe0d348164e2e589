package io.leaseguard.sample.order;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;

import io.leaseguard.sample.fault.PaymentGate;

/**
 * Takes payments, one record at a time.
 */
@Component
class PaymentListener {

	static final String TOPIC = "payments";

	private static final Log logger = LogFactory.getLog(PaymentListener.class);

	private static final long WORK_MS = 100;

	private final PaymentGate gate;

	PaymentListener(PaymentGate gate) {
		this.gate = gate;
	}

	@KafkaListener(id = "payments", topics = TOPIC, concurrency = "2")
	void onPayment(String payment) throws InterruptedException {
		Thread.sleep(WORK_MS);
		this.gate.pass();
		logger.debug("Done: " + payment);
	}

}
