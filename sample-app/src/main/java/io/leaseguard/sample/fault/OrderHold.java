package io.leaseguard.sample.fault;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/**
 * Holds back orders, so that the topics are quiet. No fault, but what some faults need to
 * last: a commit that fails makes a consumer rejoin by chance.
 *
 * @since 0.1.0
 */
@Component
public class OrderHold {

	private volatile boolean held;

	OrderHold(@Value("${sample.orders.held:false}") boolean held) {
		this.held = held;
	}

	/**
	 * Return whether no order is to be placed.
	 * @return whether orders are held back
	 */
	public boolean held() {
		return this.held;
	}

	void hold() {
		this.held = true;
	}

	void release() {
		this.held = false;
	}

}
