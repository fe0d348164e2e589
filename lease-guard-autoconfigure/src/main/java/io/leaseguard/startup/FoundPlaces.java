package io.leaseguard.startup;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.LeaseKeys;

/**
 * The places where settings have been set, ready to be told with a finding.
 *
 * @param byListener the places by key, by listener id
 */
record FoundPlaces(Map<String, Map<String, String>> byListener) {

	static final FoundPlaces NONE = new FoundPlaces(Map.of());

	/**
	 * So many places of one setting show the pattern.
	 */
	private static final int TOLD = 3;

	private static final String TOO_SHORT = "lease-too-short";

	private static final List<String> KEYS = List.of(LeaseKeys.MAX_POLL_INTERVAL, LeaseKeys.MAX_POLL_RECORDS,
			LeaseKeys.SESSION_TIMEOUT, LeaseKeys.HEARTBEAT_INTERVAL, LeaseKeys.GROUP_PROTOCOL,
			LeaseKeys.GROUP_INSTANCE_ID, LeaseKeys.GROUP_REMOTE_ASSIGNOR, LeaseKeys.ASSIGNMENT_STRATEGY);

	/**
	 * Return the settings that a finding is about.
	 * @param finding the finding
	 * @return the keys that it names, and the batch size where it only stands in the
	 * equation
	 */
	static List<String> keys(Finding finding) {
		String message = finding.message();
		boolean equation = finding.rule().equals(TOO_SHORT) && message.contains(" x (");
		return KEYS.stream()
			.filter((key) -> names(message, key) || (equation && key.equals(LeaseKeys.MAX_POLL_RECORDS)))
			.toList();
	}

	private static boolean names(String message, String key) {
		return Pattern.compile("(?<![\\w.-])" + Pattern.quote(key) + "(?![\\w-]|\\.\\w)").matcher(message).find();
	}

	/**
	 * Return what to say of the places of a finding.
	 * @param group the finding, with its listeners
	 * @param said what has been said with the findings before, and need not be said again
	 * @return sentences
	 */
	List<String> sentences(GroupedFindings group, Set<String> said) {
		List<String> sentences = new ArrayList<>();
		for (String key : keys(group.finding())) {
			Map<String, List<String>> listeners = listeners(group, key);
			listeners.keySet().removeIf((place) -> !said.add(key + " " + place));
			// A line that says how many are left out leaves out more than one.
			int told = (listeners.size() == TOLD + 1) ? TOLD + 1 : TOLD;
			int more = listeners.size() - told;
			listeners.entrySet()
				.stream()
				.limit(told)
				.forEach((entry) -> sentences.add(sentence(group, key, entry.getKey(), entry.getValue())));
			if (more > 0) {
				sentences.add("%s was set in %d more places.".formatted(key, more));
			}
		}
		return sentences;
	}

	private Map<String, List<String>> listeners(GroupedFindings group, String key) {
		Map<String, List<String>> listeners = new LinkedHashMap<>();
		for (String listener : group.listeners()) {
			String place = this.byListener.getOrDefault(listener, Map.of()).get(key);
			if (place != null) {
				listeners.computeIfAbsent(place, (ignored) -> new ArrayList<>()).add(listener);
			}
		}
		return listeners;
	}

	private static String sentence(GroupedFindings group, String key, String place, List<String> listeners) {
		String some = (listeners.size() == group.listeners().size()) ? "" : " of " + GroupedFindings.quoted(listeners);
		return "%s%s was set %s.".formatted(key, some, place);
	}

}
