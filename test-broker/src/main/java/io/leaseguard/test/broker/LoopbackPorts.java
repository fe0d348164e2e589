package io.leaseguard.test.broker;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Picks free ports for a broker that is going to be stopped and started again.
 */
final class LoopbackPorts {

	/**
	 * Below the ports that systems give to outgoing connections (from 32768 on Linux,
	 * from 49152 elsewhere). Otherwise a client that tries a stopped broker in a loop
	 * sooner or later gets the broker's port for itself, connects to itself, and the
	 * broker can't come back.
	 */
	private static final int FIRST = 20_000;

	private static final int LAST = 31_999;

	private static final int ATTEMPTS = 200;

	private static final Set<Integer> GIVEN = ConcurrentHashMap.newKeySet();

	private LoopbackPorts() {
	}

	/**
	 * Return a port that is free on the loopback address right now and that this JVM has
	 * not been given before.
	 * @return the port
	 */
	static int free() {
		for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
			int port = ThreadLocalRandom.current().nextInt(FIRST, LAST + 1);
			if (isFree(port) && GIVEN.add(port)) {
				return port;
			}
		}
		throw new IllegalStateException("No free port found between " + FIRST + " and " + LAST);
	}

	private static boolean isFree(int port) {
		try (ServerSocket socket = new ServerSocket()) {
			socket.setReuseAddress(true);
			socket.bind(new InetSocketAddress(BrokerProcess.HOST, port));
			return true;
		}
		catch (IOException ex) {
			return false;
		}
	}

}
