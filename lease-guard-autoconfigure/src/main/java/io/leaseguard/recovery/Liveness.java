package io.leaseguard.recovery;

import java.util.HashSet;
import java.util.Set;

import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.LivenessState;

import io.leaseguard.watchdog.LeaseEventPublisher;

/**
 * Declares the application broken while recovery is exhausted for one consumer at least,
 * where the application wants that.
 */
final class Liveness {

	private final LeaseEventPublisher events;

	private final boolean enabled;

	private final Set<Object> broken = new HashSet<>();

	Liveness(LeaseEventPublisher events, boolean enabled) {
		this.events = events;
		this.enabled = enabled;
	}

	void broken(Object consumer) {
		if (this.broken.add(consumer) && this.broken.size() == 1) {
			publish(LivenessState.BROKEN);
		}
	}

	void correct(Object consumer) {
		if (this.broken.remove(consumer) && this.broken.isEmpty()) {
			publish(LivenessState.CORRECT);
		}
	}

	private void publish(LivenessState state) {
		if (this.enabled) {
			this.events.publish(new AvailabilityChangeEvent<>(this, state));
		}
	}

}
