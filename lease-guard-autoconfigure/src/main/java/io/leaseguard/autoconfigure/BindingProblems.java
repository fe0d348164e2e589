package io.leaseguard.autoconfigure;

import java.util.List;
import java.util.Map;

import org.springframework.boot.context.properties.ConfigurationPropertiesBindHandlerAdvisor;
import org.springframework.boot.context.properties.bind.BindHandler;

import io.leaseguard.lease.Finding;

/**
 * Listens in while Spring Boot binds {@link LeaseGuardProperties}, and keeps what was
 * written wrongly. Spring Boot would stop at the first such property; here it goes on
 * with the default, so that all problems can be told at once. Whoever takes the
 * properties must refuse the application if there is any.
 */
final class BindingProblems implements ConfigurationPropertiesBindHandlerAdvisor {

	private volatile List<Finding> problems = List.of();

	private volatile Map<String, String> origins = Map.of();

	@Override
	public BindHandler apply(BindHandler bindHandler) {
		return new BindingProblemsHandler(bindHandler, this);
	}

	/**
	 * Take note of what a run of the binder has found.
	 * @param problems what is wrong
	 * @param origins where each property was written, in a sentence, by its name
	 */
	void found(List<Finding> problems, Map<String, String> origins) {
		this.problems = List.copyOf(problems);
		this.origins = Map.copyOf(origins);
	}

	/**
	 * Return a finding about the value of a property with its origin.
	 * @param finding the finding
	 * @return the finding, as it is where its property is not written anywhere
	 */
	Finding located(Finding finding) {
		String origin = this.origins.getOrDefault(finding.subject(), "");
		return new Finding(finding.rule(), finding.severity(), finding.subject(), finding.message() + origin,
				finding.fix(), finding.numbers());
	}

	/**
	 * Return what is wrong with the properties that were bound last.
	 * @return the findings, errors
	 */
	List<Finding> problems() {
		return this.problems;
	}

}
