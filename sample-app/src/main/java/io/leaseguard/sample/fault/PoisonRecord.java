package io.leaseguard.sample.fault;

import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.stereotype.Component;

/**
 * A refund that always fails, until it is removed.
 *
 * @since 0.1.0
 */
@Component
public class PoisonRecord {

	private static final String TOPIC = "refunds";

	private static final String VALUE = "poison";

	private final KafkaTemplate<String, String> template;

	private volatile boolean present;

	PoisonRecord(KafkaTemplate<String, String> template) {
		this.template = template;
	}

	/**
	 * Let a refund pass, unless it is the one that fails.
	 * @param refund the refund
	 * @throws IllegalStateException if it is the one that fails
	 */
	public void check(String refund) {
		if (this.present && refund.equals(VALUE)) {
			throw new IllegalStateException("There is no account to refund");
		}
	}

	synchronized void send() {
		if (!this.present) {
			this.present = true;
			this.template.send(TOPIC, VALUE, VALUE);
		}
	}

	synchronized void remove() {
		this.present = false;
	}

	boolean present() {
		return this.present;
	}

}
