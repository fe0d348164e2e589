package io.leaseguard.startup;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.env.ConfigurableEnvironment;

import io.leaseguard.container.ContainerConfiguration;
import io.leaseguard.lease.Finding;

/**
 * Finds where the settings have been set that a listener is refused for. Of several
 * places that one which counts; nothing is said where that is not certain.
 *
 * @since 0.1.0
 */
public final class SettingPlaces {

	private static final Log logger = LogFactory.getLog(SettingPlaces.class);

	private final FactoryPlaces factories;

	/**
	 * Create a finder.
	 * @param beanFactory where the consumer factories are
	 * @param environment where properties are written
	 */
	public SettingPlaces(ConfigurableListableBeanFactory beanFactory, ConfigurableEnvironment environment) {
		this.factories = new FactoryPlaces(beanFactory, environment);
	}

	FoundPlaces find(Collection<Candidate> candidates) {
		Map<String, Map<String, String>> found = new LinkedHashMap<>();
		for (Candidate candidate : candidates) {
			Map<String, String> places = new LinkedHashMap<>();
			for (Finding error : candidate.errors()) {
				for (String key : FoundPlaces.keys(error)) {
					String place = place(candidate, key);
					if (place != null) {
						places.put(key, place);
					}
				}
			}
			found.put(candidate.configuration().listenerId(), places);
		}
		return new FoundPlaces(found);
	}

	private @Nullable String place(Candidate candidate, String key) {
		ContainerConfiguration configuration = candidate.configuration();
		String value = configuration.text(key);
		if (value == null) {
			return null;
		}
		try {
			return configuration.overrides(key) ? override(candidate, key)
					: this.factories.find(configuration.factory(), key, value);
		}
		catch (RuntimeException ex) {
			// The refusal itself matters more.
			logger.debug("Could not find where " + key + " has been set", ex);
			return null;
		}
	}

	private static String override(Candidate candidate, String key) {
		ListenerAnnotation annotation = candidate.annotation();
		ListenerAnnotation.Found found = (annotation != null) ? annotation.find(candidate.configuration()) : null;
		// A customizer may have put another value in the place of that of the annotation.
		if (annotation != null && found != null && annotation.isInForce(found, candidate.configuration(), key)) {
			return "in the properties of @KafkaListener" + found.origin() + " on " + annotation.place();
		}
		return "in the kafkaConsumerProperties of the container itself";
	}

}
