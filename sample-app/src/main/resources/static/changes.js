// What has changed since the page was opened: read aloud as well.

import { element, icon, text, time } from "./dom.js";
import { health, outcome, status } from "./status.js";

const KEPT = 8;

/** Between these two a consumer changes all the time. */
const ROUTINE = ["IDLE", "WORKING"];

export class Changes {

	constructor(parent, none) {
		this.parent = parent;
		this.none = none;
		this.last = new Map();
	}

	show(listeners, healthStatus) {
		for (const [id, listener] of Object.entries(listeners)) {
			for (const consumer of listener.consumers) {
				this.note(`${id} ${consumer.index}`, consumer.status, status(consumer.status));
			}
			this.noteRepair(id, listener.recoveries?.[0]);
		}
		this.note("Health", healthStatus, health(healthStatus));
	}

	note(subject, now, meaning) {
		const before = this.last.get(subject);
		this.last.set(subject, now);
		if (before !== undefined && before !== now && !(ROUTINE.includes(before) && ROUTINE.includes(now))) {
			this.add(subject, now, meaning);
		}
	}

	noteRepair(id, past) {
		const before = this.last.get(id);
		this.last.set(id, past?.time ?? "");
		if (before !== undefined && past && before !== past.time) {
			this.add(`${id} ${past.consumer}`, `${past.action} ${past.outcome}`, outcome(past));
		}
	}

	add(subject, now, meaning) {
		text(this.none, "");
		this.parent.prepend(element("li", { class: "change", "data-tone": meaning.tone },
			element("time", {}, time(new Date())), element("span", {}, subject),
			element("span", { class: "status-word" }, icon(meaning.icon), now)));
		while (this.parent.children.length > KEPT) {
			this.parent.lastElementChild.remove();
		}
	}

}
