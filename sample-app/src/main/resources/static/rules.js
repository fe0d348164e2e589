// Shows docs/rules.md, of whose Markdown it knows what that page uses.

import { element } from "./dom.js";

const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)\s]+)\)/g;

const BLOCKS = [
	{ when: /^```/, build: code },
	{ when: /^#{1,4} /, build: heading },
	{ when: /^\|/, build: table },
	{ when: /^- /, build: list },
	{ when: /./, build: paragraph }
];

function inline(markdown) {
	const nodes = [];
	let end = 0;
	for (const match of markdown.matchAll(INLINE)) {
		nodes.push(markdown.slice(end, match.index));
		end = match.index + match[0].length;
		const [, literal, strong, label, target] = match;
		if (literal) {
			nodes.push(element("code", {}, literal));
		}
		else if (strong) {
			nodes.push(element("strong", {}, ...inline(strong)));
		}
		else {
			// The other pages of the documentation are not here.
			const here = /^(#|https:)/.test(target);
			nodes.push(here ? element("a", { href: target }, ...inline(label)) : element("span", {}, ...inline(label)));
		}
	}
	nodes.push(markdown.slice(end));
	return nodes;
}

function take(lines, accept) {
	const taken = [];
	while (lines.length > 0 && accept(lines[0])) {
		taken.push(lines.shift());
	}
	return taken;
}

function code(lines) {
	lines.shift();
	const content = take(lines, (line) => !line.startsWith("```"));
	lines.shift();
	return element("pre", { tabindex: "0" }, content.join("\n"));
}

function heading(lines) {
	const [, level, title] = lines.shift().match(/^(#+) (.*)$/);
	return element(`h${level.length}`, { id: title.toLowerCase().replace(/[^a-z0-9 -]/g, "").replaceAll(" ", "-") }, ...inline(title));
}

function table(lines) {
	const rows = take(lines, (line) => line.startsWith("|"))
		.map((line) => line.replace(/^\||\|$/g, "").split("|").map((cell) => cell.trim()));
	const row = (cells, name) => element("tr", {}, ...cells.map((cell) => element(name, {}, ...inline(cell))));
	return element("div", { class: "wide", tabindex: "0" }, element("table", {}, element("thead", {}, row(rows[0], "th")),
		element("tbody", {}, ...rows.slice(2).map((cells) => row(cells, "td")))));
}

function list(lines) {
	const items = [];
	for (const line of take(lines, (candidate) => /^(- |  )/.test(candidate))) {
		if (line.startsWith("- ")) {
			items.push(line.slice(2));
		}
		else {
			items.push(`${items.pop()} ${line.trim()}`);
		}
	}
	return element("ul", {}, ...items.map((item) => element("li", {}, ...inline(item))));
}

function paragraph(lines) {
	return element("p", {}, ...inline(take(lines, (line) => line !== "" && !/^(#|\||- |```)/.test(line)).join(" ")));
}

async function show() {
	const response = await fetch("docs/rules.md");
	const lines = (await response.text()).split("\n");
	const main = document.getElementById("rules");
	while (lines.length > 0) {
		const block = BLOCKS.find((candidate) => candidate.when.test(lines[0]));
		if (block) {
			main.append(block.build(lines));
		}
		else {
			lines.shift();
		}
	}
	// Now that there is something to scroll to.
	if (location.hash) {
		location.replace(location.hash);
	}
}

show();
