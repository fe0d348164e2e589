package io.leaseguard.test.lab;

import java.util.List;

/**
 * A line of the table.
 *
 * @param kind {@code fault} or {@code healthy}
 * @param cells name, client, and what the table of that kind shows
 */
record Result(String kind, List<String> cells) {

	static final String FAULT = "fault";

	static final String HEALTHY = "healthy";

	Result {
		cells = cells.stream().map((cell) -> cell.replaceAll("[\\t\\r\\n|]+", " ")).toList();
	}

	String name() {
		return this.cells.get(0);
	}

	String toLine() {
		return this.kind + "\t" + String.join("\t", this.cells);
	}

	static Result ofLine(String line) {
		List<String> parts = List.of(line.split("\t", -1));
		return new Result(parts.get(0), parts.subList(1, parts.size()));
	}

}
