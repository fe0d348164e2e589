package io.leaseguard.container;

/**
 * Whether the guard is in the factory of a container, and so in each of its consumers.
 *
 * @since 0.1.0
 */
public enum FactoryTap {

	/**
	 * It is: the consumers can be watched.
	 */
	IN,

	/**
	 * The container does not show its factory: a field of spring-kafka can't be read, as
	 * in a native image without a hint or in a version that has changed.
	 */
	FACTORY_HIDDEN,

	/**
	 * The factory does not support post-processors.
	 */
	NOT_SUPPORTED

}
