package io.leaseguard.sample.order;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;

import io.leaseguard.sample.fault.PoisonRecord;

/**
 * Pays back, and tries again for ever what fails: a mistake that is made often.
 */
@Component
class RefundListener {

	static final String TOPIC = "refunds";

	private static final Log logger = LogFactory.getLog(RefundListener.class);

	private static final long WORK_MS = 50;

	private final PoisonRecord poison;

	RefundListener(PoisonRecord poison) {
		this.poison = poison;
	}

	@KafkaListener(id = "refunds", topics = TOPIC, containerPostProcessor = "endlessRetry")
	void onRefund(String refund) throws InterruptedException {
		Thread.sleep(WORK_MS);
		this.poison.check(refund);
		logger.debug("Done: " + refund);
	}

}
