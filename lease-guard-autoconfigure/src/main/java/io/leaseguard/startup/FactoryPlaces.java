package io.leaseguard.startup;

import java.util.Map;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.kafka.config.AbstractKafkaListenerContainerFactory;
import org.springframework.kafka.core.ConsumerFactory;

/**
 * Tells where a consumer factory has a setting from: from a property of Spring Boot, or
 * from the code that made the factory.
 */
final class FactoryPlaces {

	private final ConfigurableListableBeanFactory beanFactory;

	private final ConfigurableEnvironment environment;

	FactoryPlaces(ConfigurableListableBeanFactory beanFactory, ConfigurableEnvironment environment) {
		this.beanFactory = beanFactory;
		this.environment = environment;
	}

	@Nullable String find(@Nullable ConsumerFactory<?, ?> factory, String key, String value) {
		if (factory == null) {
			return null;
		}
		String name = name(ConsumerFactory.class, (bean) -> bean == factory);
		BootSettings.Written written = BootSettings.find(this.environment, key);
		boolean same = written != null && written.value().equals(value);
		if (written != null && same && name != null && isMadeByBoot(name)) {
			return "by " + written.place();
		}
		// A factory of the application may have the value from anywhere.
		return "in the consumer factory" + ((name != null) ? " '" + name + "'" : owner(factory))
				+ ((written != null && same) ? "; " + written.place() + " has the same value" : "");
	}

	private String owner(ConsumerFactory<?, ?> factory) {
		String owner = name(AbstractKafkaListenerContainerFactory.class,
				(bean) -> bean.getConsumerFactory() == factory);
		return (owner != null) ? " of '" + owner + "'" : "";
	}

	private <T> @Nullable String name(Class<T> type, Predicate<T> wanted) {
		return BeanFactoryUtils.beansOfTypeIncludingAncestors(this.beanFactory, type, false, false)
			.entrySet()
			.stream()
			.filter((entry) -> wanted.test(entry.getValue()))
			.map(Map.Entry::getKey)
			.findFirst()
			.orElse(null);
	}

	private boolean isMadeByBoot(String name) {
		return this.beanFactory.containsBeanDefinition(name) && KafkaAutoConfiguration.class.getName()
			.equals(this.beanFactory.getMergedBeanDefinition(name).getFactoryBeanName());
	}

}
