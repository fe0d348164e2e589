package io.leaseguard.startup;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.leaseguard.container.ContainerConfiguration;
import io.leaseguard.container.InvalidSetting;
import io.leaseguard.lease.Finding;
import io.leaseguard.lease.Judgement;
import io.leaseguard.lease.LeaseKeys;
import io.leaseguard.lease.LeaseSettings;
import io.leaseguard.lease.LeaseTerms;
import io.leaseguard.lease.Pulse;
import io.leaseguard.lease.Setting;
import io.leaseguard.lease.SettingOrigin;
import io.leaseguard.lease.Severity;

/**
 * Looks for settings with which a refused listener is lawful. What is found has been
 * before the law itself: nothing is proposed that would be refused again.
 */
final class Remedy {

	private static final int BEATS = 3;

	private final ContainerConfiguration configuration;

	private final Judgement judgement;

	private final LeaseTerms terms;

	private final Map<String, Integer> set = new LinkedHashMap<>();

	Remedy(Candidate candidate, LeaseTerms terms) {
		this.configuration = candidate.configuration();
		this.judgement = candidate.assessment().judgement();
		this.terms = terms;
		LeaseSettings settings = this.configuration.settings();
		put(LeaseKeys.MAX_POLL_RECORDS, settings.maxPollRecords());
		put(LeaseKeys.MAX_POLL_INTERVAL, settings.maxPollInterval());
		put(LeaseKeys.SESSION_TIMEOUT, settings.pulse().sessionTimeout());
		put(LeaseKeys.HEARTBEAT_INTERVAL, settings.pulse().heartbeatInterval());
	}

	private void put(String key, @Nullable Setting setting) {
		if (setting != null && setting.explicit()) {
			this.set.put(key, setting.value());
		}
	}

	/**
	 * Return whether the terms alone make it lawful, with the settings as they are.
	 * @return whether nothing is to be written
	 */
	boolean needsNoSetting() {
		return this.configuration.invalid().isEmpty() && errors(judge(this.configuration.settings())) == 0;
	}

	/**
	 * Find settings of the consumer.
	 * @return the settings to write by key, empty when none would help
	 */
	Map<String, String> settings() {
		int fewest = errors(this.judgement);
		Map<String, String> best = Map.of();
		for (LeaseSettings attempt : attempts()) {
			Judgement outcome = judge(attempt);
			Map<String, String> changes = changes(outcome.settings());
			if (!changes.isEmpty() && errors(outcome) < fewest) {
				fewest = errors(outcome);
				best = changes;
			}
		}
		return best;
	}

	private int errors(Judgement outcome) {
		// What is declared wrongly no setting makes right.
		return (int) outcome.findings()
			.stream()
			.filter((finding) -> finding.severity() == Severity.ERROR && !finding.rule().equals(TermsExamination.ID))
			.count();
	}

	private Judgement judge(LeaseSettings settings) {
		return ListenerAssessor.judge(this.configuration, this.terms, settings, true);
	}

	// The batch gives way before the lease does, and both before the pulse.
	private List<LeaseSettings> attempts() {
		Map<String, Integer> meant = new LinkedHashMap<>(this.set);
		for (InvalidSetting invalid : this.configuration.invalid()) {
			if (invalid.meant() != null) {
				meant.put(invalid.key(), Integer.valueOf(invalid.meant()));
			}
		}
		List<LeaseSettings> attempts = new ArrayList<>();
		for (Map<String, Integer> pulse : pulses(meant)) {
			attempts.add(settings(pulse));
			attempts.add(settings(without(pulse, LeaseKeys.MAX_POLL_RECORDS)));
			attempts.add(settings(without(pulse, LeaseKeys.MAX_POLL_INTERVAL)));
			attempts.add(settings(without(without(pulse, LeaseKeys.MAX_POLL_RECORDS), LeaseKeys.MAX_POLL_INTERVAL)));
		}
		return attempts;
	}

	private List<Map<String, Integer>> pulses(Map<String, Integer> meant) {
		if (!this.configuration.settings().pulse().classic()) {
			return List.of(meant);
		}
		int session = meant.getOrDefault(LeaseKeys.SESSION_TIMEOUT, Pulse.DEFAULT_SESSION_MS);
		Map<String, Integer> third = new LinkedHashMap<>(meant);
		third.put(LeaseKeys.HEARTBEAT_INTERVAL, Math.min(session / BEATS, LeaseKeys.DEFAULT_HEARTBEAT_MS));
		Map<String, Integer> defaults = without(without(meant, LeaseKeys.SESSION_TIMEOUT),
				LeaseKeys.HEARTBEAT_INTERVAL);
		return List.of(meant, third, defaults);
	}

	private static Map<String, Integer> without(Map<String, Integer> settings, String key) {
		Map<String, Integer> rest = new LinkedHashMap<>(settings);
		rest.remove(key);
		return rest;
	}

	private LeaseSettings settings(Map<String, Integer> values) {
		Pulse pulse = this.configuration.settings().pulse();
		boolean classic = pulse.classic();
		return new LeaseSettings(setting(values, LeaseKeys.MAX_POLL_RECORDS, LeaseKeys.DEFAULT_RECORDS),
				setting(values, LeaseKeys.MAX_POLL_INTERVAL, LeaseKeys.DEFAULT_LEASE_MS),
				new Pulse(classic, pulse.staticMember(),
						classic ? setting(values, LeaseKeys.SESSION_TIMEOUT, Pulse.DEFAULT_SESSION_MS) : null,
						classic ? setting(values, LeaseKeys.HEARTBEAT_INTERVAL, LeaseKeys.DEFAULT_HEARTBEAT_MS)
								: null));
	}

	private static Setting setting(Map<String, Integer> values, String key, int byDefault) {
		Integer value = values.get(key);
		return (value != null) ? new Setting(value, SettingOrigin.APPLICATION)
				: new Setting(byDefault, SettingOrigin.KAFKA_DEFAULT);
	}

	private Map<String, String> changes(LeaseSettings settings) {
		Map<String, String> changes = new LinkedHashMap<>();
		change(changes, LeaseKeys.MAX_POLL_RECORDS, settings.maxPollRecords());
		change(changes, LeaseKeys.MAX_POLL_INTERVAL, settings.maxPollInterval());
		change(changes, LeaseKeys.SESSION_TIMEOUT, settings.pulse().sessionTimeout());
		change(changes, LeaseKeys.HEARTBEAT_INTERVAL, settings.pulse().heartbeatInterval());
		return changes;
	}

	private void change(Map<String, String> changes, String key, @Nullable Setting setting) {
		if (setting == null) {
			return;
		}
		// A default needs no writing, unless something else stands in its place.
		boolean there = this.configuration.text(key) != null;
		boolean same = Integer.toString(setting.value()).equals(this.configuration.text(key))
				&& this.configuration.invalid().stream().noneMatch((invalid) -> invalid.key().equals(key));
		if (!same && (there || setting.origin() != SettingOrigin.KAFKA_DEFAULT)) {
			changes.put(key, Integer.toString(setting.value()));
		}
	}

	/**
	 * Find the smallest detection delay that would admit the work of a listener.
	 * @param judgement the judgement of the listener
	 * @return milliseconds, {@code null} when the delay is not the matter
	 */
	static @Nullable Long smallestDetectionDelayMs(Judgement judgement) {
		for (Finding finding : judgement.findings()) {
			Long smallest = finding.numbers().get("smallestDetectionDelayMs");
			if (smallest != null && smallest <= Integer.MAX_VALUE) {
				return smallest;
			}
		}
		return null;
	}

}
