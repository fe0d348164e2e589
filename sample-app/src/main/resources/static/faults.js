// The faults that the sample can inject into itself.

import { element, exact, icon, text } from "./dom.js";
import { ICONS } from "./status.js";

const FAULTS = [
	{
		id: "stuck",
		title: "Stuck record",
		says: (listeners) => `Payments block. OVERDUE after ${of(listeners.payments, recordTimeout)}, LEASE_EXPIRED after ${of(listeners.payments, lease)}.`,
		inject: ["Block payments", "stuck"],
		undo: ["Release", "release"],
		active: (faults) => faults.stuck
	},
	{
		id: "slow",
		title: "Slow records",
		says: () => "Each payment takes 4 s more: AT_RISK as soon as a batch will not fit, then LEASE_EXPIRED, again and again.",
		inject: ["Slow down", "slow?millis=4000"],
		undo: ["Release", "release"],
		active: (faults) => faults.slowMs > 0
	},
	{
		id: "heartbeat",
		title: "Dead heartbeat",
		says: (listeners, faults) => `A heartbeat thread ends. HEARTBEAT_LOST after ${of(listeners.payments, session)}, ${repair(faults)}.`,
		inject: ["Kill heartbeat", "kill-heartbeat"]
	},
	{
		id: "poison",
		title: "Poison record",
		says: (listeners) => `A refund that always fails. PROGRESS_STALLED after ${of(listeners.refunds, lease)}.`,
		inject: ["Send poison", "poison"],
		undo: ["Remove poison", "remove-poison"],
		active: (faults) => faults.poison
	},
	{
		id: "authentication",
		title: "Broken authentication",
		says: (listeners, faults) => authenticated(faults) ? "No more tokens; those in use end within 10 s. Mend it then: a client with KAFKA-20253 stays without heartbeat."
			: "Needs the profile \u201csasl\u201d: start with -Dspring-boot.run.profiles=sasl.",
		inject: ["Break authentication", "break-authentication"],
		undo: ["Mend authentication", "mend-authentication"],
		active: (faults) => faults.authenticationBroken,
		available: authenticated
	},
	{
		id: "pause",
		title: "Pause",
		says: () => "Payments pause on purpose: no fault. PAUSED, and health stays UP.",
		inject: ["Pause payments", "pause"],
		undo: ["Resume payments", "resume"],
		active: (faults) => faults.paused
	},
	{
		id: "orders",
		title: "Quiet topics",
		says: () => "No orders: no fault either. A commit that fails would heal a lost heartbeat by chance.",
		inject: ["Hold orders", "hold-orders"],
		undo: ["Let orders come", "place-orders"],
		active: (faults) => faults.ordersHeld
	}
];

export class FaultPanel {

	/**
	 * @param parent the list to fill
	 * @param answer where to say what went wrong
	 * @param injected called when a fault was injected or undone
	 */
	constructor(parent, answer, injected) {
		this.answer = answer;
		this.injected = injected;
		this.rows = FAULTS.map((fault) => this.row(fault));
		parent.append(...this.rows.map((row) => row.node));
	}

	row(fault) {
		const saysId = `fault-${fault.id}-says`;
		const says = element("p", { id: saysId, class: "says" });
		const state = element("span", { class: "fault-state" }, icon(ICONS.open), "active");
		const button = element("button", { type: "button", id: `fault-${fault.id}`, "aria-describedby": saysId, disabled: "" },
			fault.inject[0]);
		const row = { fault, says, state, button,
			node: element("li", { class: "fault" },
				element("div", { class: "fault-words" }, element("h3", {}, fault.title, state), says), button) };
		button.addEventListener("click", () => this.send(row));
		return row;
	}

	async send(row) {
		const [label, path] = row.active ? row.fault.undo : row.fault.inject;
		try {
			const response = await fetch(`faults/${path}`, { method: "POST", signal: AbortSignal.timeout(10_000) });
			const body = await response.json();
			text(this.answer, response.ok ? "" : `${label}: ${body.detail ?? response.status}`);
			if (response.ok) {
				this.injected(body);
			}
		}
		catch {
			text(this.answer, `${label}: the application does not answer`);
		}
	}

	show(faults, listeners) {
		for (const row of this.rows) {
			row.active = Boolean(row.fault.active?.(faults));
			row.node.dataset.active = row.active;
			row.state.hidden = !row.active;
			row.button.disabled = row.fault.available ? !row.fault.available(faults) : false;
			text(row.button, (row.active ? row.fault.undo : row.fault.inject)[0]);
			text(row.says, row.fault.says(listeners, faults));
		}
	}

}

function authenticated(faults) {
	return typeof faults.authenticationBroken === "boolean";
}

function of(listener, reading) {
	const millis = listener ? reading(listener) : undefined;
	return millis === undefined ? "a while" : exact(millis);
}

function recordTimeout(listener) {
	return listener.terms.recordTimeoutMs;
}

function lease(listener) {
	return listener.leaseMs;
}

function session(listener) {
	return listener.settings["session.timeout.ms"]?.value;
}

function repair(faults) {
	return faults.recoveryMode === "NONE" ? "and nobody repairs it" : "then it rejoins";
}
