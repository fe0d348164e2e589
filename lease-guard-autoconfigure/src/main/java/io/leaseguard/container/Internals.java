package io.leaseguard.container;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;
import org.springframework.util.ReflectionUtils;

/**
 * Reads what spring-kafka has no accessor for. Every reading is a best effort: a field
 * that is not there, is of another type, or must not be read is {@code null}, never an
 * error: a native image has its own ways to say no. The fields that are read here need
 * hints there, see {@link ContainerRuntimeHints}.
 */
final class Internals {

	private static final Map<String, Field> FIELDS = new ConcurrentHashMap<>();

	private Internals() {
	}

	/**
	 * Read a field.
	 * @param target the object
	 * @param declaring the class that declares the field
	 * @param name the name of the field
	 * @param type the type to expect
	 * @param <T> the type to expect
	 * @return the value, or {@code null} when it is {@code null} or can't be read
	 */
	static <T> @Nullable T read(Object target, Class<?> declaring, String name, Class<T> type) {
		try {
			Object value = known(declaring, name).get(target);
			return type.isInstance(value) ? type.cast(value) : null;
		}
		catch (Exception | LinkageError ex) {
			return null;
		}
	}

	/**
	 * Return whether a field can be read, so that what is {@code null} is known to be so.
	 * @param declaring the class that declares the field
	 * @param name the name of the field
	 * @return whether it is there and may be read
	 */
	static boolean canRead(Class<?> declaring, String name) {
		try {
			return known(declaring, name).trySetAccessible();
		}
		catch (Exception | LinkageError ex) {
			return false;
		}
	}

	private static Field known(Class<?> declaring, String name) {
		return FIELDS.computeIfAbsent(declaring.getName() + "#" + name, (key) -> field(declaring, name));
	}

	private static Field field(Class<?> declaring, String name) {
		Field field = ReflectionUtils.findField(declaring, name);
		if (field == null) {
			throw new IllegalArgumentException("No field '" + name + "' in " + declaring);
		}
		ReflectionUtils.makeAccessible(field);
		return field;
	}

	/**
	 * Read what a lambda has captured.
	 * @param lambda the lambda
	 * @return the captured values in no particular order; empty when there are none or
	 * they can't be read
	 */
	static List<Object> captured(Object lambda) {
		List<Object> values = new ArrayList<>();
		try {
			for (Field field : lambda.getClass().getDeclaredFields()) {
				if (!Modifier.isStatic(field.getModifiers())) {
					field.setAccessible(true);
					Object value = field.get(lambda);
					if (value != null) {
						values.add(value);
					}
				}
			}
		}
		catch (Exception | LinkageError ex) {
			return List.of();
		}
		return values;
	}

	/**
	 * Return whether an object is a lambda that a class of spring-kafka itself has
	 * written, as opposed to one of the application.
	 * @param candidate the object
	 * @param author the class in whose source the lambda stands
	 * @return whether it is
	 */
	static boolean isLambdaOf(Object candidate, Class<?> author) {
		return candidate.getClass().getName().startsWith(author.getName() + "$$Lambda");
	}

}
