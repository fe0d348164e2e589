package io.leaseguard.watchdog;

import java.util.Map;

/**
 * All guarded listeners at one tick: the one picture that health, endpoint and meters
 * show.
 *
 * @param listeners the listeners by id, sorted
 * @param watchdogErrors ticks of the watchdog that failed so far
 * @since 0.1.0
 */
public record LeaseSnapshot(Map<String, ListenerSnapshot> listeners, long watchdogErrors) {

	public LeaseSnapshot {
		listeners = ListenerMap.copyOf(listeners);
	}

}
