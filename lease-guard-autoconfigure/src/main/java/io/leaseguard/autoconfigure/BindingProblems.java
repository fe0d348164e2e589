package io.leaseguard.autoconfigure;

import java.util.List;

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

	@Override
	public BindHandler apply(BindHandler bindHandler) {
		return new BindingProblemsHandler(bindHandler, (found) -> this.problems = found);
	}

	/**
	 * Return what is wrong with the properties that were bound last.
	 * @return the findings, errors
	 */
	List<Finding> problems() {
		return this.problems;
	}

}
