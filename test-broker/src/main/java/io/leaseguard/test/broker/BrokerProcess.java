package io.leaseguard.test.broker;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;

/**
 * A real Kafka broker (KRaft, one node) in a process of its own, so that it can be frozen
 * and killed like one, and so that its version does not depend on the client under test.
 * It listens on the loopback address only. Ports, data and cluster id stay the same until
 * {@link #close()}, which leaves neither a process nor a file behind; the end of this JVM
 * does the same.
 * <p>
 * The methods return when what they are named after is true, so a test needs no waiting
 * of its own around them; only after {@link #thaw()} the clients have to recover first.
 *
 * @since 0.1.0
 */
public final class BrokerProcess implements AutoCloseable {

	/**
	 * The address of every listener.
	 */
	static final String HOST = "127.0.0.1";

	private static final Duration START_LIMIT = Duration.ofMinutes(2);

	private static final Duration STOP_LIMIT = Duration.ofSeconds(45);

	private static final int LOG_TAIL_LINES = 60;

	private final BrokerSettings settings;

	private final Path folder;

	private final Thread shutdownHook = new Thread(this::destroy, "stop-broker");

	private volatile @Nullable Process process;

	private BrokerProcess(BrokerSettings settings) {
		this.settings = settings;
		try {
			this.folder = Files.createTempDirectory("lease-guard-broker-");
			writeProperties();
		}
		catch (IOException ex) {
			throw new UncheckedIOException("The folder of the broker could not be made", ex);
		}
		Runtime.getRuntime().addShutdownHook(this.shutdownHook);
	}

	private void writeProperties() throws IOException {
		Properties properties = this.settings.toProperties(this.folder.resolve("data"));
		try (var writer = Files.newBufferedWriter(propertiesFile())) {
			properties.store(writer, null);
		}
	}

	/**
	 * Start to describe a broker.
	 * @return a builder
	 */
	public static Builder builder() {
		return new Builder();
	}

	/**
	 * Return the address of the plain listener.
	 * @return a value for {@code bootstrap.servers}
	 */
	public String bootstrapServers() {
		return HOST + ":" + this.settings.port();
	}

	/**
	 * Return the address of the SASL listener.
	 * @return a value for {@code bootstrap.servers}
	 */
	public String saslBootstrapServers() {
		if (this.settings.saslPort() == 0) {
			throw new IllegalStateException("The broker was built without a SASL listener");
		}
		return HOST + ":" + this.settings.saslPort();
	}

	/**
	 * Return the port of the plain listener.
	 * @return the port
	 */
	public int port() {
		return this.settings.port();
	}

	/**
	 * Return the id of the broker's process.
	 * @return the id given by the operating system
	 */
	public long pid() {
		return running().pid();
	}

	/**
	 * Return the folder of the broker's data, properties and log.
	 * @return the folder, deleted by {@link #close()}
	 */
	public Path folder() {
		return this.folder;
	}

	/**
	 * Return whether the broker's process is there, be it ready, frozen or neither.
	 * @return whether there is a process
	 */
	public boolean isAlive() {
		Process current = this.process;
		return current != null && current.isAlive();
	}

	/**
	 * Start the broker and wait until it serves requests and its group coordinator does,
	 * too.
	 * @return this broker
	 */
	public BrokerProcess start() {
		if (isAlive()) {
			throw new IllegalStateException("The broker is running already");
		}
		if (!Files.isDirectory(this.folder)) {
			throw new IllegalStateException("The broker is closed");
		}
		Process started = launch();
		this.process = started;
		try {
			new BrokerReadiness(bootstrapServers(), this.settings.nodeId()).await(started::isAlive, START_LIMIT);
		}
		catch (RuntimeException ex) {
			terminate(started);
			throw new IllegalStateException("The broker did not start, the end of its log:\n" + logTail(), ex);
		}
		return this;
	}

	private Process launch() {
		List<String> command = List.of(javaExecutable(), "-Xms64m", "-Xmx384m", "-XX:+UseSerialGC",
				"-XX:TieredStopAtLevel=1", "-Xshare:auto", "-Djava.awt.headless=true",
				"-Dorg.slf4j.simpleLogger.showDateTime=true",
				"-Dorg.slf4j.simpleLogger.dateTimeFormat=yyyy-MM-dd'T'HH:mm:ss.SSS",
				"-Dorg.slf4j.simpleLogger.log.org.apache.kafka.common.config=warn", "-cp", BrokerClasspath.get(),
				BrokerMain.class.getName(), propertiesFile().toString(), this.settings.clusterId());
		ProcessBuilder builder = new ProcessBuilder(command).directory(this.folder.toFile())
			.redirectErrorStream(true)
			.redirectOutput(ProcessBuilder.Redirect.appendTo(logFile().toFile()));
		builder.environment().remove("JAVA_TOOL_OPTIONS");
		try {
			return builder.start();
		}
		catch (IOException ex) {
			throw new UncheckedIOException("The process of the broker could not be started", ex);
		}
	}

	/**
	 * Stop the broker as an operator does: it leaves the cluster in order and flushes its
	 * logs. A frozen broker is thawed first.
	 */
	public void stop() {
		Process current = running();
		signal(current, "CONT");
		// Not by Process.destroy(), which closes the standard input of the process as
		// well
		signal(current, "TERM");
		if (!ended(current, STOP_LIMIT)) {
			terminate(current);
			throw new IllegalStateException("The broker had to be killed, the end of its log:\n" + logTail());
		}
	}

	/**
	 * Kill the broker: its process is gone at once, its connections are reset, its data
	 * stay as they happen to be.
	 */
	public void kill() {
		terminate(running());
	}

	/**
	 * Stop the broker if it is running, and start it on the same port and the same data.
	 * @return this broker
	 */
	public BrokerProcess restart() {
		if (isAlive()) {
			stop();
		}
		return start();
	}

	/**
	 * Freeze the broker: its connections stay open, and nobody answers.
	 */
	public void freeze() {
		signal(running(), "STOP");
	}

	/**
	 * Let a frozen broker go on.
	 */
	public void thaw() {
		signal(running(), "CONT");
	}

	/**
	 * Return the last lines of the broker's log.
	 * @return the lines, or a note that there are none
	 */
	public String logTail() {
		try (Stream<String> lines = Files.lines(logFile(), StandardCharsets.UTF_8)) {
			List<String> all = lines.toList();
			return String.join("\n", all.subList(Math.max(0, all.size() - LOG_TAIL_LINES), all.size()));
		}
		catch (IOException | UncheckedIOException ex) {
			return "(no log: " + ex + ")";
		}
	}

	/**
	 * Kill the broker if it is running, and delete its folder.
	 */
	@Override
	public void close() {
		destroy();
		try {
			Runtime.getRuntime().removeShutdownHook(this.shutdownHook);
		}
		catch (IllegalStateException ex) {
			// The JVM is ending and the hook does the same work
		}
	}

	private void destroy() {
		Process current = this.process;
		if (current != null) {
			terminate(current);
		}
		deleteFolder();
	}

	private void deleteFolder() {
		if (!Files.exists(this.folder)) {
			return;
		}
		try (Stream<Path> paths = Files.walk(this.folder)) {
			paths.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("The folder of the broker could not be deleted", ex);
		}
	}

	private Process running() {
		Process current = this.process;
		if (current == null || !current.isAlive()) {
			throw new IllegalStateException("The broker is not running");
		}
		return current;
	}

	private static void terminate(Process process) {
		process.destroyForcibly();
		ended(process, STOP_LIMIT);
	}

	private static boolean ended(Process process, Duration limit) {
		try {
			return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return !process.isAlive();
		}
	}

	private static void signal(Process process, String name) {
		try {
			Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).inheritIO().start();
			if (!ended(kill, STOP_LIMIT) || kill.exitValue() != 0) {
				throw new IllegalStateException("Signal " + name + " could not be sent to the broker");
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException("The command 'kill' could not be run", ex);
		}
	}

	private static String javaExecutable() {
		return Path.of(System.getProperty("java.home"), "bin", "java").toString();
	}

	private Path propertiesFile() {
		return this.folder.resolve("server.properties");
	}

	private Path logFile() {
		return this.folder.resolve("broker.log");
	}

	@Override
	public String toString() {
		return "broker " + this.settings.nodeId() + " at " + bootstrapServers();
	}

	/**
	 * Describes a broker.
	 *
	 * @since 0.1.0
	 */
	public static final class Builder {

		private final Map<String, String> properties = new LinkedHashMap<>();

		private @Nullable BrokerProcess first;

		private @Nullable Duration reauthentication;

		private Builder() {
		}

		/**
		 * Add a property of the server, or replace one.
		 * @param name name of the property
		 * @param value value of the property
		 * @return this builder
		 */
		public Builder property(String name, String value) {
			this.properties.put(name, value);
			return this;
		}

		/**
		 * Add a listener for {@code SASL_PLAINTEXT} with {@code OAUTHBEARER} and
		 * unsecured tokens. The plain listener stays.
		 * @param reauthentication longest time after which a connection has to
		 * authenticate again ({@code connections.max.reauth.ms}, KIP-368)
		 * @return this builder
		 */
		public Builder saslListener(Duration reauthentication) {
			this.reauthentication = reauthentication;
			return this;
		}

		/**
		 * Let the broker ask access control lists. Clients of the plain listener may do
		 * everything, clients of the SASL listener what an entry allows them and nothing
		 * else.
		 * @return this builder
		 */
		public Builder accessControl() {
			property("authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer");
			return property("super.users", "User:ANONYMOUS");
		}

		/**
		 * Make the broker the second one of a cluster. Only the first one is a
		 * controller, so the second can be frozen or killed without harm to the first,
		 * and not the other way round.
		 * @param first the first broker of the cluster
		 * @return this builder
		 */
		public Builder joining(BrokerProcess first) {
			this.first = first;
			return this;
		}

		/**
		 * Prepare the broker: pick its ports and make its folder.
		 * @return the broker, not started
		 */
		public BrokerProcess build() {
			return new BrokerProcess(settings());
		}

		/**
		 * Prepare the broker and start it.
		 * @return the broker, ready
		 */
		public BrokerProcess start() {
			BrokerProcess broker = build();
			try {
				return broker.start();
			}
			catch (RuntimeException ex) {
				broker.close();
				throw ex;
			}
		}

		private BrokerSettings settings() {
			int port = LoopbackPorts.free();
			int saslPort = (this.reauthentication != null) ? LoopbackPorts.free() : 0;
			if (this.first != null) {
				BrokerSettings known = this.first.settings;
				return new BrokerSettings(known.nodeId() + 1, known.clusterId(), port, saslPort, this.reauthentication,
						known.controllerPort(), known.controllerVoters(), false, Map.copyOf(this.properties));
			}
			int controllerPort = LoopbackPorts.free();
			return new BrokerSettings(1, Uuid.randomUuid().toString(), port, saslPort, this.reauthentication,
					controllerPort, "1@" + HOST + ":" + controllerPort, true, Map.copyOf(this.properties));
		}

	}

}
