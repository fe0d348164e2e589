package io.leaseguard.startup;

import java.lang.reflect.AnnotatedElement;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.RepeatableContainers;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.annotation.KafkaListeners;

import io.leaseguard.container.ContainerConfiguration;

/**
 * Where a {@code @KafkaListener} stands in the code. There may be several, on one method
 * or class, and it may stand on an annotation of the application.
 *
 * @param element the method or class
 * @param place its name
 * @param placeholders resolves placeholders
 */
record ListenerAnnotation(AnnotatedElement element, String place, UnaryOperator<@Nullable String> placeholders) {

	private static final String GENERATED = "org.springframework.kafka.";

	boolean exists() {
		return AnnotatedElementUtils.hasAnnotation(this.element, KafkaListener.class)
				|| AnnotatedElementUtils.hasAnnotation(this.element, KafkaListeners.class);
	}

	/**
	 * Return the id that a listener has in its annotation.
	 * @param configuration the configuration of the listener
	 * @return the id, {@code null} when it has none there
	 */
	static @Nullable String id(ContainerConfiguration configuration) {
		String main = configuration.mainListenerId();
		String id = (main != null) ? main : configuration.listenerId();
		return id.startsWith(GENERATED) ? null : id;
	}

	/**
	 * Return the annotation that a listener comes from.
	 * @param configuration the configuration of the listener
	 * @return the annotation, {@code null} when it can't be told
	 */
	@Nullable Found find(ContainerConfiguration configuration) {
		String id = id(configuration);
		List<MergedAnnotation<KafkaListener>> matching = all().stream()
			.filter((annotation) -> Objects.equals(id(annotation), id))
			.toList();
		// The nearest one hides those of the methods that are overridden.
		boolean one = matching.size() == 1
				|| (matching.size() > 1 && matching.get(0).getAggregateIndex() < matching.get(1).getAggregateIndex());
		return one ? found(matching.get(0)) : null;
	}

	/**
	 * Return the annotation, whatever its id: an endpoint may have got another one.
	 * @return the annotation, {@code null} when there are several
	 */
	@Nullable Found only() {
		List<MergedAnnotation<KafkaListener>> all = all();
		return (all.size() == 1) ? found(all.get(0)) : null;
	}

	/**
	 * Return whether the value in force of a key is the one that stands in an annotation.
	 * @param found the annotation
	 * @param configuration the configuration of the listener
	 * @param key the key
	 * @return whether it is, as far as can be seen
	 */
	boolean isInForce(Found found, ContainerConfiguration configuration, String key) {
		String written = found.properties().value(key);
		String resolved = (written != null) ? resolve(written) : null;
		return resolved != null && resolved.trim().equals(configuration.text(key));
	}

	/**
	 * Return whether something else has had the last word on a setting of the container:
	 * a customizer, for example.
	 * @param configuration the configuration of the listener
	 * @param key the key
	 * @return whether it is certain
	 */
	boolean isOverruled(ContainerConfiguration configuration, String key) {
		Found found = find(configuration);
		return found != null && !found.properties().hasExpressions() && configuration.overrides(key)
				&& !isInForce(found, configuration, key);
	}

	private @Nullable String id(MergedAnnotation<KafkaListener> annotation) {
		String id = annotation.getString("id");
		return id.isEmpty() ? null : resolve(id);
	}

	/**
	 * Resolve the placeholders of a text. An expression is left alone: it is not ours to
	 * evaluate it once more.
	 * @param text the text
	 * @return the text without placeholders, {@code null} when it can't be known
	 */
	@Nullable String resolve(String text) {
		try {
			return text.contains("#{") ? null : this.placeholders.apply(text);
		}
		catch (IllegalArgumentException ex) {
			return null;
		}
	}

	private List<MergedAnnotation<KafkaListener>> all() {
		return MergedAnnotations
			.from(this.element, MergedAnnotations.SearchStrategy.TYPE_HIERARCHY,
					RepeatableContainers.standardRepeatables())
			.stream(KafkaListener.class)
			.toList();
	}

	private Found found(MergedAnnotation<KafkaListener> annotation) {
		Class<?> outer = annotation.getRoot().getType();
		boolean direct = outer == KafkaListener.class || outer == KafkaListeners.class;
		return new Found(direct ? null : outer.getSimpleName(),
				new WrittenProperties(List.of(annotation.getStringArray("properties"))));
	}

	/**
	 * An annotation.
	 *
	 * @param composed the annotation of the application that it stands on, {@code null}
	 * when it stands in its place itself
	 * @param properties its properties
	 */
	record Found(@Nullable String composed, WrittenProperties properties) {

		String origin() {
			return (this.composed != null) ? " of @" + this.composed : "";
		}

	}

}
