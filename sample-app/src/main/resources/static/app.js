// Asks the application once a second, and shows what it says.

import { age, element, icon, text, whenChanged } from "./dom.js";
import { Changes } from "./changes.js";
import { FaultPanel } from "./faults.js";
import { ListenerCards } from "./listeners.js";
import { ICONS, health } from "./status.js";

const INTERVAL_MS = 1000;
const PATIENCE_MS = 5000;

const byId = (id) => document.getElementById(id);
const cards = new ListenerCards(byId("listeners"));
const changes = new Changes(byId("changes"), byId("changes-none"));
const faultPanel = new FaultPanel(byId("faults"), byId("faults-answer"), (faults) => faultPanel.show(faults, listeners));

let listeners = {};
let answeredAt = performance.now();

async function json(path) {
	const response = await fetch(path, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) });
	return response.json();
}

async function refresh() {
	try {
		// A health that is DOWN answers with 503, and with the same document.
		const [leases, healthNow, faults] = await Promise.all([json("actuator/leases"), json("actuator/health"), json("faults")]);
		answeredAt = performance.now();
		listeners = leases.listeners;
		cards.show(listeners);
		faultPanel.show(faults, listeners);
		showHealth(healthNow);
		showClient(leases.kafkaClient, faults.recoveryMode);
		changes.show(listeners, healthNow.status);
		connection(true, "Live");
	}
	catch {
		connection(false, `No answer for ${age(performance.now() - answeredAt)}`);
	}
	setTimeout(refresh, INTERVAL_MS);
}

function connection(alive, words) {
	document.body.dataset.alive = alive;
	text(byId("connection"), words);
}

function showHealth(answer) {
	const meaning = health(answer.status);
	byId("health").dataset.tone = meaning.tone;
	whenChanged(byId("health-icon"), answer.status, () => [icon(meaning.icon)]);
	text(byId("health-status"), answer.status);
	document.title = answer.status === "UP" ? "Lease Guard" : `${answer.status} \u00b7 Lease Guard`;
	const watchdog = answer.components?.leaseGuard?.details?.["lease-guard.watchdog"];
	whenChanged(byId("notices"), watchdog, () => watchdog ? [element("p", { class: "notice", role: "alert" }, icon(ICONS.open),
		`The watchdog is ${watchdog.status}: what you see is ${age(watchdog.tickAgeMs)} old.`)] : []);
}

function showClient(client, recoveryMode) {
	text(byId("client-version"), client.version ?? "unknown");
	text(byId("recovery-mode"), recoveryMode.toLowerCase());
	whenChanged(byId("advisories"), client.advisories, () => client.advisories.map((advisory) => advisoryItem(advisory, client.version)));
}

function advisoryItem(advisory, version) {
	return element("li", { class: "advisory", "data-tone": advisory.affected ? "warn" : "calm" },
		element("p", {}, icon(advisory.affected ? ICONS.open : ICONS.done),
			element("strong", {}, advisory.id), advisory.affected ? ` affects ${version}` : ` does not affect ${version}`),
		element("p", { class: "lead" }, advisory.summary),
		advisory.affected ? element("p", { class: "lead" }, `Fixed in ${advisory.fixedIn.join(", ")}`) : null);
}

refresh();
