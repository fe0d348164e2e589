package io.leaseguard.startup;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.leaseguard.lease.Judgement;
import io.leaseguard.lease.LeaseTerms;
import io.leaseguard.lease.Millis;

/**
 * Lines of configuration that make refused listeners lawful, ready to paste.
 */
final class Remedies {

	private Remedies() {
	}

	/**
	 * Find a line for each listener that is refused.
	 * @param candidates the listeners
	 * @return the lines by listener id; none for a listener that needs something taken
	 * away, or whose work fits no lease at all
	 */
	static Map<String, String> of(Collection<Candidate> candidates) {
		Map<String, String> lines = new LinkedHashMap<>();
		for (Candidate candidate : candidates) {
			String line = candidate.errors().isEmpty() ? null : line(candidate);
			if (line != null) {
				lines.put(candidate.configuration().listenerId(), line);
			}
		}
		return lines;
	}

	private static @Nullable String line(Candidate candidate) {
		Judgement judgement = candidate.assessment().judgement();
		LeaseTerms terms = judgement.terms();
		Long delay = Remedy.smallestDetectionDelayMs(judgement);
		if (delay == null) {
			return settings(candidate, new Remedy(candidate, terms).settings());
		}
		// No setting helps unless more is tolerated.
		String property = ListenerKey.property(candidate.configuration().listenerId(), "max-detection-delay") + "="
				+ Millis.formatProperty(delay);
		Remedy remedy = new Remedy(candidate, terms.withMaxDetectionDelay(Duration.ofMillis(delay)));
		String settings = remedy.needsNoSetting() ? null : settings(candidate, remedy.settings());
		return (settings != null) ? property + " and " + settings : property;
	}

	private static @Nullable String settings(Candidate candidate, Map<String, String> settings) {
		if (settings.isEmpty()) {
			return null;
		}
		ListenerAnnotation annotation = candidate.annotation();
		// In vain where a customizer has the last word.
		boolean overruled = annotation != null
				&& settings.keySet().stream().anyMatch((key) -> annotation.isOverruled(candidate.configuration(), key));
		return (annotation != null && !overruled) ? AnnotationLine.of(annotation, candidate.configuration(), settings)
				: code(settings);
	}

	private static String code(Map<String, String> settings) {
		return String.join(" ",
				settings.entrySet()
					.stream()
					.map((entry) -> "containerProperties.getKafkaConsumerProperties().setProperty(\"%s\", \"%s\");"
						.formatted(entry.getKey(), entry.getValue()))
					.toList());
	}

}
