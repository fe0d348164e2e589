package io.leaseguard.sample;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.awaitility.Awaitility;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClientException;

/**
 * The sample in a process of its own, started with system properties as a user gives
 * them.
 */
final class SampleProcess implements AutoCloseable {

	private static final Duration LIMIT = Duration.ofMinutes(3);

	private final Path log;

	private final Process process;

	private final RestClient client;

	private SampleProcess(Path log, Process process, int port) {
		this.log = log;
		this.process = process;
		this.client = RestClient.builder().baseUrl("http://localhost:" + port).build();
	}

	static SampleProcess start(String... properties) throws IOException {
		int port = freePort();
		List<String> command = new ArrayList<>();
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		command.addAll(List.of(properties));
		command.addAll(List.of("-Xmx512m", "-cp", System.getProperty("java.class.path"),
				SampleApplication.class.getName(), "--server.port=" + port));
		Path log = Files.createTempFile("lease-guard-sample-", ".log");
		Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
		return new SampleProcess(log, process, port);
	}

	private static int freePort() throws IOException {
		try (ServerSocket socket = new ServerSocket(0)) {
			return socket.getLocalPort();
		}
	}

	/**
	 * Return the answer to a request, waiting for the application to be up.
	 * @param uri the path
	 * @return the body
	 */
	String get(String uri) {
		return Awaitility.await()
			.atMost(LIMIT)
			.pollInterval(Duration.ofMillis(500))
			.ignoreExceptionsInstanceOf(RestClientException.class)
			.until(() -> this.process.isAlive() ? this.client.get().uri(uri).retrieve().body(String.class)
					: "ended:\n" + log(), (body) -> body != null);
	}

	String log() throws IOException {
		return Files.readString(this.log);
	}

	@Override
	public void close() throws IOException, InterruptedException {
		this.process.destroy();
		if (!this.process.waitFor(LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
			this.process.destroyForcibly();
		}
		Files.deleteIfExists(this.log);
	}

}
