// The cards of the listeners. Each is built once and updated in place afterwards.

import { age, element, exact, icon, text, time, whenChanged } from "./dom.js";
import { ConsumerRow } from "./consumers.js";
import { MARKS, outcome, severity, status, verdict } from "./status.js";

export class ListenerCards {

	constructor(parent) {
		this.parent = parent;
		this.cards = new Map();
	}

	show(listeners) {
		for (const id of Object.keys(listeners)) {
			if (!this.cards.has(id)) {
				const card = new ListenerCard(id);
				this.cards.set(id, card);
				this.parent.append(card.node);
			}
			this.cards.get(id).show(listeners[id]);
		}
		for (const [id, card] of this.cards) {
			if (!listeners[id]) {
				card.node.remove();
				this.cards.delete(id);
			}
		}
	}

}

class ListenerCard {

	constructor(id) {
		this.id = id;
		this.rows = new Map();
		this.group = element("span", { class: "group" });
		this.verdict = element("span", { class: "verdict" });
		this.equation = element("p", { class: "equation" });
		this.marks = element("dl", { class: "marks" });
		this.consumers = element("ul", { class: "consumers" });
		this.none = element("p", { class: "none" });
		this.findings = element("div", { class: "findings" });
		this.recoveries = element("div", { class: "recoveries" });
		const title = `listener-${id}`;
		this.node = element("article", { class: "listener panel", "data-listener": id, "aria-labelledby": title },
			element("header", { class: "listener-head" }, element("h2", { id: title }, id), this.group, this.verdict),
			this.equation, this.consumers, this.none, this.marks, this.findings, this.recoveries);
	}

	show(listener) {
		text(this.group, group(listener));
		text(this.verdict, listener.verdict);
		this.verdict.dataset.verdict = listener.verdict;
		this.verdict.title = verdict(listener.verdict);
		whenChanged(this.equation, listener.equation, equation);
		whenChanged(this.marks, marks(listener), (values) => values.map(markMeaning));
		this.showConsumers(listener);
		whenChanged(this.findings, listener.findings, findings);
		whenChanged(this.recoveries, listener.recoveries, recoveries);
	}

	showConsumers(listener) {
		for (const consumer of listener.consumers) {
			if (!this.rows.has(consumer.index)) {
				const row = new ConsumerRow(this.id, consumer.index);
				this.rows.set(consumer.index, row);
				this.consumers.append(row.node);
			}
			this.rows.get(consumer.index).show(consumer, listener);
		}
		for (const [index, row] of this.rows) {
			if (!listener.consumers.some((consumer) => consumer.index === index)) {
				row.node.remove();
				this.rows.delete(index);
			}
		}
		const why = listener.stopReason ? `No consumer: ${listener.stopReason}` : "No consumer: stopped";
		text(this.none, listener.consumers.length === 0 ? why : "");
	}

}

function group(listener) {
	const splits = listener.splits > 0 ? `batches split so far: ${listener.splits}` : null;
	return [listener.groupId ? `group ${listener.groupId}` : null, splits].filter(Boolean).join(" \u00b7 ");
}

function equation(value) {
	return value ? [element("span", { class: "numbers" }, value.replaceAll(" x ", " \u00d7 "))]
		: ["No record timeout is declared: there is no required lease."];
}

function marks(listener) {
	const timeout = listener.terms.recordTimeoutMs;
	return [["record", timeout ?? listener.terms.batchTimeoutMs, timeout ? undefined : "Batch timeout"],
		["required", listener.requiredLeaseMs], ["lease", listener.leaseMs], ["detection", listener.detectionDelayMs]];
}

function markMeaning([name, millis, label]) {
	const mark = MARKS[name];
	return element("div", { class: "mark-meaning", "data-mark": name },
		element("dt", {}, icon(mark.icon), label ?? mark.label),
		element("dd", {}, millis === undefined ? "undeclared" : exact(millis)));
}

function findings(list) {
	if (!list || list.length === 0) {
		return [];
	}
	return [element("h3", {}, list.length === 1 ? "1 finding" : `${list.length} findings`),
		element("ul", {}, ...list.map(finding))];
}

function finding(found) {
	const meaning = severity(found.severity);
	return element("li", { class: "finding", "data-tone": meaning.tone },
		element("p", { class: "finding-head" }, icon(meaning.icon), element("strong", {}, found.severity), " ",
			element("a", { href: `rules.html#${found.rule}` }, found.rule)),
		element("p", {}, found.message),
		element("p", { class: "fix" }, element("strong", {}, "Fix"), " ", found.fix));
}

function recoveries(list) {
	if (!list || list.length === 0) {
		return [];
	}
	return [element("h3", {}, "Last repairs"), element("ol", {}, ...list.map(recovery))];
}

function recovery(past) {
	const meaning = outcome(past);
	return element("li", { class: "recovery", "data-tone": meaning.tone },
		element("time", { datetime: past.time }, time(new Date(past.time))),
		element("span", {}, `consumer ${past.consumer}`),
		element("span", { class: "status-word" }, past.status ? icon(status(past.status).icon) : null, past.status ?? "on request"),
		element("span", {}, past.action),
		element("strong", { class: "outcome" }, icon(meaning.icon), past.outcome),
		element("span", { class: "took" }, `after ${age(past.durationMs)}`));
}
