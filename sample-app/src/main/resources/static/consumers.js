// One consumer: its status, its lease as a bar, and its pulse.

import { age, element, exact, icon, text, whenChanged } from "./dom.js";
import { ICONS, MARKS, status } from "./status.js";

/** How far the scale of a bar goes beyond the last mark on it. */
const MARGIN = 1.06;

/** Beyond that a prediction would make everything else on a bar too small. */
const MOST_PREDICTED = 2;

export class ConsumerRow {

	constructor(listenerId, index) {
		this.listenerId = listenerId;
		this.index = index;
		this.icon = element("span", { class: "status-icon" });
		this.word = element("strong", { class: "status-name" });
		this.meaning = element("p", { class: "meaning" });
		this.assigned = element("p", { class: "assigned" });
		this.fill = element("div", { class: "fill" });
		this.over = element("div", { class: "over" });
		this.ahead = element("div", { class: "ahead" });
		this.marks = {};
		for (const name of Object.keys(MARKS)) {
			this.marks[name] = element("div", { class: "mark", "data-mark": name }, icon(MARKS[name].icon));
		}
		this.track = element("div", { class: "track", role: "meter", "aria-valuemin": "0",
			"aria-label": `Lease used by ${listenerId}, consumer ${index}` },
			element("div", { class: "groove" }, this.ahead, this.fill, this.over), ...Object.values(this.marks));
		this.used = element("strong", { class: "used" });
		this.of = element("span", { class: "of" });
		this.beat = element("span", { class: "beat" });
		this.pulseAge = element("strong", {});
		this.pulseLimit = element("span", { class: "of" });
		this.pulseFill = element("div", { class: "fill" });
		this.pulseTrack = element("div", { class: "pulse-track" }, this.pulseFill);
		this.facts = element("p", { class: "facts" });
		this.detail = element("p", { class: "detail" });
		this.stack = element("div", { class: "stack" });
		this.node = element("li", { class: "consumer", "data-consumer": index },
			element("div", { class: "status" }, element("p", { class: "status-word" }, this.icon, this.word), this.meaning),
			element("div", { class: "who" }, element("p", { class: "consumer-name" }, `consumer ${index}`), this.assigned),
			element("div", { class: "lease" }, element("p", { class: "reading" }, element("span", {}, "Lease "), this.used, this.of), this.track),
			element("div", { class: "pulse" },
				element("p", { class: "reading" }, this.beat, element("span", {}, "Pulse "), this.pulseAge, this.pulseLimit), this.pulseTrack),
			element("div", { class: "facts-block" }, this.facts, this.detail, this.stack));
	}

	show(consumer, listener) {
		this.showStatus(consumer);
		this.showLease(consumer, listener);
		this.showPulse(consumer, listener);
		text(this.facts, facts(consumer));
		text(this.detail, consumer.detail ?? "");
		whenChanged(this.stack, consumer.stack, stack);
	}

	showStatus(consumer) {
		const meaning = status(consumer.status);
		this.node.dataset.status = consumer.status;
		this.node.dataset.tone = meaning.tone;
		whenChanged(this.icon, consumer.status, () => [icon(meaning.icon)]);
		text(this.word, consumer.status);
		text(this.meaning, meaning.means);
		text(this.assigned, partitions(consumer.assigned));
		this.assigned.title = consumer.assigned.join(", ");
	}

	showLease(consumer, listener) {
		// Not the age of the poll: inside poll() a consumer uses nothing of its lease.
		const usedMs = consumer.leaseUsed * listener.leaseMs;
		const predicted = consumer.predictedLeaseUsed ?? 0;
		const predictedMs = Math.min(predicted, MOST_PREDICTED) * listener.leaseMs;
		const end = Math.max(listener.leaseMs, listener.detectionDelayMs, usedMs, predictedMs) * MARGIN;
		stretch(this.ahead, predictedMs / end);
		stretch(this.fill, Math.min(usedMs, listener.leaseMs) / end);
		stretch(this.over, Math.max(0, usedMs - listener.leaseMs) / end);
		this.over.style.left = percent(listener.leaseMs / end);
		const at = { record: listener.terms.recordTimeoutMs ?? listener.terms.batchTimeoutMs,
			required: listener.requiredLeaseMs, lease: listener.leaseMs, detection: listener.detectionDelayMs };
		for (const [name, mark] of Object.entries(this.marks)) {
			mark.hidden = at[name] === undefined;
			mark.style.left = percent((at[name] ?? 0) / end);
			mark.title = `${MARKS[name].label} ${exact(at[name] ?? 0)}`;
		}
		const used = `${Math.round(consumer.leaseUsed * 100)} %`;
		text(this.used, used);
		const expected = predicted > 0 ? `, ${Math.round(predicted * 100)} % expected` : "";
		text(this.of, `${age(usedMs)} of ${exact(listener.leaseMs)}${expected}`);
		this.track.setAttribute("aria-valuemax", Math.max(1, consumer.leaseUsed));
		this.track.setAttribute("aria-valuenow", consumer.leaseUsed);
		this.track.setAttribute("aria-valuetext", `${used} of the lease of ${exact(listener.leaseMs)}${expected}`);
	}

	showPulse(consumer, listener) {
		const heartbeat = consumer.heartbeatAgeMs;
		const session = listener.settings["session.timeout.ms"]?.value;
		const lost = consumer.status === "HEARTBEAT_LOST";
		whenChanged(this.beat, lost, () => [icon(lost ? ICONS.lost : ICONS.heart)]);
		text(this.pulseAge, heartbeat === undefined ? "none yet" : exact(Math.floor(heartbeat / 1000) * 1000));
		text(this.pulseLimit, session === undefined ? "" : `of ${exact(session)}`);
		this.pulseTrack.hidden = session === undefined;
		stretch(this.pulseFill, session && heartbeat !== undefined ? Math.min(1, heartbeat / session) : 0);
	}

}

/** A bar grows as steadily as time goes by, and shrinks at once. */
function stretch(bar, part) {
	const before = bar.part ?? 0;
	bar.classList.toggle("growing", part > before);
	bar.part = part;
	bar.style.width = percent(part);
}

function percent(part) {
	return `${(part * 100).toFixed(2)}%`;
}

function partitions(assigned) {
	if (assigned.length === 0) {
		return "no partitions";
	}
	return assigned.length <= 2 ? assigned.join(", ") : `${assigned[0]} and ${assigned.length - 1} more`;
}

function facts(consumer) {
	const parts = [];
	if (consumer.position && consumer.recordAgeMs !== undefined) {
		parts.push(`${consumer.position} for ${age(consumer.recordAgeMs)}`);
	}
	if (consumer.recordsRemaining > 0) {
		parts.push(consumer.recordsRemaining === 1 ? "1 record in hand" : `${consumer.recordsRemaining} records in hand`);
	}
	if (consumer.stalled) {
		parts.push(`stands still: ${consumer.stalled.join(", ")}`);
	}
	if (consumer.stopReason) {
		parts.push(consumer.stopReason);
	}
	if (consumer.repair) {
		parts.push(`repair ${consumer.repair}`);
	}
	if (consumer.recoveries > 0) {
		parts.push(consumer.recoveries === 1 ? "1 repair so far" : `${consumer.recoveries} repairs so far`);
	}
	return parts.join(" \u00b7 ");
}

function stack(frames) {
	return frames ? [element("details", {}, element("summary", {}, "Where its thread is"),
		element("pre", { tabindex: "0" }, frames.join("\n")))] : [];
}
