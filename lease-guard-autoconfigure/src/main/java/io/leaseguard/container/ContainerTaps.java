package io.leaseguard.container;

import java.util.Map;
import java.util.Properties;

import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.listener.AbstractMessageListenerContainer;

/**
 * Everything that the guard puts into a container before it starts: settings and taps.
 *
 * @since 0.1.0
 */
public final class ContainerTaps {

	private ContainerTaps() {
	}

	/**
	 * Put the taps into a container: into the factory of its consumers, and around the
	 * interceptors of the user.
	 * @param container the container, not running
	 * @param terms the terms that its consumers have to keep
	 * @param <K> the key type
	 * @param <V> the value type
	 * @return whether the factory of its consumers has its tap, so that they can be
	 * watched
	 */
	public static <K, V> FactoryTap install(AbstractMessageListenerContainer<K, V> container, ConsumerTerms terms) {
		LeaseRecordInterceptor<K, V> records = (container
			.getRecordInterceptor() instanceof LeaseRecordInterceptor<K, V> ours) ? ours
					: new LeaseRecordInterceptor<>(container.getRecordInterceptor());
		records.terms(terms);
		container.setRecordInterceptor(records);
		LeaseBatchInterceptor<K, V> batches = (container
			.getBatchInterceptor() instanceof LeaseBatchInterceptor<K, V> ours) ? ours
					: new LeaseBatchInterceptor<>(container.getBatchInterceptor());
		batches.terms(terms);
		container.setBatchInterceptor(batches);
		return tap(container);
	}

	static FactoryTap tap(AbstractMessageListenerContainer<?, ?> container) {
		ConsumerFactory<?, ?> factory = ContainerConsumerFactory.of(container);
		if (factory == null) {
			return FactoryTap.FACTORY_HIDDEN;
		}
		return LeaseConsumerPostProcessor.addTo(factory) ? FactoryTap.IN : FactoryTap.NOT_SUPPORTED;
	}

	/**
	 * Return whether the taps are in a container.
	 * @param container the container
	 * @return whether a guard has put them there
	 */
	public static boolean areIn(AbstractMessageListenerContainer<?, ?> container) {
		return container.getRecordInterceptor() instanceof LeaseRecordInterceptor;
	}

	/**
	 * Write settings into the overrides of a container, where they apply to this
	 * container alone. The overrides may be shared by containers that the application
	 * built by hand, so they are copied first.
	 * @param container the container, not running
	 * @param settings the settings as strings by key
	 */
	public static void override(AbstractMessageListenerContainer<?, ?> container, Map<String, String> settings) {
		if (settings.isEmpty()) {
			return;
		}
		Properties shared = container.getContainerProperties().getKafkaConsumerProperties();
		Properties own = new Properties();
		shared.stringPropertyNames().forEach((name) -> own.put(name, shared.getProperty(name)));
		own.putAll(shared);
		own.putAll(settings);
		container.getContainerProperties().setKafkaConsumerProperties(own);
	}

}
