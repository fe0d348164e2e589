package io.leaseguard.test.lab;

import java.util.ArrayList;
import java.util.List;

/**
 * A line of the table.
 *
 * @param kind one of the kinds below
 * @param cells name, client, and what the table of that kind shows
 */
record Result(String kind, List<String> cells) {

	static final String FAULT = "fault";

	static final String CONTROL = "control";

	static final String HEALTHY = "healthy";

	/**
	 * The cell that the control experiment fills.
	 */
	static final String PENDING = "not run";

	Result {
		cells = cells.stream().map((cell) -> cell.replaceAll("[\\t\\r\\n|]+", " ")).toList();
	}

	String name() {
		return this.cells.get(0);
	}

	String client() {
		return this.cells.get(1);
	}

	/**
	 * Return this result with what its control experiment has shown.
	 */
	Result with(List<Result> all) {
		return all.stream()
			.filter((other) -> other.kind.equals(CONTROL) && other.name().equals(name())
					&& other.client().equals(client()))
			.findFirst()
			.map(this::withControl)
			.orElse(this);
	}

	private Result withControl(Result control) {
		List<String> filled = new ArrayList<>(this.cells);
		filled.replaceAll((cell) -> cell.equals(PENDING) ? control.cells.get(2) : cell);
		return new Result(this.kind, filled);
	}

	String toLine() {
		return this.kind + "\t" + String.join("\t", this.cells);
	}

	static Result ofLine(String line) {
		List<String> parts = List.of(line.split("\t", -1));
		return new Result(parts.get(0), parts.subList(1, parts.size()));
	}

}
