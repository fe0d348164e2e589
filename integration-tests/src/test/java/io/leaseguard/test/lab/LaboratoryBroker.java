package io.leaseguard.test.lab;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.leaseguard.test.broker.BrokerProcess;

/**
 * One broker for all scenarios that do it no harm, with logins that expire soon and with
 * access control. It ends with the JVM.
 */
final class LaboratoryBroker {

	/**
	 * How long a login is good for.
	 */
	static final Duration LOGIN = Duration.ofSeconds(4);

	private static @Nullable BrokerProcess broker;

	private LaboratoryBroker() {
	}

	static synchronized BrokerProcess get() {
		BrokerProcess current = broker;
		if (current == null) {
			current = BrokerProcess.builder().saslListener(LOGIN).accessControl().start();
			broker = current;
		}
		return current;
	}

}
