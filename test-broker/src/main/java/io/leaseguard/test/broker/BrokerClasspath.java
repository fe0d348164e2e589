package io.leaseguard.test.broker;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.stream.Collectors;

/**
 * The class path of the broker's process, as the build has written it down. It has
 * nothing in common with the class path of the tests except for {@link BrokerMain}.
 */
final class BrokerClasspath {

	private static final String RESOURCE = "broker.classpath";

	private BrokerClasspath() {
	}

	/**
	 * Return the class path.
	 * @return the class path, ready for {@code java -cp}
	 */
	static String get() {
		try (InputStream stream = BrokerClasspath.class.getResourceAsStream(RESOURCE)) {
			if (stream == null) {
				throw new IllegalStateException("The class path of the broker is missing: "
						+ "run './mvnw process-classes -pl test-broker' once");
			}
			BufferedReader reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
			String jars = reader.lines()
				.filter((line) -> !line.isBlank())
				.collect(Collectors.joining(File.pathSeparator));
			return ownCode() + File.pathSeparator + jars;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static Path ownCode() {
		CodeSource source = BrokerMain.class.getProtectionDomain().getCodeSource();
		if (source == null) {
			throw new IllegalStateException("The code of " + BrokerMain.class + " has no location");
		}
		try {
			return Path.of(source.getLocation().toURI());
		}
		catch (URISyntaxException ex) {
			throw new IllegalStateException("The code of " + BrokerMain.class + " is not in a file", ex);
		}
	}

}
