package io.leaseguard.test.lab;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import static org.awaitility.Awaitility.await;

/**
 * A guarded subject in a JVM of its own, so that it can be frozen as a whole, like a
 * suspended virtual machine. It reports what it sees on its standard output.
 */
final class ChildJvm implements AutoCloseable {

	private final Process process;

	private volatile @Nullable Report latest;

	private ChildJvm(Process process) {
		this.process = process;
		Thread reader = new Thread(this::read, "reports-of-child");
		reader.setDaemon(true);
		reader.start();
	}

	static ChildJvm start(String id, Map<String, String> properties) throws IOException {
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx256m",
						"-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:+EnableDynamicAgentLoading",
						"-Djdk.attach.allowAttachSelf=true", "-Dorg.springframework.boot.logging.LoggingSystem=none",
						"-cp", System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
						ChildMain.class.getName(), id));
		properties.forEach((key, value) -> command.add(key + "=" + value));
		ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
		builder.environment().remove("JAVA_TOOL_OPTIONS");
		return new ChildJvm(builder.start());
	}

	private void read() {
		try (BufferedReader reader = new BufferedReader(
				new InputStreamReader(this.process.getInputStream(), StandardCharsets.UTF_8))) {
			reader.lines()
				.filter((line) -> line.startsWith(ChildMain.MARK))
				.map((line) -> Report.of(line.substring(ChildMain.MARK.length())))
				.forEach((report) -> this.latest = report);
		}
		catch (IOException | UncheckedIOException ex) {
			// The child has ended
			return;
		}
	}

	/**
	 * Return the latest report, as soon as there is one.
	 */
	Report report() {
		return await().atMost(Timings.LIMIT)
			.failFast("The child has ended", () -> !this.process.isAlive())
			.until(() -> this.latest, (report) -> report != null);
	}

	void freeze() throws IOException, InterruptedException {
		signal("STOP");
	}

	void thaw() throws IOException, InterruptedException {
		signal("CONT");
	}

	/**
	 * Set the wall clock of its Kafka clients.
	 */
	void setClock(Duration ahead) throws IOException {
		this.process.getOutputStream().write((ahead.toMillis() + "\n").getBytes(StandardCharsets.UTF_8));
		this.process.getOutputStream().flush();
	}

	private void signal(String name) throws IOException, InterruptedException {
		Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(this.process.pid())).inheritIO().start();
		if (kill.waitFor() != 0) {
			throw new IllegalStateException("Signal " + name + " could not be sent to the child");
		}
	}

	@Override
	public void close() throws InterruptedException {
		this.process.destroyForcibly();
		this.process.waitFor(1, TimeUnit.MINUTES);
	}

	/**
	 * What a child has seen so far.
	 *
	 * @param settled whether all its consumers have partitions and heartbeats
	 * @param finished records finished at least once
	 * @param doubled finishes beyond the first
	 * @param downs sightings of DOWN
	 * @param events events of the guard
	 * @param monitor complaints of spring-kafka's own monitor
	 * @param statuses statuses of the consumers
	 * @param recoveries kinds of recoveries
	 */
	record Report(boolean settled, int finished, int doubled, int downs, int events, int monitor, List<String> statuses,
			List<String> recoveries) {

		private static Report of(String text) {
			Properties values = new Properties();
			for (String pair : text.split("\t")) {
				String[] parts = pair.split("=", 2);
				values.setProperty(parts[0], parts[1]);
			}
			return new Report(Boolean.parseBoolean(values.getProperty("settled")), number(values, "finished"),
					number(values, "doubled"), number(values, "downs"), number(values, "events"),
					number(values, "monitor"), list(values, "statuses"), list(values, "recoveries"));
		}

		private static List<String> list(Properties values, String name) {
			String text = values.getProperty(name);
			return text.isEmpty() ? List.of() : List.of(text.split(","));
		}

		private static int number(Properties values, String name) {
			return Integer.parseInt(values.getProperty(name));
		}

	}

}
