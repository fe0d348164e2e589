package io.leaseguard.sample.broker;

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.NoneNestedConditions;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;

/**
 * Brings the embedded broker up where {@code spring.kafka.bootstrap-servers} names none.
 */
@Configuration(proxyBeanMethods = false)
@Conditional(EmbeddedBrokerConfiguration.OnNoExternalBroker.class)
class EmbeddedBrokerConfiguration {

	@Bean
	EmbeddedBroker embeddedBroker() {
		return new EmbeddedBroker();
	}

	/**
	 * Matches when no external broker is named.
	 */
	static class OnNoExternalBroker extends NoneNestedConditions {

		OnNoExternalBroker() {
			super(ConfigurationPhase.REGISTER_BEAN);
		}

		@ConditionalOnProperty("spring.kafka.bootstrap-servers")
		static class ExternalBroker {

		}

	}

}
