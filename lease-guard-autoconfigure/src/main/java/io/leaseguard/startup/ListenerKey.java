package io.leaseguard.startup;

/**
 * How the id of a listener is written into the name of a property.
 *
 * @since 0.1.0
 * @see <a href=
 * "https://docs.spring.io/spring-boot/reference/features/external-config.html#features.external-config.typesafe-configuration-properties.relaxed-binding.maps">Binding
 * Maps</a>
 */
public final class ListenerKey {

	private static final String PLAIN = "[A-Za-z0-9_-]+";

	private ListenerKey() {
	}

	/**
	 * Write an id. Spring Boot takes dots for the ends of words and drops other signs,
	 * unless they stand in brackets.
	 * @param id the listener id
	 * @return the id, in brackets where it needs them
	 */
	public static String of(String id) {
		return id.matches(PLAIN) ? id : "[" + id + "]";
	}

	/**
	 * Write the name of a property of a listener.
	 * @param id the listener id
	 * @param name the name of the property below the id, in kebab case
	 * @return the full name, for example
	 * {@code lease-guard.listeners[my.id].record-timeout}
	 */
	public static String property(String id, String name) {
		String key = of(id);
		return "lease-guard.listeners" + (key.startsWith("[") ? "" : ".") + key + "." + name;
	}

}
