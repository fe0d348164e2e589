package io.leaseguard.test.lab;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The main class of a {@link ChildJvm}: runs a guarded subject and reports about it, and
 * ends when its standard input does.
 */
public final class ChildMain {

	/**
	 * How the line of a report begins.
	 */
	static final String MARK = "laboratory ";

	private static final long PERIOD_MILLIS = 200;

	private ChildMain() {
	}

	public static void main(String[] args) throws InterruptedException {
		haltAtEndOfInput();
		Map<String, String> properties = new LinkedHashMap<>();
		for (int i = 1; i < args.length; i++) {
			String[] parts = args[i].split("=", 2);
			properties.put(parts[0], parts[1]);
		}
		int consumers = Integer.parseInt(properties.get("laboratory.concurrency"));
		try (Subject subject = Subject.start(args[0], properties, (context) -> {
		}); StatusWatch watch = new StatusWatch(subject)) {
			while (true) {
				Work work = subject.work();
				System.out.println(MARK + "settled=" + subject.settled(consumers, consumers) + " finished="
						+ work.ledger.distinct() + " doubled=" + work.ledger.doubled() + " downs="
						+ watch.downs().size() + " events=" + work.events.size() + " recoveries="
						+ subject.listener().recoveries().size() + " monitor=" + work.monitorNanos.size());
				Thread.sleep(PERIOD_MILLIS);
			}
		}
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
