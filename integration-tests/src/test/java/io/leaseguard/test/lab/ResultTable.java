package io.leaseguard.test.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.leaseguard.container.KafkaClientVersion;

/**
 * Collects the results of a run, prints them at its end, keeps them in a file of the
 * client under test, and makes the page of all such files when asked to.
 */
final class ResultTable {

	private static final Path FOLDER = Path.of("target", "laboratory");

	private static final Queue<Result> RESULTS = new ConcurrentLinkedQueue<>();

	private ResultTable() {
	}

	static void add(Result result) {
		RESULTS.add(result);
	}

	/**
	 * Return the client under test.
	 */
	static String client() {
		int java = Runtime.version().feature();
		return KafkaClientVersion.read() + ((java == 17) ? "" : ", Java " + java);
	}

	/**
	 * Print the results of a kind and keep them, beside those that an earlier run of
	 * other scenarios has left.
	 */
	static void close(String kind) {
		List<Result> results = RESULTS.stream()
			.filter((result) -> result.kind().equals(kind))
			.sorted(Comparator.comparing(Result::name))
			.toList();
		try {
			Files.createDirectories(FOLDER);
			Path file = FOLDER.resolve(kind + "-" + client().replaceAll("[^0-9a-zA-Z.]+", "-") + ".tsv");
			List<Result> all = new ArrayList<>(results);
			if (Files.exists(file)) {
				Set<String> anew = results.stream().map(Result::name).collect(Collectors.toSet());
				Files.readAllLines(file)
					.stream()
					.map(Result::ofLine)
					.filter((old) -> !anew.contains(old.name()))
					.forEach(all::add);
			}
			Files.write(file, all.stream().map(Result::toLine).toList());
			String page = System.getProperty("laboratory.page");
			if (page != null && !page.isBlank()) {
				FaultsPage.write(Path.of(page), kept());
			}
			System.out.println();
			FaultsPage.table(kind, List.copyOf(RESULTS)).forEach(System.out::println);
			System.out.println();
		}
		catch (IOException ex) {
			throw new UncheckedIOException("The results could not be kept", ex);
		}
	}

	private static List<Result> kept() throws IOException {
		List<Result> results = new ArrayList<>();
		try (Stream<Path> files = Files.list(FOLDER)) {
			for (Path file : files.filter((path) -> path.toString().endsWith(".tsv")).sorted().toList()) {
				Files.readAllLines(file).stream().map(Result::ofLine).forEach(results::add);
			}
		}
		return results;
	}

}
