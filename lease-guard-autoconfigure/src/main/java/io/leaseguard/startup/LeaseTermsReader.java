package io.leaseguard.startup;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.kafka.annotation.KafkaHandler;
import org.springframework.util.ReflectionUtils;

import io.leaseguard.annotation.LeaseTerms;
import io.leaseguard.container.ListenerMethod;
import io.leaseguard.lease.Finding;
import io.leaseguard.lease.Severity;

/**
 * Reads {@link LeaseTerms @LeaseTerms} from the method of a listener and from its class.
 *
 * @since 0.1.0
 */
public final class LeaseTermsReader {

	private final ConfigurableBeanFactory beanFactory;

	/**
	 * Create a reader.
	 * @param beanFactory resolves placeholders and expressions
	 */
	public LeaseTermsReader(ConfigurableBeanFactory beanFactory) {
		this.beanFactory = beanFactory;
	}

	/**
	 * Read the annotations of a listener.
	 * @param listenerId the listener id
	 * @param method its method, {@code null} when it has none
	 * @return what they declare
	 */
	AnnotatedTerms read(String listenerId, @Nullable ListenerMethod method) {
		if (method == null) {
			return AnnotatedTerms.NONE;
		}
		List<TermsDeclaration> declarations = new ArrayList<>();
		List<Finding> problems = new ArrayList<>();
		AttributeReader reader = new AttributeReader(this.beanFactory, method.bean());
		if (method.method() != null) {
			read(reader, method.method(), method.place(), listenerId, declarations, problems);
		}
		else {
			problems.addAll(misplaced(listenerId, method.type()));
		}
		read(reader, method.type(), method.type().getName(), listenerId, declarations, problems);
		return new AnnotatedTerms(annotation(method), declarations, problems);
	}

	private @Nullable ListenerAnnotation annotation(ListenerMethod method) {
		ListenerAnnotation annotation = new ListenerAnnotation(
				(method.method() != null) ? method.method() : method.type(), method.place(),
				this.beanFactory::resolveEmbeddedValue);
		return annotation.exists() ? annotation : null;
	}

	private void read(AttributeReader reader, AnnotatedElement element, String place, String listenerId,
			List<TermsDeclaration> declarations, List<Finding> problems) {
		LeaseTerms terms = AnnotatedElementUtils.findMergedAnnotation(element, LeaseTerms.class);
		if (terms == null) {
			return;
		}
		TermsExamination examination = new TermsExamination(
				(name) -> "@LeaseTerms(%s) on %s".formatted(attribute(name), place), listenerId);
		TermsDeclaration declaration = new TermsDeclaration(reader.flag("enabled", terms.enabled(), examination),
				reader.duration("record-timeout", terms.recordTimeout(), examination),
				reader.duration("batch-timeout", terms.batchTimeout(), examination),
				reader.duration("record-overhead", terms.recordOverhead(), examination),
				reader.number("safety-factor", terms.safetyFactor(), examination),
				reader.duration("max-detection-delay", terms.maxDetectionDelay(), examination),
				reader.duration("min-lease", terms.minLease(), examination),
				reader.duration("retry-backoff", terms.retryBackoff(), examination),
				reader.duration("recovery-timeout", terms.recoveryTimeout(), examination));
		declarations.add(examination.examine(declaration));
		problems.addAll(examination.problems());
	}

	private static String attribute(String name) {
		StringBuilder attribute = new StringBuilder();
		for (String word : name.split("-")) {
			attribute.append(attribute.isEmpty() ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1));
		}
		return attribute.toString();
	}

	private List<Finding> misplaced(String listenerId, Class<?> type) {
		List<Finding> problems = new ArrayList<>();
		for (Method method : ReflectionUtils.getUniqueDeclaredMethods(type)) {
			if (AnnotatedElementUtils.hasAnnotation(method, KafkaHandler.class)
					&& AnnotatedElementUtils.hasAnnotation(method, LeaseTerms.class)) {
				problems.add(new Finding(TermsExamination.ID, Severity.ERROR, listenerId,
						"@LeaseTerms on %s.%s has no effect: all handlers of a class share one lease."
							.formatted(type.getName(), method.getName()),
						"Move @LeaseTerms from the method to the class, with the longest time of all its handlers.",
						Map.of()));
			}
		}
		return problems;
	}

}
