package io.leaseguard.benchmark;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.stream.Stream;

import com.sun.management.OperatingSystemMXBean;
import org.apache.kafka.common.utils.AppInfoParser;
import org.springframework.boot.SpringBootVersion;

/**
 * Where and on what the figures were measured.
 *
 * @param loadBefore the load average of the machine when measuring began; negative when
 * unknown
 */
record Machine(double loadBefore) {

	private static final OperatingSystemMXBean SYSTEM = (OperatingSystemMXBean) ManagementFactory
		.getOperatingSystemMXBean();

	static Machine now() {
		return new Machine(SYSTEM.getSystemLoadAverage());
	}

	String markdown() {
		return """
				| | |
				| --- | --- |
				| date | %s |
				| processor | %s, %d cores |
				| memory | %.0f GiB |
				| system | %s, %s |
				| Java | %s %s |
				| Spring Boot | %s |
				| spring-kafka | %s |
				| kafka-clients | %s |
				| Micrometer | %s |
				| load average before and after | %.1f, %.1f |""".formatted(LocalDate.now(ZoneOffset.UTC), processor(),
				SYSTEM.getAvailableProcessors(), SYSTEM.getTotalMemorySize() / Math.pow(2, 30),
				System.getProperty("os.name"), System.getProperty("os.arch"), System.getProperty("java.vm.name"),
				System.getProperty("java.vm.version"), SpringBootVersion.getVersion(),
				version(org.springframework.kafka.core.ConsumerFactory.class), AppInfoParser.getVersion(),
				version(io.micrometer.core.instrument.MeterRegistry.class), this.loadBefore,
				SYSTEM.getSystemLoadAverage());
	}

	private static String version(Class<?> type) {
		return String.valueOf(type.getPackage().getImplementationVersion());
	}

	private static String processor() {
		try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
			return lines.filter((line) -> line.startsWith("model name"))
				.map((line) -> line.substring(line.indexOf(':') + 1).strip())
				.findFirst()
				.orElse("unknown");
		}
		catch (IOException ex) {
			return "unknown";
		}
	}

}
