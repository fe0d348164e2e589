package io.leaseguard.container;

import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import org.springframework.kafka.config.AbstractKafkaListenerContainerFactory;
import org.springframework.kafka.config.ContainerCustomizer;
import org.springframework.kafka.listener.AbstractMessageListenerContainer;

/**
 * Tells of every container that a container factory creates, also for code that asks the
 * factory itself, as a {@code ReplyingKafkaTemplate} needs it. The customizer of the
 * application is called first, as ever.
 *
 * @param <K> the key type
 * @param <V> the value type
 * @param <C> the container type
 * @since 0.1.0
 */
public final class ContainerFactoryTap<K, V, C extends AbstractMessageListenerContainer<K, V>>
		implements ContainerCustomizer<K, V, C> {

	private static final String FIELD = "containerCustomizer";

	private final @Nullable ContainerCustomizer<K, V, C> customizer;

	private final Consumer<AbstractMessageListenerContainer<?, ?>> created;

	private ContainerFactoryTap(@Nullable ContainerCustomizer<K, V, C> customizer,
			Consumer<AbstractMessageListenerContainer<?, ?>> created) {
		this.customizer = customizer;
		this.created = created;
	}

	@Override
	public void configure(C container) {
		if (this.customizer != null) {
			this.customizer.configure(container);
		}
		this.created.accept(container);
	}

	/**
	 * Tap a factory, once.
	 * @param factory the factory
	 * @param created is given each container when it is created, before the application
	 * has done with it
	 * @param <K> the key type
	 * @param <V> the value type
	 * @param <C> the container type
	 */
	@SuppressWarnings("unchecked")
	public static <K, V, C extends AbstractMessageListenerContainer<K, V>> void install(
			AbstractKafkaListenerContainerFactory<C, K, V> factory,
			Consumer<AbstractMessageListenerContainer<?, ?>> created) {
		if (!Internals.canRead(AbstractKafkaListenerContainerFactory.class, FIELD)) {
			// Without a look at the customizer of the application there is no keeping it.
			return;
		}
		ContainerCustomizer<?, ?, ?> customizer = Internals.read(factory, AbstractKafkaListenerContainerFactory.class,
				FIELD, ContainerCustomizer.class);
		if (!(customizer instanceof ContainerFactoryTap)) {
			factory
				.setContainerCustomizer(new ContainerFactoryTap<>((ContainerCustomizer<K, V, C>) customizer, created));
		}
	}

}
