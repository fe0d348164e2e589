package io.leaseguard.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Measures everything and writes it down.
 */
public final class PerformanceReport {

	private static final Map<String, Function<Effort, Section>> PARTS = parts();

	private PerformanceReport() {
	}

	private static Map<String, Function<Effort, Section>> parts() {
		Map<String, Function<Effort, Section>> parts = new LinkedHashMap<>();
		parts.put("record", JmhSections::record);
		parts.put("poll", JmhSections::poll);
		parts.put("throughput", ThroughputMeasurement::measure);
		parts.put("loop", JmhSections::loop);
		parts.put("views", JmhSections::views);
		parts.put("memory", MemoryMeasurement::measure);
		parts.put("startup", StartUpMeasurement::measure);
		parts.put("detection", DetectionMeasurement::measure);
		return parts;
	}

	/**
	 * Measure.
	 * @param arguments the effort, {@code full} or {@code smoke}; the parts, separated by
	 * commas, or {@code all}; the file to write, which is written when all was measured
	 * in full
	 * @throws IOException if the file can't be written
	 */
	public static void main(String[] arguments) throws IOException {
		Effort effort = Effort.of(arguments[0]);
		boolean all = arguments[1].equals("all");
		List<String> names = all ? List.copyOf(PARTS.keySet()) : List.of(arguments[1].split(","));
		Machine machine = Machine.now();
		List<String> sections = new ArrayList<>();
		for (String name : names) {
			Function<Effort, Section> part = PARTS.get(name);
			if (part == null) {
				throw new IllegalArgumentException(
						"'benchmarks.parts' has '" + name + "', which is none of " + PARTS.keySet());
			}
			sections.add(part.apply(effort).markdown());
		}
		String page = page(machine, sections);
		System.out.println(page);
		if (all && effort.name().equals("full")) {
			Files.writeString(Path.of(arguments[2]), page);
		}
		// Clients of the simulated applications may leave threads behind.
		System.exit(0);
	}

	private static String page(Machine machine, List<String> sections) {
		return """
				# Performance

				What the guard costs, beside what an application runs anyway. This page is made by

				```
				./mvnw -Pbenchmarks -DskipTests -pl benchmarks -am verify
				```

				and by nothing else: do not edit it. The command takes about half an hour. With \
				`-Dbenchmarks.mode=smoke` it takes a few minutes, proves that everything runs, prints figures that \
				mean nothing and leaves this page alone; `-Dbenchmarks.parts=record,poll` measures parts, and leaves \
				it alone, too. That the path of a record and an empty poll allocate nothing is a test of the normal \
				build (`RecordPathTests`).

				Every figure stands beside one that was measured in the same run; ratios are made round by round \
				and their median is given, with the least and the most in brackets. Times in a row are medians with \
				the same spread.

				%s

				%s""".formatted(machine.markdown(), String.join("\n", sections));
	}

}
