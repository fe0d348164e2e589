package io.leaseguard.test.broker;

import java.io.IOException;
import java.io.PrintStream;

/**
 * The main class of the broker's process. Formats the storage unless that is done, runs
 * Kafka, and ends with the process that started it, even when that one was killed: its
 * standard input then reaches its end. Kafka is called by reflection because its jars are
 * on the class path of this process only.
 *
 * @since 0.1.0
 */
public final class BrokerMain {

	private BrokerMain() {
	}

	/**
	 * Run a broker.
	 * @param args the file of its properties and the id of its cluster
	 * @throws ReflectiveOperationException if Kafka is missing or has changed
	 */
	public static void main(String[] args) throws ReflectiveOperationException {
		haltAtEndOfInput();
		String properties = args[0];
		String[] format = { "format", "--ignore-formatted", "--cluster-id", args[1], "--config", properties };
		Object status = Class.forName("kafka.tools.StorageTool")
			.getMethod("execute", String[].class, PrintStream.class)
			.invoke(null, format, System.out);
		if (!Integer.valueOf(0).equals(status)) {
			throw new IllegalStateException("The storage could not be formatted: status " + status);
		}
		Class.forName("kafka.Kafka")
			.getMethod("main", String[].class)
			.invoke(null, (Object) new String[] { properties });
	}

	private static void haltAtEndOfInput() {
		Thread thread = new Thread(() -> {
			try {
				while (System.in.read() != -1) {
					continue;
				}
			}
			catch (IOException ex) {
				System.err.println("Standard input failed: " + ex);
			}
			Runtime.getRuntime().halt(1);
		}, "end-with-parent");
		thread.setDaemon(true);
		thread.start();
	}

}
