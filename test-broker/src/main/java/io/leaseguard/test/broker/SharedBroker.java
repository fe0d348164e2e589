package io.leaseguard.test.broker;

import org.jspecify.annotations.Nullable;

/**
 * One plain broker for all tests of a JVM that leave it alone. It is started on first use
 * and ends with the JVM. Because others use it too, it can't be stopped or frozen, and
 * every test takes topics and groups of its own; a test that harms a broker starts a
 * {@link BrokerProcess} of its own.
 *
 * @since 0.1.0
 */
public final class SharedBroker {

	private static @Nullable BrokerProcess broker;

	private SharedBroker() {
	}

	/**
	 * Return the address of the broker, and start it if need be.
	 * @return a value for {@code bootstrap.servers}
	 */
	public static synchronized String bootstrapServers() {
		BrokerProcess current = broker;
		if (current == null) {
			current = BrokerProcess.builder().start();
			broker = current;
		}
		return current.bootstrapServers();
	}

}
