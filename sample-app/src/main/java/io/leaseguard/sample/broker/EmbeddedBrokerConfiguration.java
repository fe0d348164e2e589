package io.leaseguard.sample.broker;

import java.io.IOException;
import java.util.Map;

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.NoneNestedConditions;
import org.springframework.boot.kafka.autoconfigure.DefaultKafkaConsumerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;

/**
 * Brings the embedded broker up where {@code spring.kafka.bootstrap-servers} names none.
 */
@Configuration(proxyBeanMethods = false)
@Conditional(EmbeddedBrokerConfiguration.OnNoExternalBroker.class)
class EmbeddedBrokerConfiguration {

	@Bean
	@Profile("!sasl")
	EmbeddedBroker embeddedBroker() {
		return new EmbeddedBroker(Map.of());
	}

	/**
	 * A broker that asks the consumers for tokens that live for seconds. Orders are
	 * placed without one, so that they go on while authentication is broken.
	 */
	@Configuration(proxyBeanMethods = false)
	@Profile("sasl")
	static class SaslConfiguration {

		@Bean
		TokenServer tokenServer() throws IOException {
			return new TokenServer();
		}

		@Bean
		EmbeddedBroker saslBroker() {
			return new EmbeddedBroker(SaslListener.BROKER_PROPERTIES);
		}

		@Bean
		DefaultKafkaConsumerFactoryCustomizer saslConsumers(EmbeddedBroker broker, TokenServer tokenServer) {
			Map<String, Object> properties = SaslListener.clientProperties(broker.address(SaslListener.NAME),
					tokenServer.url());
			return (factory) -> factory.updateConfigs(properties);
		}

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
