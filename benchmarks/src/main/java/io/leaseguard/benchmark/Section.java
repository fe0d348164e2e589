package io.leaseguard.benchmark;

import java.util.ArrayList;
import java.util.List;

/**
 * One section of the report.
 */
final class Section {

	private final String title;

	private final String method;

	private final List<String> header;

	private final List<List<String>> rows = new ArrayList<>();

	private final List<String> goals = new ArrayList<>();

	/**
	 * Begin a section.
	 * @param title the title
	 * @param method what was measured and how
	 * @param header the header of the table
	 */
	Section(String title, String method, String... header) {
		this.title = title;
		this.method = method;
		this.header = List.of(header);
	}

	void row(Object... cells) {
		this.rows.add(List.of(cells).stream().map(String::valueOf).toList());
	}

	/**
	 * Compare a figure with its goal.
	 * @param what what the figure is
	 * @param value the figure
	 * @param limit the goal
	 * @param unit its unit
	 */
	void atMost(String what, double value, double limit, String unit) {
		goal(what, value, "at most", limit, unit, value <= limit);
	}

	void atLeast(String what, double value, double limit, String unit) {
		goal(what, value, "at least", limit, unit, value >= limit);
	}

	private void goal(String what, double value, String relation, double limit, String unit, boolean met) {
		this.goals.add("%s: %s %s %s; measured %s%s: **%s**".formatted(what, relation, Spread.number(limit), unit,
				Spread.number(value), unit.isEmpty() ? "" : " " + unit, met ? "met" : "missed"));
	}

	String markdown() {
		StringBuilder text = new StringBuilder("## " + this.title + "\n\n" + this.method + "\n\n");
		text.append("| ").append(String.join(" | ", this.header)).append(" |\n");
		text.append("| --- ").append("| --: ".repeat(this.header.size() - 1)).append("|\n");
		this.rows.forEach((row) -> text.append("| ").append(String.join(" | ", row)).append(" |\n"));
		if (!this.goals.isEmpty()) {
			text.append("\n");
			this.goals.forEach((goal) -> text.append("- ").append(goal).append("\n"));
		}
		return text.toString();
	}

}
