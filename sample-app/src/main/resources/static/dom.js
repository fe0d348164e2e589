// Small helpers to build the page without a library, and without markup in strings.

const SVG = "http://www.w3.org/2000/svg";

export function element(name, attributes = {}, ...children) {
	const node = document.createElement(name);
	for (const [key, value] of Object.entries(attributes)) {
		if (value !== undefined && value !== null && value !== false) {
			node.setAttribute(key, value);
		}
	}
	node.append(...children.filter((child) => child !== null && child !== undefined));
	return node;
}

/** An icon of 16 x 16, drawn by paths in the colour of the text around it. */
export function icon(paths, className = "icon") {
	const svg = document.createElementNS(SVG, "svg");
	svg.setAttribute("viewBox", "0 0 16 16");
	svg.setAttribute("class", className);
	svg.setAttribute("aria-hidden", "true");
	for (const path of paths.split("|")) {
		const node = document.createElementNS(SVG, "path");
		node.setAttribute("d", path.replace(/^fill:/, ""));
		node.setAttribute("class", path.startsWith("fill:") ? "solid" : "line");
		svg.append(node);
	}
	return svg;
}

/** Sets a text only where it differs, so that a screen reader and a selection are left in peace. */
export function text(node, value) {
	if (node.textContent !== value) {
		node.textContent = value;
	}
}

/** Builds the content of a node anew only when what it shows has changed. */
export function whenChanged(node, value, build) {
	const key = JSON.stringify(value ?? null);
	if (node.shown !== key) {
		node.shown = key;
		node.replaceChildren(...build(value));
	}
}

/** A duration to read at a glance: "0.4 s", "19 s", "26 m 16 s". */
export function age(millis) {
	const seconds = millis / 1000;
	if (seconds < 10) {
		return `${seconds.toFixed(1)} s`;
	}
	return seconds < 60 ? `${Math.floor(seconds)} s` : exact(Math.floor(seconds) * 1000);
}

/** A duration without rounding: "100 ms", "18.9 s", "26 m 16 s". */
export function exact(millis) {
	if (millis > 0 && millis < 1000) {
		return `${millis} ms`;
	}
	const units = [["d", 86_400_000], ["h", 3_600_000], ["m", 60_000]];
	const parts = [];
	let rest = millis;
	for (const [unit, size] of units) {
		if (rest >= size) {
			parts.push(`${Math.floor(rest / size)} ${unit}`);
			rest %= size;
		}
	}
	if (rest > 0 || parts.length === 0) {
		parts.push(`${rest / 1000} s`);
	}
	return parts.join(" ");
}

/** The time of day: "17:20:36". */
export function time(date) {
	return date.toLocaleTimeString([], { hour12: false });
}
