package io.leaseguard.test.lab;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

import io.leaseguard.watchdog.ListenerSnapshot;

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
		obeyInput();
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
				ListenerSnapshot listener = subject.listener();
				System.out.println(MARK + "settled=" + subject.settled(consumers, consumers) + "\tfinished="
						+ work.ledger.distinct() + "\tdoubled=" + work.ledger.doubled() + "\tdowns="
						+ watch.downs().size() + "\tevents=" + work.events.size() + "\tmonitor="
						+ work.monitorNanos.size() + "\tstatuses="
						+ listener.consumers()
							.stream()
							.map((consumer) -> consumer.status().name())
							.collect(Collectors.joining(","))
						+ "\trecoveries="
						+ listener.recoveries()
							.stream()
							.map((count) -> count.action() + " " + count.outcome())
							.collect(Collectors.joining(",")));
				Thread.sleep(PERIOD_MILLIS);
			}
		}
	}

	/**
	 * Each line of the input is what to set the clock ahead by, milliseconds.
	 */
	private static void obeyInput() {
		Thread thread = new Thread(() -> {
			try {
				BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
				String line = input.readLine();
				while (line != null) {
					ClientClock.set(Duration.ofMillis(Long.parseLong(line)));
					line = input.readLine();
				}
			}
			catch (Throwable ex) {
				System.err.println("Standard input failed: " + ex);
			}
			Runtime.getRuntime().halt(1);
		}, "end-with-parent");
		thread.setDaemon(true);
		thread.start();
	}

}
