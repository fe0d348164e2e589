// What the words of the guard mean: for each a tone (colour), a shape (icon) and a sentence.

const UNKNOWN = { tone: "quiet", icon: "M8 2.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 0 0 0-11z", means: "" };

const STATUSES = {
	IDLE: { tone: "calm", icon: "M8 3a5 5 0 1 0 0 10a5 5 0 0 0 0-10z", means: "Polls, and there is nothing to do." },
	WORKING: { tone: "calm", icon: "fill:M4.5 2.8v10.4a.6.6 0 0 0 .9.5l8.2-5.2a.6.6 0 0 0 0-1L5.4 2.3a.6.6 0 0 0-.9.5z", means: "Has records in hand." },
	STANDBY: { tone: "quiet", icon: "M4 8h.01|M8 8h.01|M12 8h.01", means: "A healthy spare without partitions." },
	PAUSED: { tone: "info", icon: "fill:M4 3h2.6v10H4z|fill:M9.4 3H12v10H9.4z", means: "All its partitions are paused." },
	REBALANCING: { tone: "info", icon: "M2.5 6h10l-3-3|M13.5 10h-10l3 3", means: "Waits for its group." },
	OVERDUE: { tone: "warn", icon: "M8 2.2a5.8 5.8 0 1 0 0 11.6a5.8 5.8 0 0 0 0-11.6z|M8 4.8V8l2.2 1.6", means: "A record has outlived its timeout." },
	AT_RISK: { tone: "warn", icon: "M8 2.2l6.2 11.3H1.8z|M8 6.3v3.4|M8 11.7h.01", means: "The rest of the batch is predicted not to fit the lease." },
	LEASE_EXPIRED: { tone: "bad", icon: "M4.2 2h7.6|M4.2 14h7.6|M5 2c0 3.4 6 4.2 6 6s-6 2.6-6 6|M11 2c0 3.4-6 4.2-6 6s6 2.6 6 6", means: "Has not polled for its whole lease: out of its group, its records are delivered again." },
	PROGRESS_STALLED: { tone: "bad", icon: "M5.2 2h5.6L14 5.2v5.6L10.8 14H5.2L2 10.8V5.2z|M5 8h6", means: "Polls, but makes no progress." },
	HEARTBEAT_LOST: { tone: "bad", icon: "M8 13.4L2.9 8.2a3.2 3.2 0 0 1 4.5-4.6l.6.6.6-.6a3.2 3.2 0 0 1 4.5 4.6z|M2 14L14 2", means: "Polls, but sends no heartbeat." },
	STOPPED: { tone: "quiet", icon: "fill:M3.5 3.5h9v9h-9z", means: "Not running." }
};

const VERDICTS = {
	LAWFUL: "Lawful as it is set.",
	DERIVED: "Lawful after the guard has written a setting.",
	UNDECLARED: "No timeout is declared, so nothing is derived.",
	VIOLATION: "A law is broken."
};

const SEVERITIES = {
	ERROR: { tone: "bad", icon: "M5.2 2h5.6L14 5.2v5.6L10.8 14H5.2L2 10.8V5.2z|M8 5v3.6|M8 11h.01" },
	WARNING: { tone: "warn", icon: "M8 2.2l6.2 11.3H1.8z|M8 6.3v3.4|M8 11.7h.01" },
	INFO: { tone: "info", icon: "M8 2.2a5.8 5.8 0 1 0 0 11.6a5.8 5.8 0 0 0 0-11.6z|M8 7.3v3.6|M8 5h.01" }
};

export const HEALTHS = {
	UP: { tone: "calm", icon: "M3 8.5l3.3 3.3L13 5" },
	DOWN: { tone: "bad", icon: "M4 4l8 8|M12 4l-8 8" }
};

export const ICONS = {
	heart: "fill:M8 13.8L2.6 8.4a3.5 3.5 0 0 1 5-5l.4.5.4-.5a3.5 3.5 0 0 1 5 5z",
	lost: STATUSES.HEARTBEAT_LOST.icon,
	done: HEALTHS.UP.icon,
	open: SEVERITIES.WARNING.icon
};

/** The marks on a bar, drawn on it and beside their meaning below it. */
export const MARKS = {
	record: { label: "Record timeout", icon: "fill:M3 4h10l-5 8z" },
	required: { label: "Required lease", icon: "fill:M8 2.5L13.5 8L8 13.5L2.5 8z" },
	lease: { label: "Lease", icon: "fill:M6.6 1h2.8v14H6.6z" },
	detection: { label: "Detection delay", icon: "fill:M3 12h10L8 4z" }
};

export function status(name) {
	return STATUSES[name] ?? UNKNOWN;
}

export function verdict(name) {
	return VERDICTS[name] ?? "";
}

export function severity(name) {
	return SEVERITIES[name] ?? SEVERITIES.INFO;
}

export function health(name) {
	return HEALTHS[name] ?? UNKNOWN;
}

/** What came of a repair. */
export function outcome(recovery) {
	return health(["healed", "done"].includes(recovery.outcome) ? "UP" : "DOWN");
}
