package io.leaseguard.recovery;

import java.util.ArrayList;
import java.util.List;

import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.LivenessState;

/**
 * What an application was told of its liveness in tests.
 */
final class LivenessStates {

	private LivenessStates() {
	}

	static List<LivenessState> in(List<?> events) {
		List<LivenessState> states = new ArrayList<>();
		for (Object event : events) {
			if (event instanceof AvailabilityChangeEvent<?> change
					&& change.getState() instanceof LivenessState state) {
				states.add(state);
			}
		}
		return states;
	}

}
