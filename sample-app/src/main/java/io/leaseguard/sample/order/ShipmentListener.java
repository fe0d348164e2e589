package io.leaseguard.sample.order;

import java.util.List;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;

/**
 * Sends shipments, a whole batch at a time.
 */
@Component
class ShipmentListener {

	static final String TOPIC = "shipments";

	private static final Log logger = LogFactory.getLog(ShipmentListener.class);

	private static final long WORK_MS = 500;

	@KafkaListener(id = "shipments", topics = TOPIC, batch = "true")
	void onShipments(List<String> shipments) throws InterruptedException {
		Thread.sleep(WORK_MS);
		logger.debug("Done: " + shipments);
	}

}
