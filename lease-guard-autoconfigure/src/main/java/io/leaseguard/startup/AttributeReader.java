package io.leaseguard.startup;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectFactory;
import org.springframework.beans.factory.config.BeanExpressionContext;
import org.springframework.beans.factory.config.BeanExpressionResolver;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.beans.factory.config.Scope;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.util.StringUtils;

/**
 * Reads the attributes of an annotation, each a text with placeholders and expressions.
 */
class AttributeReader {

	private static final String LISTENER = "__listener";

	private final ConfigurableBeanFactory beanFactory;

	private final BeanExpressionContext context;

	/**
	 * Create a reader.
	 * @param beanFactory resolves placeholders and expressions
	 * @param listener what expressions know as {@code __listener}
	 */
	AttributeReader(ConfigurableBeanFactory beanFactory, Object listener) {
		this.beanFactory = beanFactory;
		this.context = new BeanExpressionContext(beanFactory, new ListenerScope(listener));
	}

	@Nullable Duration duration(String name, String text, TermsExamination examination) {
		Object value = resolve(name, text, examination);
		if (value == null || value instanceof Duration) {
			return (Duration) value;
		}
		String written = value.toString().trim();
		if (BareNumber.is(written)) {
			examination.problem(name, value, BareNumber.RULE, (full) -> BareNumber.fix(written));
			return null;
		}
		try {
			return DurationStyle.detectAndParse(written);
		}
		catch (IllegalArgumentException | ArithmeticException ex) {
			examination.problem(name, value, "be a duration, for example 2s");
			return null;
		}
	}

	@Nullable Double number(String name, String text, TermsExamination examination) {
		Object value = resolve(name, text, examination);
		if (value == null) {
			return null;
		}
		try {
			return Double.valueOf(value.toString().trim());
		}
		catch (NumberFormatException ex) {
			examination.problem(name, value, "be a number");
			return null;
		}
	}

	@Nullable Boolean flag(String name, String text, TermsExamination examination) {
		Object value = resolve(name, text, examination);
		if (value == null) {
			return null;
		}
		String flag = value.toString().trim();
		if ("true".equalsIgnoreCase(flag) || "false".equalsIgnoreCase(flag)) {
			return Boolean.valueOf(flag);
		}
		examination.problem(name, value, "be true or false");
		return null;
	}

	private @Nullable Object resolve(String name, String text, TermsExamination examination) {
		if (text.isEmpty()) {
			return null;
		}
		try {
			String resolved = this.beanFactory.resolveEmbeddedValue(text);
			BeanExpressionResolver expressions = this.beanFactory.getBeanExpressionResolver();
			Object value = (expressions != null) ? expressions.evaluate(resolved, this.context) : resolved;
			return (value instanceof String string && !StringUtils.hasText(string)) ? null : value;
		}
		catch (RuntimeException ex) {
			examination.problem(name, text, "be possible to resolve (" + ex.getMessage() + ")");
			return null;
		}
	}

	/**
	 * Knows the listener and nothing else.
	 *
	 * @param listener the listener
	 */
	private record ListenerScope(Object listener) implements Scope {

		@Override
		public Object get(String name, ObjectFactory<?> objectFactory) {
			return objectFactory.getObject();
		}

		@Override
		public @Nullable Object remove(String name) {
			return null;
		}

		@Override
		public void registerDestructionCallback(String name, Runnable callback) {
		}

		@Override
		public @Nullable Object resolveContextualObject(String key) {
			return LISTENER.equals(key) ? this.listener : null;
		}

		@Override
		public @Nullable String getConversationId() {
			return null;
		}

	}

}
